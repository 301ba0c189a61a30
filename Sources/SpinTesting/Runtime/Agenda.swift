internal import SpinCore

/// The ready work of a test, in the order in which it became ready.
///
/// The oldest work is done first, unless a schedule chooses.
struct Agenda: ~Copyable, Sendable {
  /// A piece of work.
  enum Work: Sendable {
    case turn(Turn)
    case job(UnownedJob, TestExecution)
    /// A request to test the condition of `run(until:)` again.
    case condition
    /// The next alarm of the test's time, which is always ready and never in the queue.
    case alarm

    func isJob(of execution: TestExecution) -> Bool {
      if case .job(_, let other) = self { other === execution } else { false }
    }
  }

  /// The work to be done next.
  struct Step: Sendable {
    let work: Work
    /// The work that would have been next without a schedule, if that is different.
    let overtaken: Work?
  }

  private struct Item: Sendable {
    let number: Int
    let work: Work
  }

  private var queue = RingBuffer<Item>()
  private var newest = 0
  private var schedule: Schedule?
  /// What was done, if it is told.
  private(set) var story: Story?

  /// Creates the agenda of a test that does the oldest work first.
  init() {}

  /// Creates the agenda of an explored run.
  ///
  /// - Parameters:
  ///   - schedule: The choices.
  ///   - isTold: Whether the agenda keeps a story.
  init(schedule: Schedule, isTold: Bool) {
    self.schedule = schedule
    story = isTold ? Story() : nil
  }

  var isEmpty: Bool { queue.isEmpty }

  /// Whether a body can go on.
  func hasJob(of execution: TestExecution) -> Bool {
    (0..<queue.count).contains { queue[$0].work.isJob(of: execution) }
  }

  mutating func append(_ work: Work) {
    newest += 1
    queue.append(Item(number: newest, work: work))
  }

  /// Takes the work to be done next.
  ///
  /// - Parameter alarmIsDue: Whether the next alarm may ring now.
  /// - Returns: The work; `nil` if there is none.
  mutating func takeNext(orAlarm alarmIsDue: Bool) -> Step? {
    guard schedule != nil else {
      guard let item = queue.popFirst() else { return alarmIsDue ? alarm : nil }
      return Step(work: item.work, overtaken: nil)
    }
    let choice = choose(orAlarm: alarmIsDue)
    if choice == queue.count { return alarmIsDue ? alarm : nil }
    let first = choice == 0 ? nil : queue[0].work
    return Step(work: queue.remove(at: choice).work, overtaken: first)
  }

  private var alarm: Step {
    Step(work: .alarm, overtaken: queue.isEmpty ? nil : queue[0].work)
  }

  /// Returns the place of the chosen work, or the number of places for the alarm.
  private mutating func choose(orAlarm alarmIsDue: Bool) -> Int {
    // Taken, so that the list of choices is not copied.
    guard var schedule = schedule.take() else { return 0 }
    var lanes = (0..<queue.count).map { place in
      Schedule.Lane(name: schedule.lane(of: queue[place].work), work: queue[place].number)
    }
    if alarmIsDue, queue.isEmpty || schedule.alarms == .anytime {
      lanes.append(Schedule.Lane(name: .alarms, work: 0))
    }
    let choice = schedule.choose(among: lanes)
    self.schedule = schedule
    return choice
  }

  /// The choices that were made, of those places where there was more than one.
  var choices: [Int] { schedule?.choices ?? [] }

  /// Makes the test go on without a schedule.
  mutating func endExploring() {
    schedule = nil
    story = nil
  }

  // MARK: The story of an explored run

  /// Whether the run keeps a story.
  var isTold: Bool { story != nil }

  /// Counts a step for the story; returns whether the story has room for its words.
  mutating func countStep() -> Bool { story?.countStep() ?? false }

  mutating func tell(_ words: String) { story?.append(words) }

  /// Returns the name of the loop of a turn.
  func name(of turn: Turn) -> String { schedule?.name(of: turn.loopID) ?? "a loop" }
}

/// What was done in a run, in words.
struct Story: Sendable, CustomStringConvertible {
  private var steps: [String] = []
  private var count = 0

  /// Counts a step; returns whether there is room for its words.
  mutating func countStep() -> Bool {
    count += 1
    return count <= 40
  }

  mutating func append(_ step: String) { steps.append(step) }

  /// A line for each of the first steps, and the number of the others.
  var description: String {
    if steps.isEmpty { return "(nothing was done)" }
    let lines = steps.enumerated().map { "\($0 + 1). \($1)" }
    let more = count > steps.count ? ["… and \(count - steps.count) more"] : []
    return (lines + more).joined(separator: "\n")
  }
}
