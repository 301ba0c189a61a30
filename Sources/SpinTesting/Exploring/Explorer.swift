internal import SpinCore

/// Makes the runs of an exploration and reports what fails.
struct Explorer {
  let alarms: AlarmOrder
  /// The call of the test.
  let site: CallSite
  let reporter: FailureReporter

  /// What happened in a run.
  private struct Run {
    let seed: UInt64
    let choices: [Int]
    let failure: TestFailure?
    /// What else may be the reason of the failure, see ``TestRuntime/remark``.
    let remark: String
    let story: Story?
  }

  typealias Body = (TestRuntime) throws -> Void

  /// The number of runs that may be made to shorten a failing one.
  private static let shrinkLimit = 200

  /// The number of jobs and entries in one instant after which a run fails: fewer than in a single
  /// test, because a failing run is repeated many times.
  private static let workLimit = 100_000

  func explore(_ count: Int, _ body: Body) -> Exploration {
    var orders: Set<Int> = []
    var length = 0
    for seed in 0..<UInt64(count) {
      let run = run(chooser(of: seed, length: length), seed: seed, body)
      orders.insert(run.choices.hashValue)
      length = max(length, run.choices.count)
      let made = Exploration(runs: Int(seed) + 1, orders: orders.count)
      if let failure = run.failure {
        report(failure, of: run, among: count, body)
        return made
      }
      // Without a choice, all runs are the same.
      if length == 0 { return made }
    }
    return Exploration(runs: count, orders: orders.count)
  }

  func replay(_ text: String, _ body: Body) -> Exploration {
    guard let token = RunToken(text) else {
      let message = """
        explore(replaying:) takes the text that a failure has printed, such as "\
        \(RunToken(seed: 17, choices: [0, 2, 1]))", and not \(text.debugDescription).
        """
      reporter.report(TestFailure(message, at: site))
      return Exploration(runs: 0, orders: 0)
    }
    let run = run(Tape(choices: token.choices), seed: token.seed, isTold: true, body)
    if let failure = run.failure {
      tell(failure, run, "This order fails")
    } else {
      let message = """
        The order "\(token)" does not fail any more. To explore all orders again, remove replaying:.
        """
      reporter.report(TestFailure(message, at: site))
    }
    return Exploration(runs: 1, orders: 1)
  }

  // MARK: Runs

  private func run(
    _ chooser: any Chooser, seed: UInt64, isTold: Bool = false, _ body: Body
  ) -> Run {
    let failures = FirstFailure()
    let agenda = Agenda(schedule: Schedule(chooser, alarms: alarms), isTold: isTold)
    let runtime = TestRuntime(
      report: failures.reporter, limit: Self.workLimit, seed: seed, agenda: agenda)
    failures.watch(runtime)
    do {
      try body(runtime)
    } catch {
      failures.note(TestFailure("The closure left the test by an error: \(error)", at: site))
    }
    runtime.reportStrayWork()
    let (choices, story) = runtime.shared.withLock { ($0.agenda.choices, $0.agenda.story) }
    // A body that is cancelled at the end may fail an expectation, which is not the test's any more.
    let (failure, remark) = failures.value
    runtime.end()
    return Run(seed: seed, choices: choices, failure: failure, remark: remark, story: story)
  }

  private func chooser(of seed: UInt64, length: Int) -> any Chooser {
    guard seed > 0 else { return Tape(choices: []) }
    let random = SeededGenerator(seed: seed)
    let (round, strategy) = (seed - 1).quotientAndRemainder(dividingBy: 4)
    switch strategy {
    case 0: return RandomWalk(random: random)
    case 1:
      return PriorityWalk(changes: 1 + Int(round % 3), length: length, random: random)
    case 2: return OrderSampling(random: random)
    default: return StickyWalk(random: random)
    }
  }

  // MARK: Failures

