/// What loops have done over time, for viewers of Chrome's trace events, such as Perfetto and
/// `chrome://tracing`.
///
/// ```swift
/// let timeline = Recorded(Timeline())
/// let options = RunOptions<Search, Search.Event>(monitors: [.timeline(into: timeline)])
/// …
/// try timeline.value.json.write(toFile: "search.json", atomically: true, encoding: .utf8)
/// ```
///
/// Each run is a process. Its first lane has the steps, each called by its event, and marks for events that
/// were dropped and for the moments at which the loop has settled, stopped, or was suspended. Each
/// feedback, and each element of one, has a lane with its executions. Executions that overlap have lanes of
/// their own, with the same name. Arrows lead from the step that has described an effect to the effect, and
/// from what has caused an event to the step of the event, also between runs.
///
/// Times are microseconds of each loop's own clock. Arrows need both ends, so the steps are intervals, from
/// the fact that an event is taken until its effects have started.
///
/// - Complexity: It keeps about 100 bytes for each fact that it shows. Make a new one for a new part of a
///   long run.
public struct Timeline: Sendable {
  typealias Lane = Int

  /// An interval on a lane.
  struct Slice: Sendable {
    let process: Int
    let lane: Lane
    let content: Content
    let begin: Duration
    /// `nil` as long as it goes on.
    var end: Duration?
    /// How an execution has ended.
    var outcome: String?
  }

  /// What an interval shows, which becomes text when somebody reads the timeline.
  enum Content: Sendable {
    /// A step that has made a transition.
    case step(Int, event: String, origin: Origin?, place: CodeSite?)
    /// The execution of an effect, on the lane that has the name of its feedback.
    case execution(UInt64, since: Int)
  }

  /// A moment on a lane.
  struct Mark: Sendable {
    let process: Int
    let lane: Lane
    let name: String
    let time: Duration
  }

  /// One end of an arrow: a moment within an interval.
  struct Tip: Sendable {
    let process: Int
    let lane: Lane
    let time: Duration
  }

  /// A run.
  struct Process: Sendable {
    let name: String
    /// The names of the lanes; the first is that of the steps.
    var lanes = ["steps"]
    /// The lanes of each name, and whether an execution is on them.
    var lanesByName: [String: [Lane]] = [:]
    var isBusy: Set<Lane> = []
    /// The slices of the steps, by number.
    var steps: [Int: Int] = [:]
    /// The slices of the executions, by number.
    var executions: [UInt64: Int] = [:]
    /// The step under way.
    var step = Step()
    var newest = Duration.zero
  }

  /// A step under way, which may come to nothing.
  struct Step: Sendable {
    var begin: Duration?
    var entry: EntryFact?
    var slice: Int?
    var isPublished = false
  }

  var processes: [Process] = []
  private var numbers: [LoopID: Int] = [:]
  var slices: [Slice] = []
  var marks: [Mark] = []
  var arrows: [(from: Tip, to: Tip)] = []

  /// Creates an empty timeline.
  public init() {}

  // MARK: Facts

  /// Adds a fact of a run.
  ///
  /// - Parameters:
  ///   - fact: The fact.
  ///   - number: The number of the transition under way or made last.
  ///   - now: The time by the loop's clock.
  ///   - loop: The run.
  ///   - event: The event of the fact, as it is to be called.
  mutating func note(
    _ fact: Fact, _ number: Int, at now: Duration, of loop: LoopID, event: String?
  ) {
    let process = process(of: loop)
    processes[process].newest = max(processes[process].newest, now)
    switch fact {
    case .taken(let entry):
      endStep(process)
      processes[process].step = Step(begin: now, entry: entry)
    case .dropped(let reason, let entry):
      mark("\(event ?? "") dropped as \(reason), \(entry.origin.inWords)", process, 0, now)
      processes[process].step = Step()
    case .refused(let reason, let entry):
      mark("\(event ?? "") refused as \(reason), \(entry.origin.inWords)", process, 0, now)
    case .reduced: beginStep(number, event ?? "start", process, now)
    case .published:
      extendStep(process, now)
      processes[process].step.isPublished = true
    case .answered, .described: extendStep(process, now)
    case .started(let effect): start(effect, process, now)
    case .finished(let effect): end(effect, "finished", process, now)
    case .cancelled(let effect, let reason): end(effect, reason.asEnd, process, now)
    case .alarmSet(let effect, let alarm):
      extendStep(process, now)
      if let slice = processes[process].executions[effect.execution] {
        mark("\(alarm.purpose): \(alarm.delay)", process, slices[slice].lane, now)
      }
    case .ended(let effect, .failedAttempt):
      endPublishedStep(process)
      if let slice = processes[process].executions[effect.execution] {
        mark("attempt \(effect.attempt ?? 1) failed", process, slices[slice].lane, now)
      }
    case .alarmRang, .ended, .asked: endPublishedStep(process)
    case .suspended: mark("suspended", process, 0, now)
    case .resumed: mark("resumed", process, 0, now)
    case .stopped: mark("stopped", process, 0, now)
    case .settled: mark("settled", process, 0, now)
    }
  }

