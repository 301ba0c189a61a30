import SpinCore

/// The loop contract in arrays and loops: slow, sequential, obviously right.
///
/// It knows nothing of the engine. It is given the entries in the order in which the mailbox
/// accepted them, and writes down everything that has to happen.
struct Model {
  /// What is remembered of a feedback.
  struct Memory {
    var newestSelection: Int?
    /// How often the pulse had been assigned in the state seen last.
    var newestCount: Int?
    var waiting: [EffectPlan] = []
    /// The elements of the newest collection; the one element -1, if it is throttled without one.
    var elements: [Element] = []
    /// The elements that wait for a place.
    var line: [Int] = []
    /// The elements whose next effect may begin, in the order in which the ones before have ended.
    var ready: [Int] = []
    /// What the clock said when the feedback was asked last.
    var now = Duration.zero
    /// The elements to be called in this step.
    var calls: [Int] = []
    /// How many states a stream was handed, and after how many it asked for the next.
    var handed = 0
    var gone = 0
    var runsSoFar: UInt64 = 0
  }

  /// An effect that is alive.
  struct Run {
    var name: RunName
    /// The pieces of its work that have not finished.
    var pieces: Int
    /// Those of its pieces that have several steps, which have begun.
    var stages: [Stage] = []
    /// Those that have not begun.
    var staged: [WorkShape] = []
    /// The immediate events for which a queue waits, besides the work.
    var immediates: Int
    /// The entry that it began with.
    var entry: Int
    var isStarted = false
    /// The element that it belongs to.
    var element: Int?
    /// Whether it is no effect, but the wait of a start for its time.
    var isHold = false
  }

  /// An immediate event that waits in the mailbox.
  struct Posted {
    var slot: Int
    var kind: Int
    /// The entry that it was posted with.
    var entry: Int
    /// The effect it belongs to, if that is in a queue.
    var run: RunName?
    /// The element that it belongs to.
    var element: Int?
  }

  let plan: Plan
  var state: Wheel
  var number = 0
  /// How many entries were taken.
  var entry = 0
  var memories: [Memory]
  var alive: [Run] = []
  /// The branches that have begun, with the entries in which they did.
  var begun: [RunName: Int] = [:]
  /// The branches that the newest entry has decided against.
  var losers: [RunName] = []
  /// What has happened to composite effects.
  var reached: Set<String> = []
  var posted: [Posted] = []
  /// The entries with which observers emitted something, by transition, that was not taken yet.
  var echoes: [Int: Int] = [:]
  var isStopping = false
  var isStopped = false
  /// Every transition made.
  var transitions: [Transition<Wheel, Nudge>] = []
  /// What the clock has said since the entry was taken, in order.
  var clock: [Duration] = []
  /// What led to the state.
  var newest: (previous: Wheel?, event: Nudge?)
  /// For what drops repeats, when an event of each key was reduced last.
  var reducedAt: [[Int: Duration]]
  /// When the newest entry was accepted.
  var now = Duration.zero
  /// What must have happened.
  var lines: [Line] = []

  init(_ plan: Plan) {
    self.plan = plan
    state = plan.initial
    memories = plan.feedbacks.map { _ in Memory() }
    reducedAt = plan.repeats.map { _ in [:] }
  }

  // Clause 3: transition 0 carries the initial state.
  mutating func start() {
    makeTransition(previous: nil, event: nil, origin: .start)
  }

  // Clause 1: events are reduced in the order in which the mailbox accepted them.
  mutating func take(_ source: Source, _ event: Nudge?, at time: Duration? = nil) {
    lines.append(.taken(source, event))
    entry += 1
    // Clause 8: what still waits is dropped as stopped.
    if isStopped {
      if event != nil { lines.append(.dropped(.stopped)) }
      return
    }
    switch source {
    case .outside: takeOutside(event, at: time)
    case .immediate(let slot): takeImmediate(event, of: slot, at: time)
    case .work(let name): takeDelivered(event, by: name, at: time)
    case .hold(let name): endHold(name)
    case .stream(let slot, let gone): memories[slot].gone = gone  // Clause 9.
    }
  }

  private mutating func takeOutside(_ event: Nudge?, at time: Duration?) {
    if let number = event?.echoOf { echoes[number] = nil }
    // Clause 3: the immediate events of the start precede every event from outside.
    if posted.contains(where: { $0.entry == 0 }) {
      lines.append(.wrong("an event from outside overtakes the immediate events of the start"))
    }
    if isRepeat(event, at: time) { return lines.append(.dropped(.repeated)) }
    reduce(event, origin: .outside)
  }

  // Clause 5: immediate events are facts, and in order of declaration.
  private mutating func takeImmediate(_ event: Nudge?, of slot: Int, at time: Duration?) {
    guard let first = posted.first else { return lines.append(.wrong("no immediate event waits")) }
    posted.removeFirst()
    if first.slot != slot || Nudge(kind: first.kind) != event {
      lines.append(.wrong("first in the mailbox is \(first)"))
    }
    // Clause 1: what an observer has emitted was accepted before, except at the start.
    if first.entry > 0 && echoes.values.contains(where: { $0 <= first.entry }) {
      lines.append(.wrong("it overtakes what an observer emitted before"))
    }
    // They are facts, but events that come after them repeat them.
    _ = isRepeat(event, at: time, isFact: true)
    if let index = alive.firstIndex(where: { $0.name == first.run }) {
      alive[index].immediates -= 1
      endIfFinished(index)
    }
    reduce(event, origin: origin(slot, isImmediate: true, element: first.element))
  }