  private func report(_ failure: TestFailure, of run: Run, among count: Int, _ body: Body) {
    func isRepeated(_ seed: UInt64, _ choices: [Int]) -> Bool {
      self.run(Tape(choices: choices), seed: seed, body).failure?.isLike(failure) == true
    }
    guard isRepeated(run.seed, run.choices) else {
      let message = """
        \(failure.message)

        It failed in run \(run.seed + 1) of \(count), but not when the same choices were repeated. \
        So something else decides, such as the order of a Set or Dictionary, a random number, \
        another thread, or an object that the runs share.
        """
      return reporter.report(TestFailure(message, as: failure))
    }
    // Most failures do not depend on jitter.
    let seed = isRepeated(0, run.choices) ? 0 : run.seed
    var shrinker = Shrinker(run.choices, limit: Self.shrinkLimit)
    shrinker.shrink { isRepeated(seed, $0) }
    let last = self.run(Tape(choices: shrinker.best), seed: seed, isTold: true, body)
    let shown = last.failure.flatMap { $0.isLike(failure) ? $0 : nil }
    tell(
      shown ?? failure, last,
      """
      This order fails, the shortest that was found after run \(run.seed + 1) of \(count) had failed
      """)
  }

  /// Reports a failure with its order.
  private func tell(_ failure: TestFailure, _ run: Run, _ introduction: String) {
    let token = RunToken(seed: run.seed, choices: Shrinker(run.choices, limit: 0).best)
    let text = "\(token)"
    let remedy =
      text.utf8.count > 1_000
      ? "It has too many choices to be repeated by a text."
      : "To repeat it, call explore(replaying: \"\(text)\") with the same closure."
    let remark = token.choices.isEmpty && !run.remark.isEmpty ? "\(run.remark)\n\n" : ""
    let message = """
      \(failure.message)

      \(remark)\(introduction):
      \(run.story ?? Story())
      \(remedy)
      """
    reporter.report(TestFailure(message, as: failure))
  }
}

/// A run as text: the seed, if it is not 0, and the choices.
struct RunToken: CustomStringConvertible {
  let seed: UInt64
  let choices: [Int]

  init(seed: UInt64, choices: [Int]) {
    self.seed = seed
    self.choices = choices
  }

  /// Reads the text of a token; `nil` if it is none.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let last = parts.last else { return nil }
    guard let seed = parts.count == 2 ? UInt64(parts[0]) : 0 else { return nil }
    let words = last.isEmpty ? [] : last.split(separator: ",", omittingEmptySubsequences: false)
    let choices = words.compactMap { Int($0) }
    guard choices.count == words.count, choices.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(seed: seed, choices: choices)
  }

  var description: String {
    (seed == 0 ? "" : "\(seed)/") + choices.map(String.init).joined(separator: ",")
  }
}

/// The first failure of a run, except that an error says more than what it has left undone.
private final class FirstFailure: Sendable {
  private struct Content: Sendable {
    var failure: TestFailure?
    /// What else may be the reason of the failure.
    var remark = ""
    /// Returns what may be the reason of a failure now.
    var remarkNow: @Sendable () -> String = { "" }
  }

  private let content = Guarded(Content())

  var value: (failure: TestFailure?, remark: String) {
    content.withLock { ($0.failure, $0.remark) }
  }

  var reporter: FailureReporter { FailureReporter { self.note($0) } }

  /// Sets the runtime that is asked for what may be the reason.
  func watch(_ runtime: TestRuntime) {
    content.withLock { $0.remarkNow = { [weak runtime] in runtime?.remark ?? "" } }
  }

  /// Notes a failure, unless it is a warning or one was noted before.
  func note(_ new: TestFailure) {
    if new.isWarning { return }
    let remark = content.withLock { $0.remarkNow }()
    content.withLock { content in
      if content.failure.map({ $0.isUnfinished && !new.isUnfinished }) ?? true {
        (content.failure, content.remark) = (new, remark)
      }
    }
  }
}
