public import SpinCore
internal import SpinRecording

/// A run of a spin that a test drives step by step, asserting every transition.
///
/// ```swift
/// @Test func debouncesAndFinds() {
///   let test = TestSpin(Search.spin(.fake))
///   test.emit(.typed("sw")) { $0.query = "sw" }
///   test.advance(by: .milliseconds(300))
///   test.expect(.found(["swift"]), from: "search") { $0.items = ["swift"] }
///   test.finish()
/// }
/// ```
///
/// The test controls the time and all of the work, see ``TestRuntime``: it awaits nothing, and
/// nothing happens between its calls. Each closure turns the previous state into the expected
/// state. If the actual state differs, the test fails at the line of the call and shows the
/// different lines of the two states.
///
/// *Ordering*: transitions that a call does not assert wait in order.
/// ``expect(_:from:fileID:filePath:line:column:_:)-(Event,_,_,_,_,_,_)`` and similar methods take
/// the oldest one; none of them advances the time.
///
/// *Isolation*: belongs to the task of the test.
public final class TestSpin<State: Equatable & Sendable, Event: Sendable> {
  /// The run, for code under test that takes one.
  public let running: RunningSpin<State, Event>

  /// The runtime that executes the run.
  public let runtime: TestRuntime

  /// The newest state, also in the condition of `run(until:)`.
  ///
  /// It is ahead of the asserted states while transitions remain to be asserted.
  public var state: State { running.state }

  /// The part of the run that the test must assert.
  public let exhaustivity: Exhaustivity

  let recorder: Recorder<State, Event>
  /// What the run has taken, for its rehearsal.
  private let record = RunRecord<State, Event>()
  private let spin: Spin<State, Event>
  /// The store of a durable run.
  let disk: TestDisk<State, Event>?
  private let site: CallSite
  private(set) var isFinished = false

  /// Starts a run, makes transition 0 and does the ready work; the time stands still.
  ///
  /// Several runs may share one runtime. If `initialState` is not `nil`, it replaces the initial
  /// state of the definition.
  public convenience init(
    _ spin: Spin<State, Event>, initialState: State? = nil, on runtime: TestRuntime = TestRuntime(),
    exhaustivity: Exhaustivity = .on, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    let spin = initialState.map { spin.with(initialState: $0) } ?? spin
    self.init(spin, on: runtime, exhaustivity, at: site) { spin.start(on: runtime, options: $0) }
  }

  init(
    _ spin: Spin<State, Event>, on runtime: TestRuntime, _ exhaustivity: Exhaustivity,
    at site: CallSite, disk: TestDisk<State, Event>? = nil,
    start: (RunOptions<State, Event>) -> RunningSpin<State, Event>
  ) {
    let recorder = Recorder<State, Event>()
    self.runtime = runtime
    self.recorder = recorder
    self.exhaustivity = exhaustivity
    self.disk = disk
    self.site = site
    self.spin = spin
    var options = recorder.options(seed: runtime.seed)
    options.monitors.append(.recordingWithoutReplies(into: record))
    running = start(options)
    runtime.run(at: site)
  }

  deinit {
    if isFinished { return }
    running.stop()
    runtime.run(at: site)
    let message =
      "The test did not finish its TestSpin: call finish() once everything is asserted."
    runtime.reporter.report(TestFailure(message, isUnfinished: true, at: site))
  }

  // MARK: Driving

