import SpinCore

/// The contract of scopes in arrays and loops: slow, sequential, obviously right.
///
/// It is given the entries in the order in which the mailbox accepted them, and writes down everything
/// that has to happen. A part has a life, which is the model of its spin alone.
struct ScopeModel {
  /// A spin while it is there: the whole, or a part from its appearance to its end.
  final class Life {
    let plan: SpinPlan
    /// The way to it from the whole.
    let hops: [Hop]
    /// What the names of its feedbacks begin with, and the ids in them.
    let prefix: String
    /// The state after its newest transition.
    var state: Node
    var number = 0
    var event: Word?
    var previous: Node?
    /// Whether it has made a transition in this step.
    var hasMoved = true
    var seats: [Seat]
    /// For each scope, the parts that are there, in order.
    var parts: [[(key: Int?, life: Life)]]

    init(_ plan: SpinPlan, _ state: Node, _ hops: [Hop], _ prefix: String) {
      self.plan = plan
      self.hops = hops
      self.prefix = prefix
      self.state = state
      seats = plan.ownFeedbacks.map { Seat($0) }
      parts = plan.scopes.map { _ in [] }
    }
  }

  /// What is remembered of a feedback during a life, or of one of its elements.
  final class Seat {
    let plan: PartFeedbackPlan
    var newest: Int?
    /// The effects that wait for the one before them.
    var waiting: [EffectPlan] = []
    /// The elements of the newest collection, in order.
    var elements: [Element] = []
    /// The elements to be called, in order.
    var calls: [Element] = []
    var verdict = SeatVerdict.unchanged
    /// Where the effects belong that wait.
    var place: (life: Life, element: Int?)?
    /// Whether its element has left.
    var isOver = false

    init(_ plan: PartFeedbackPlan) {
      self.plan = plan
    }
  }

  struct Element {
    var item: Item
    var seat: Seat
  }

  enum SeatVerdict { case wanted(Int?, seen: String), declined, unchanged, withdrawn, elements }

  /// An effect that is alive.
  struct Run {
    var name: RunName
    var seat: Seat
    /// The pieces of its work that have not finished.
    var pieces: Int
    /// The immediate events for which a queue waits, besides the work.
    var immediates: Int
    /// The entry that it began with.
    var entry: Int
    var isStarted = false
    var hops: [Hop]
    var origin: String
  }

  /// An immediate event that waits in the mailbox.
  struct Posted {
    var slot: Int
    var word: Word
    var entry: Int
    var run: RunName?
    var origin: String
  }

  let root: Life
  var state: Node
  var number = 0
  var entry = 0
  var alive: [Run] = []
  var posted: [Posted] = []
  var runsSoFar: UInt64 = 0
  var isStopped = false
  /// The lives that have ended in this step.
  var ended: [Life] = []
  /// The own events that parts have reduced in this step, and what became of the parts by that.
  var taken: [ObjectIdentifier: Word] = [:]
  /// What has happened to parts, and between them.
  var reached: Set<String> = []
  var lines: [ScopeLine] = []

  init(_ plan: ScopeCase) {
    state = plan.initial
    root = Life(plan.spin, plan.initial, [], "")
  }

  /// Clause 3: transition 0 carries the initial state; every part that is there begins its life.
  mutating func start() {
    settleParts(root)
    makeTransition(event: nil, origin: "start")
  }

  // MARK: Entries

  // Clause 1: events are reduced in the order in which the mailbox accepted them.
  mutating func take(_ source: Source, _ event: Word?) {
    lines.append(.taken(source, event))
    entry += 1
    if isStopped {
      if event != nil { lines.append(.dropped(.stopped)) }
      return
    }
    switch source {
    case .outside:
      if posted.contains(where: { $0.entry == 0 }) {
        lines.append(.wrong("an event from outside overtakes the immediate events of the start"))
      }
      reduce(event, origin: "outside")
    case .immediate(let slot): takeImmediate(event, of: slot)
    case .work(let name): takeDelivered(event, by: name)
    case .stream, .hold: lines.append(.wrong("there are neither streams nor throttles"))
    }
  }

  // Clause 5: immediate events are facts, and in order of declaration.
  private mutating func takeImmediate(_ event: Word?, of slot: Int) {
    guard let first = posted.first else { return lines.append(.wrong("no immediate event waits")) }
    posted.removeFirst()
    if first.slot != slot || first.word != event {
      lines.append(.wrong("first in the mailbox is \(first.word) of \(first.slot)"))
    }
    if let index = alive.firstIndex(where: { $0.name == first.run }) {
      alive[index].immediates -= 1
      endIfFinished(index)
    }
    reduce(event, origin: first.origin + " immediately")
  }

  private mutating func takeDelivered(_ event: Word?, by name: RunName) {
    // Clause 6, and what an ended life delivers: it is dropped, and a drop is reported.
    guard let index = alive.firstIndex(where: { $0.name == name }) else {
      if event != nil { lines.append(.dropped(.stale)) }
      return
    }
    let run = alive[index]
    if posted.contains(where: { $0.entry <= run.entry }) {
      lines.append(.wrong("it overtakes the immediate events of the step that started it"))
    }
    if let event, event.path.prefix(run.hops.count) != run.hops[...] {
      lines.append(.wrong("it is no event of the part that its effect belongs to"))
    }
    if event == nil || event?.isLast == true { alive[index].pieces -= 1 }
    endIfFinished(index)
    if event != nil { return reduce(event, origin: run.origin) }
    beginNext(run.seat)
    startWork()
  }

  private mutating func endIfFinished(_ index: Int) {
    guard alive[index].pieces == 0 && alive[index].immediates == 0 else { return }
    lines.append(.ended(alive.remove(at: index).name))
  }

