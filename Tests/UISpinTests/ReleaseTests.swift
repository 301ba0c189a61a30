import SpinAsync
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@testable import SpinTTY

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A `UISpin` is the handle of its run.
@Suite struct ReleaseTests {
  /// Holds the only reference to a `UISpin`, which a closure of its loop may release.
  private final class Holder: Sendable {
    private let ui = Guarded<UISpin<Int, Int>?>(nil)

    func hold(_ ui: UISpin<Int, Int>) { self.ui.withLock { $0 = ui } }

    func release() {
      let old = ui.withLock { ui in
        defer { ui = nil }
        return ui
      }
      withExtendedLifetime(old) {}
    }
  }

  private typealias Run = UIRun<Int, Int>

  /// Makes a run and its only handle, which is not begun yet.
  private func run(
    of spin: Spin<Int, Int>, on runtime: any SpinRuntime, in holder: Holder,
    _ options: RunOptions<Int, Int> = RunOptions()
  ) throws -> Run {
    let ui = UISpin(spin) { value, _ in
      Text("\(value)")
    } keys: {
      Key("+", help: "more", 1)
    }
    holder.hold(ui)
    return try ui.claim(runtime, .stopped, options)
  }

  private static let sum = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }

  @Test(arguments: RuntimeUnderTest.all)
  func aReleasedUISpinEndsItsRunLikeAHandle(_ runtime: RuntimeUnderTest) async throws {
    let (holder, cancelled) = (Holder(), Gate())
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .callback { _ in Cancellation { cancelled.open() } } }
      Reducer { $0 += $1 }
    }
    let run = try run(of: spin, on: runtime(), in: holder)
    let host = RehearsalHost(run)
    run.begin(host)
    #expect(run.emit(1, at: .unknown) == .accepted)
    let mark = host.newMark()
    await host.pass(mark) { run.mark(mark) }
    #expect(run.reason == nil)
    holder.release()
    #expect(run.reason == .released)
    #expect(run.emit(1, at: .unknown) == .dropped(.stopped))
    run.receive(UserInput(.event(.text("+"))))
    await cancelled.wait()
    #expect(try await run.ended == UIRunResult(state: 1, reason: .released))
  }

  enum Place: CaseIterable { case reducer, feedback, observer, effect, drop }

  @Test(arguments: RuntimeUnderTest.all, Place.allCases)
  func aClosureOfTheLoopMayReleaseIt(_ runtime: RuntimeUnderTest, _ place: Place) async throws {
    let holder = Holder()
    @Sendable func leave(_ here: Place) { if here == place { holder.release() } }
    let spin = Spin<Int, Int>(initialState: 0) {
      DropRepeats(within: .seconds(3_600)) { $0 == 1 ? true : nil }
      Feedback.sideEffect { if $0 == 1 { leave(.feedback) } }
      Feedback(on: { $0 == 1 ? true : nil }) { _ in
        .run {
          leave(.effect)
          return nil
        }
      }
      Reducer { value, step in
        value += step
        if value == 1 { leave(.reducer) }
      }
    }
    var options = RunOptions<Int, Int>(observers: [
      Observer { if $0.state == 1 { leave(.observer) } }
    ])
    options.onDrop = { if $0.reason == .repeated { leave(.drop) } }
    let run = try run(of: spin, on: runtime(), in: holder, options)
    let host = RehearsalHost(run)
    run.begin(host)
    _ = run.emit(1, at: .unknown)
    if place == .drop { _ = run.emit(1, at: .unknown) }
    #expect(try await run.ended == UIRunResult(state: 1, reason: .released))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func whatIsReleasedBeforeItsRunBeginsStartsNothing(_ runtime: RuntimeUnderTest) async throws {
    let (holder, log) = (Holder(), Transcript<String>())
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source {
        .callback { _ in
          log.append("started")
          return .none
        }
      }
      Reducer { $0 += $1 }
    }
    let run = try run(of: spin, on: runtime(), in: holder)
    _ = run.emit(1, at: .unknown)
    holder.release()
    let host = RehearsalHost(run)
    run.begin(host)
    #expect(try await run.ended == UIRunResult(state: 0, reason: .released))
    #expect(log.entries == [])
  }

  @Test func oneThreadMayReleaseWhatAnotherUses() async throws {
    for _ in 1...20 {
      let holder = Holder()
      let run = try run(of: Self.sum, on: .callbacks, in: holder)
      let host = RehearsalHost(run)
      run.begin(host)
      async let emitting: Void = onThread { while run.emit(1, at: .unknown).isAccepted {} }
      async let releasing: Void = onThread { holder.release() }
      _ = await (emitting, releasing)
      #expect(try await run.ended.reason == .released)
    }
  }

  @Test func aRunThatIsOverKeepsItsReason() throws {
    let holder = Holder()
    let run = try run(of: Self.sum, on: .callersThread, in: holder)
    let host = RehearsalHost(run)
    run.begin(host)
    run.stop()
    holder.release()
    #expect(run.reason == .stopped)
    #expect(try run.conclusion == UIRunResult(state: 0, reason: .stopped))
  }

  @Test func aRehearsalIsTheHandleOfItsRun() {
    let rehearsal = UISpin(Score.spin, render: Score.view, keys: { Score.keys })
      .rehearse(on: .callersThread)
    rehearsal.input("+".utf8)
    #expect(rehearsal.state.value == 1)
    #expect(rehearsal.end == nil)
    rehearsal.stop()
  }

  // MARK: The owner of a view

  private final class Owner: Sendable {
    @Sendable func view(_ score: Score, _ screen: Screen) -> any View { Text("\(score.value)") }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func keysReduceNothingOnceTheOwnerOfTheViewIsGone(_ runtime: RuntimeUnderTest) async {
    let ui = UISpin(spin: Score.spin) { Score.keys }
    var owner: Owner? = Owner()
    if let owner { ui.render(on: owner, using: Owner.view) }
    let rehearsal = ui.rehearse(on: runtime())
    rehearsal.input("+".utf8)
    await rehearsal.idle()
    #expect(rehearsal.frame().isEmpty == false)
    owner = nil
    rehearsal.input("+".utf8)
    #expect(rehearsal.end == .released)
    rehearsal.stop()
    #expect(ui.state.value == 1)
    #expect(rehearsal.frame() == [], "The last frame stays.")
  }

  @Test(arguments: [UIOptions.fullScreen, .inline])
  func theNextFrameFindsOutThatTheOwnerIsGone(_ options: UIOptions) {
    let ui = UISpin(spin: Score.spin, options: options) { Score.keys }
    var owner: Owner? = Owner()
    if let owner { ui.render(on: owner, using: Owner.view) }
    let rehearsal = ui.rehearse(on: .callersThread)
    #expect(rehearsal.frame().isEmpty == false)
    owner = nil
    #expect(rehearsal.end == nil)
    #expect(rehearsal.frame() == [])
    #expect(rehearsal.end == .released)
  }

  /// While another program has the terminal, there are no frames.
  @Test(arguments: RuntimeUnderTest.all)
  func aLoopThatRestsFindsOutThatTheOwnerIsGone(_ runtime: RuntimeUnderTest) async throws {
    let ui = UISpin(spin: Score.spin) { Score.keys }
    var owner: Owner? = Owner()
    if let owner { ui.render(on: owner, using: Owner.view) }
    let rehearsal = ui.rehearse(on: runtime())
    await rehearsal.idle()
    owner = nil
    rehearsal.emit(.add(1))
    #expect(try await ui.finished() == UIRunResult(state: Score(value: 1), reason: .released))
    rehearsal.stop()
  }

  @Test func anOwnerThatIsGoneBeforeTheRunBeginsEndsIt() {
    let ui = UISpin(spin: Score.spin) { Score.keys }
    ui.render(on: Owner(), using: Owner.view)
    let rehearsal = ui.rehearse(on: .callersThread)
    #expect(rehearsal.end == .released)
    #expect(rehearsal.state == Score())
  }

  /// Nothing can be read from it any more, but the program can go on.
  @Test func aRunInTheBackgroundDoesNotHoldIt() async {
    await #expect(processExitsWith: .success) {
      setenv("SPINTTY", "plain", 1)
      // Keys may come forever.
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { exit(2) }
      dup2(ends[0], 0)
      let (began, cancelled) = (Gate(), Gate())
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback.source {
          .callback { _ in
            began.open()
            return Cancellation { cancelled.open() }
          }
        }
        Reducer { $0 += $1 }
      }
      var ui: UISpin? = UISpin(spin, plain: .nothing) { _, _ in
      } keys: {
        Key("q", help: "more", 1)
      }
      weak let observed = ui
      ui?.start(on: .callbacks)
      await began.wait()
      ui = nil
      if observed != nil { exit(1) }
      await cancelled.wait()
    }
  }
}