  /// Emits an event, does the ready work, and asserts the transition of the event.
  ///
  /// Other transitions remain to be asserted.
  ///
  /// If the event is dropped and there is no closure, the drop remains to be asserted, see
  /// ``expectDrop(_:reason:from:fileID:filePath:line:column:)``.
  ///
  /// `change` turns the previous state into the expected state. Without it, the state must stay
  /// equal.
  public func emit(
    _ event: Event, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: ((inout State) -> Void)? = nil
  ) {
    let site = CallSite(fileID, filePath, line, column)
    guard goesOn("emit(\(inShort(event)))", at: site) else { return }
    let (steps, drops) = (recorder.steps.count, recorder.drops.count)
    _ = running.emit(event, at: CodeSite(fileID, line, ""))
    runtime.run(at: site)
    let index = recorder.steps.indices.dropFirst(steps).first {
      recorder.steps[$0].transition.origin == .outside
    }
    if let index {
      let step = recorder.steps[index]
      recorder.remove(index..<index + 1, of: \.steps)
      return check(step, "emit(\(inShort(event)))", change, at: site)
    }
    let drop = recorder.drops.indices.dropFirst(drops).first {
      recorder.drops[$0].origin == .outside
    }
    if drop != nil, change == nil { return }
    let reason =
      drop.map { "it was dropped as \(recorder.drops[$0].reason)" } ?? "the loop has not taken it"
    if let drop { recorder.remove(drop..<drop + 1, of: \.drops) }
    report("emit(\(inShort(event))): the event made no transition, because \(reason).", at: site)
  }

  /// Advances the time, and does all work that becomes ready meanwhile.
  ///
  /// The transitions remain to be asserted.
  public func advance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    runtime.advance(by: duration, at: CallSite(fileID, filePath, line, column))
  }

  /// Does all ready work; the time stands still.
  ///
  /// Call it after other code has made work ready, such as a fake that the test made answer. The
  /// transitions remain to be asserted. No alarm rings, not even one with a delay of zero; for such
  /// alarms, call `advance(by: .zero)`.
  public func run(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    runtime.run(at: CallSite(fileID, filePath, line, column))
  }

  /// Ends the test of this run.
  ///
  /// Fails if a transition or a drop was not asserted, or if an effect is alive; sources do not
  /// count. Then it stops the loop and does the ready work, so that cancelled bodies end.
  ///
  /// An effect that was cancelled before is not alive, even if its body ignores its cancellation.
  /// An event that such a body yields before this call is a drop to assert; a later one is not
  /// asserted.
  ///
  /// At the end the run is rehearsed, see `RunLog.rehearse`: the reducer, the selectors and the effect
  /// closures get the same events and states a second time, and no work is started. The test fails if a
  /// state or an effect differs. So each test finds a clock, a random number or an order of a `Set` in a
  /// reducer. A run is rehearsed up to its first event that carries a `Reply`.
  ///
  /// - Parameters:
  ///   - isRehearsing: Whether to rehearse the run; `false` for fakes that count the calls of effect
  ///     closures.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    rehearsing isRehearsing: Bool = true, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    isFinished = true
    guard runtime.run(at: site) else { return }
    if exhaustivity == .on { checkNothingIsLeft(at: site) }
    running.stop()
    runtime.run(at: site)
    // NB: two feedbacks of one name are no fault of a test.
    guard isRehearsing, let difference = try? record.log.rehearse(spin) else { return }
    report(
      """
      finish(): a rehearsal of this run goes another way. \(difference)
      A reducer, a selector and an effect closure must depend on nothing but their arguments.
      """, at: site)
  }

  /// Ends the run as a crash does, after which nothing can be asserted.
  func end(at site: CallSite) {
    isFinished = true
    running.stop()
    runtime.run(at: site)
  }

  private func checkNothingIsLeft(at site: CallSite) {
    let steps = recorder.steps
    if !steps.isEmpty {
      report(
        """
        finish(): not asserted:
        \(list(steps.map(\.transition.cause)))
        Assert each with expect(_:from:), in this order.
        """, at: site)
    }
    let drops = recorder.drops
    if !drops.isEmpty {
      report(
        """
        finish(): dropped, and not asserted:
        \(list(drops.map(\.cause)))
        Assert each with expectDrop(_:reason:), in this order.
        """, at: site)
    }
    if !liveNames.isEmpty {
      report(
        """
        finish(): effects are alive.
        \(situation)
        End each before finish(), such as by an event.
        """, at: site)
    }
  }

  // MARK: Checking

  /// Compares the state after a transition with the expected state that a closure makes.
  func check(
    _ step: Recorder<State, Event>.Step, _ call: String, _ change: ((inout State) -> Void)?,
    at site: CallSite
  ) {
    let state = step.transition.state
    if change == nil && exhaustivity == .off { return }
    var expected = step.before
    change?(&expected)
    if expected == state { return }
    report("\(call): the state \(difference(of: state, from: expected))", at: site)
  }

  /// Does the ready work of a run that goes on; reports a failure of a call behind its end.
  func goesOn(_ call: @autoclosure () -> String, at site: CallSite) -> Bool {
    if !isFinished { return runtime.run(at: site) }
    report("\(call()): the run is over, and nothing is asserted.", at: site)
    return false
  }

  func report(_ message: String, isWarning: Bool = false, at site: CallSite) {
    runtime.reporter.report(TestFailure(message, isWarning: isWarning, at: site))
  }

  /// The names of the feedbacks that have live effects, in order of declaration.
  var liveNames: [String] {
    var names: [String] = []
    for feedback in running.loop.liveFeedbacks where names.last != "\(feedback)" {
      names.append("\(feedback)")
    }
    return names
  }

  /// The live effects, a line for each, and the time of the next alarm.
  var situation: String { runtime.situation(of: running.loop.id, running.loop.liveEffects) }
}