  // MARK: A step

  // Clause 7: every event makes a transition.
  private mutating func reduce(_ event: Word?, origin: String) {
    guard let event else { return lines.append(.wrong("there is nothing to reduce")) }
    number += 1
    taken = [:]
    var next = state
    reduce(event, root.plan, &next, root)
    state = next
    move(root, to: state, by: event)
    settleParts(root)
    makeTransition(event: event, origin: origin)
  }

  /// Clause 22: the reducers of scopes run in written order, and the own one last.
  private mutating func reduce(
    _ word: Word, _ plan: SpinPlan, _ node: inout Node, _ life: Life?
  ) {
    for (index, scope) in plan.scopes.enumerated() {
      guard let (key, own) = scope.from(word) else { continue }
      guard var part = node.part(scope.place, key) else {
        reached.insert("an event for a part that is not there")
        continue
      }
      let known = life?.parts[index].first { $0.key == key }?.life
      reduce(own, scope.spin, &part, known)
      if let known { taken[ObjectIdentifier(known)] = own }
      node.replace(scope.place, key, with: part)
    }
    plan.reducer?.reduce(&node, word)
  }

  private func move(_ life: Life, to node: Node, by event: Word?) {
    life.number += 1
    life.event = event
    life.previous = life.state
    life.state = node
    life.hasMoved = true
  }

  /// Finds out what has become of the parts of a life that has begun or has made a transition.
  private mutating func settleParts(_ life: Life) {
    for (index, scope) in life.plan.scopes.enumerated() {
      var old = life.parts[index]
      var now: [(key: Int?, life: Life)] = []
      for part in life.state.parts(scope.place) {
        let known = old.firstIndex { other in
          other.key == part.key
            && (scope.place.isKeyed || !scope.livesByID || other.life.state.id == part.node.id)
        }
        guard let known else {
          now.append((part.key, begin(scope, part, of: life)))
          continue
        }
        let same = old.remove(at: known).life
        let own = taken[ObjectIdentifier(same)]
        // A part hears of its own events, and of steps that have changed it from above.
        if own != nil || same.state != part.node {
          if own == nil { reached.insert("a part is changed from above") }
          move(same, to: part.node, by: own)
          settleParts(same)
        }
        now.append((part.key, same))
      }
      for gone in old {
        reached.insert(
          now.contains { $0.key == gone.key } ? "a part is replaced" : "a part has gone")
        end(gone.life)
      }
      life.parts[index] = now
    }
  }

  private mutating func begin(_ scope: ScopePlan, _ part: Node.Part, of life: Life) -> Life {
    if number > 0 { reached.insert("a part appears") }
    let id = part.key.map { "[\($0)]" } ?? ""
    let new = Life(
      scope.spin, part.node, life.hops + [scope.hop(part.key)],
      life.prefix + scope.place.rawValue + id + ".")
    settleParts(new)
    return new
  }

  // Lives nest: an inner one ends with the outer.
  private mutating func end(_ life: Life) {
    ended.append(life)
    for parts in life.parts { for part in parts { end(part.life) } }
  }

  // Clause 4: ask all; cancel all; publish to all; call all; start all.
  private mutating func makeTransition(event: Word?, origin: String) {
    lines.append(.reduced(number: number))
    let seats = seats(root.plan, [root])
    for (seat, life) in seats { ask(seat, life) }
    for life in ended { for seat in life.seats { cancelAll(seat, isOver: true) } }
    for (seat, _) in seats { cancelUnwanted(seat) }
    lines.append(.observed(number: number, event, origin: origin, state))
    lines.append(.published(number: number))
    var index = 0
    while index < seats.count {
      // All parts at one feedback, and then what has waited there.
      let slot = seats[index].seat.plan.slot
      let here = seats[index...].prefix { $0.seat.plan.slot == slot }
      for (seat, life) in here { describe(seat, life) }
      for (seat, life) in here { beginNext(seat, life) }
      index += here.count
    }
    startWork()
    quieten(root)
    ended = []
  }

  private func quieten(_ life: Life) {
    life.hasMoved = false
    for parts in life.parts { for part in parts { quieten(part.life) } }
  }

  /// The feedbacks in written order, each for all parts in order of their collections.
  private func seats(_ plan: SpinPlan, _ lives: [Life]) -> [(seat: Seat, life: Life)] {
    var all: [(seat: Seat, life: Life)] = []
    var local = 0
    func add(_ count: Int) {
      for _ in 0..<count {
        all += lives.map { ($0.seats[local], $0) }
        local += 1
      }
    }
    for (index, group) in plan.groups.enumerated() {
      add(group.feedbacks.count)
      all += seats(group.scope.spin, lives.flatMap { $0.parts[index].map(\.life) })
    }
    add(plan.feedbacks.count)
    return all
  }

  // Clause 8: the loop takes notice of a stop.
  mutating func stop() {
    isStopped = true
    lines.append(.stopped)
    for run in alive.sorted(by: { $0.name.slot < $1.name.slot }) where run.isStarted {
      lines.append(.cancelled(run.name))
    }
    alive = []
  }

  /// Clause 9: no effect is alive or waits, and the mailbox is empty; sources do not count.
  var isSettled: Bool {
    posted.isEmpty && alive.allSatisfy { $0.seat.plan.look == .source }
      && seats(root.plan, [root]).allSatisfy { $0.seat.hasNothingWaiting }
  }
}

extension ScopeModel.Seat {
  fileprivate var hasNothingWaiting: Bool {
    waiting.isEmpty && elements.allSatisfy(\.seat.waiting.isEmpty)
  }
}