  private mutating func process(of loop: LoopID) -> Int {
    if let number = numbers[loop] { return number }
    numbers[loop] = processes.count
    processes.append(Process(name: loop.description))
    return processes.count - 1
  }

  private mutating func mark(_ name: String, _ process: Int, _ lane: Lane, _ now: Duration) {
    if lane == 0 { endPublishedStep(process) }
    marks.append(Mark(process: process, lane: lane, name: name, time: now))
  }

  // MARK: Steps

  private mutating func beginStep(
    _ number: Int, _ event: String, _ process: Int, _ now: Duration
  ) {
    let (begin, entry) = (processes[process].step.begin ?? now, processes[process].step.entry)
    slices.append(
      Slice(
        process: process, lane: 0,
        content: .step(number, event: event, origin: entry?.origin, place: entry?.place),
        begin: begin, end: now))
    processes[process].step.slice = slices.count - 1
    processes[process].steps[number] = slices.count - 1
    guard let entry, let cause = entry.cause, let other = numbers[cause.loop] else { return }
    let slice =
      cause.execution.flatMap { processes[other].executions[$0] }
      ?? processes[other].steps[cause.transition]
    guard let slice else { return }
    point(from: slice, at: entry.accepted ?? begin, to: slices.count - 1, at: begin)
  }

  /// The step has not ended yet.
  private mutating func extendStep(_ process: Int, _ now: Duration) {
    if let slice = processes[process].step.slice { slices[slice].end = now }
  }

  private mutating func endStep(_ process: Int) { processes[process].step = Step() }

  private mutating func endPublishedStep(_ process: Int) {
    if processes[process].step.isPublished { endStep(process) }
  }

  // MARK: Executions

  private mutating func start(_ effect: EffectFact, _ process: Int, _ now: Duration) {
    extendStep(process, now)
    if effect.stage != nil {
      guard let attempt = effect.attempt,
        let slice = processes[process].executions[effect.execution]
      else { return }
      return mark("attempt \(attempt)", process, slices[slice].lane, now)
    }
    let lane = freeLane("\(effect.feedback)", process)
    slices.append(
      Slice(
        process: process, lane: lane,
        content: .execution(effect.execution, since: effect.transition), begin: now))
    processes[process].executions[effect.execution] = slices.count - 1
    if let step = processes[process].steps[effect.transition] {
      point(from: step, at: now, to: slices.count - 1, at: now)
    }
  }

  private mutating func end(
    _ effect: EffectFact, _ how: String, _ process: Int, _ now: Duration
  ) {
    endPublishedStep(process)
    guard effect.stage == nil, let slice = processes[process].executions[effect.execution] else {
      return
    }
    (slices[slice].end, slices[slice].outcome) = (now, how)
    processes[process].isBusy.remove(slices[slice].lane)
  }

  /// A lane of a name on which nothing runs.
  private mutating func freeLane(_ name: String, _ process: Int) -> Lane {
    let known = processes[process].lanesByName[name] ?? []
    let lane = known.first { !processes[process].isBusy.contains($0) }
    let free = lane ?? processes[process].lanes.count
    if lane == nil {
      processes[process].lanes.append(name)
      processes[process].lanesByName[name] = known + [free]
    }
    processes[process].isBusy.insert(free)
    return free
  }

  // MARK: Arrows

  /// Adds an arrow; a time that is not within the interval is the nearest that is.
  private mutating func point(
    from cause: Int, at before: Duration, to effect: Int, at after: Duration
  ) {
    arrows.append((tip(cause, before), tip(effect, after)))
  }

  private func tip(_ slice: Int, _ time: Duration) -> Tip {
    let slice = slices[slice]
    return Tip(
      process: slice.process, lane: slice.lane,
      time: max(slice.begin, min(time, slice.end ?? time)))
  }
}

extension Monitor {
  /// Adds what happens in each run to a timeline.
  ///
  /// - Parameters:
  ///   - timeline: The timeline, which several runs may share.
  ///   - name: Names an event; without it, the case of an enum, without its values.
  /// - Returns: A monitor. It reads the clock of the loop at each fact.
  public static func timeline(
    into timeline: Recorded<Timeline>, naming name: (@Sendable (Event) -> String)? = nil
  ) -> Monitor {
    let names = CaseNames<Event>()
    return Monitor { told in
      let fact = told.fact
      // NB: only for facts that show it, because the name of a case may cost more than all the rest.
      let event = fact.showsEvent ? told.event.map { name?($0) ?? names.name(of: $0) } : nil
      timeline.update {
        $0.note(fact, told.number ?? 0, at: told.time, of: told.loop, event: event)
      }
    }
  }
}

extension Fact {
  /// Whether the timeline shows the event of the fact.
  fileprivate var showsEvent: Bool {
    switch self {
    case .reduced, .dropped, .refused: true
    default: false
    }
  }
}

extension Origin {
  var inWords: String {
    switch self {
    case .start: "from the start"
    case .outside: "from outside"
    case .feedback(let feedback): "from \(feedback)"
    case .whole: "from the whole"
    }
  }
}