extension TestSpin: CustomStringConvertible {
  /// The newest state, the transitions and drops that remain to be asserted, the live effects, and the time
  /// of the next alarm.
  public var description: String {
    let left = recorder.steps.map(\.transition.cause) + recorder.drops.map(\.cause)
    let open = left.isEmpty ? "Nothing is left to assert." : "Not asserted:\n\(list(left))"
    return "\(inWords(state))\n\(open)\n\(situation)"
  }

  /// Says what a feedback has answered most recently, and what became of its effects.
  ///
  /// ```
  /// 0 search wants nothing: the value is nil
  /// 1 search starts #1 for "sw"
  /// 2 search keeps #1: the value has not changed
  /// ```
  ///
  /// - Parameter name: The name of the feedback, as in
  ///   ``expectRunning(_:fileID:filePath:line:column:)``.
  /// - Returns: At most twenty lines, each with the number of the transition, as ``/SpinCore/Monitor`` logs
  ///   them.
  public func explain(_ name: String) -> String {
    let lines = recorder.answers(of: name)
    return lines.isEmpty ? nothing(of: name) : lines.joined(separator: "\n")
  }

  /// What the feedbacks with these names have answered and done most recently, each after a new line.
  func recent(_ names: [String]) -> String {
    names.map { name in
      let lines = recorder.answers(of: name).suffix(3)
      if lines.isEmpty { return "\n\(nothing(of: name))" }
      return "\nWhat \(name) did last:\n\(lines.joined(separator: "\n"))"
    }.joined()
  }

  /// Says why there are no lines of a feedback.
  func nothing(of name: String) -> String {
    if isKnown(name) { return "\(name) has done nothing yet." }
    let known = running.loop.feedbacks
    let others = known.isEmpty ? "none" : known.map { "\($0)" }.joined(separator: ", ")
    return "No feedback is named \(name). The feedbacks are: \(others)."
  }

  /// Whether a feedback has this name.
  func isKnown(_ name: String) -> Bool {
    // NB: a feedback does not know its elements, which a name may tell.
    let base = FeedbackName(name).base
    return running.loop.feedbacks.contains { $0.isMeant(by: name) || $0.isMeant(by: base) }
  }
}

/// The part of a run that a test must assert.
public enum Exhaustivity: Hashable, Sendable {
  /// All of it: each transition and each drop in order, and that no effect is alive at the end.
  case on

  /// Any part of it. A call that expects a transition or a drop skips those before the first match,
  /// and warns how many there were. Without a closure, the state is not compared.
  case off
}