  private mutating func takeDelivered(
    _ event: Nudge?, by name: RunName, at time: Duration?
  ) {
    // Clause 6: what a dead generation delivers is dropped, and a drop is reported.
    guard let index = alive.firstIndex(where: { $0.has(name) }) else {
      if event != nil { lines.append(.dropped(.stale)) }
      return
    }
    // Clause 5: immediate events come before anything that the work of their step delivers.
    if posted.contains(where: { $0.entry <= alive[index].entry }) {
      lines.append(.wrong("it overtakes the immediate events of the step that started it"))
    }
    let isRepeat = event != nil && isRepeat(event, at: time)
    // Fine print: a one-shot finishes together with its event, in whose step it no longer runs.
    let element = alive[index].element
    if let stage = alive[index].stages.firstIndex(where: { $0.names.contains(name) }) {
      advance(index, stage, BranchEntry(name: name, event: event, isRepeat: isRepeat))
    } else if event == nil || event?.isLast == true {
      alive[index].pieces -= 1
    }
    endIfFinished(index)
    if event != nil && !isRepeat {
      return reduce(event, origin: origin(name.slot, isImmediate: false, element: element))
    }
    cancelLosers()
    // A last event that is dropped ends its effect all the same.
    if isRepeat { lines.append(.dropped(.repeated)) }
    beginNext(name.slot)
    startWork()
    beginPending()
  }

  // An event repeats the last one of its key that was reduced, if that was within the interval.
  private mutating func isRepeat(
    _ event: Nudge?, at time: Duration?, isFact: Bool = false
  ) -> Bool {
    guard !plan.repeats.isEmpty else { return false }
    guard let event, let time, time >= now else {
      lines.append(.wrong("an event has no time, or an earlier one than the event before it"))
      return false
    }
    now = time
    lines.append(.compared(at: time))
    let isRepeat = plan.repeats.indices.contains { index in
      guard let key = plan.repeats[index].key(event), let last = reducedAt[index][key] else {
        return false
      }
      return time - last < .milliseconds(plan.repeats[index].interval)
    }
    if isRepeat && !isFact { return true }
    for (index, repeats) in plan.repeats.enumerated() {
      if let key = repeats.key(event) { reducedAt[index][key] = time }
    }
    return false
  }

  private mutating func endIfFinished(_ index: Int) {
    guard alive[index].pieces == 0 && alive[index].immediates == 0 else { return }
    lines.append(.ended(alive[index].name))
    let run = alive.remove(at: index)
    if let element = run.element { memories[run.name.slot].ready.append(element) }
  }

  // Clause 7: every event makes a transition.
  private mutating func reduce(_ event: Nudge?, origin: Origin) {
    guard let event else { return lines.append(.wrong("there is nothing to reduce")) }
    let previous = state
    plan.reduce(&state, event)
    number += 1
    heedStop(.reducer)
    makeTransition(previous: previous, event: event, origin: origin)
  }

  // Clause 4: ask all; cancel all; publish to all; call all; start all.
  private mutating func makeTransition(previous: Wheel?, event: Nudge?, origin: Origin) {
    newest = (previous, event)
    lines.append(.reduced(number: number))
    let answers = plan.feedbacks.indices.map { ask($0, previous: previous, event: event) }
    cancelLosers()
    for slot in plan.feedbacks.indices { cancelUnwanted(slot, answers[slot]) }
    publish(previous: previous, event: event, origin: origin)
    for slot in plan.feedbacks.indices where !isStopping {
      describe(slot, answers[slot])
      beginNext(slot)
    }
    startWork()
    beginPending()
    if event?.asks == true { newest.event = nil }
  }

  private mutating func publish(previous: Wheel?, event: Nudge?, origin: Origin) {
    for observer in 0..<plan.observers {
      let transition = Transition<Wheel, Nudge>(
        number: number, event: event, origin: origin, state: state,
        previous: observer % 2 == 1 ? previous : nil)
      if observer == 0 { transitions.append(transition) }
      lines.append(.observed(by: observer, transition))
      // Without its handle, which may be dropped at any moment, it emits nothing.
      let mustEcho = plan.echoes[state.fuel] != nil && !plan.drops
      if observer == 0 && mustEcho { echoes[number] = entry }
      if observer == 0 { heedStop(.observer) }
    }
    lines.append(.published(number: number))
  }

  /// Clause 8: a closure of the spin stops the loop.
  ///
  /// A handle that it drops may be in use by another thread for a moment longer, so that is a stop
  /// from elsewhere.
  mutating func heedStop(_ place: StopPlan.Place) {
    if plan.stops(place, state) && !plan.drops { isStopping = true }
  }

  // Clause 8: the loop takes notice of a stop.
  mutating func stop() {
    isStopped = true
    lines.append(.stopped)
    for slot in plan.feedbacks.indices { cancelAll(slot) }
  }
}
