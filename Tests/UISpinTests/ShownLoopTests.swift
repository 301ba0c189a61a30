import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing
import UITestSupport

@testable import SpinTTY

/// A spin that is shown runs in its own loop, and its inputs are entries of that loop's mailbox.
@Suite struct ShownLoopTests {
  private typealias Word = Spin<[String], String>

  private static let words = Word(initialState: []) { Reducer { $0.append($1) } }

  private static func ui(_ spin: Word, _ key: @escaping @Sendable ([String]) -> String?)
    -> UISpin<[String], String>
  {
    UISpin(spin) { words, _ in
      Text(words.joined(separator: " "))
    } keys: {
      Control.input { input in
        if case .event(.text(let text, _)) = input.kind { text } else { nil }
      }
      Key("!", help: "do") { key($0) }
    }
  }

  // MARK: Order

  /// Whoever enters an input or emits, from wherever.
  @Test(.promises("26.1", "26.2"), arguments: RuntimeUnderTest.all)
  func theClosureOfAKeyMayEmitWhichComesBehindItsOwnEvent(
    _ runtime: RuntimeUnderTest
  ) async {
    let box = WeakBox<UISpin<[String], String>>()
    let ui = Self.ui(Self.words) { words in
      box.value?.emit("emitted")
      return "key after \(words.count)"
    }
    box.value = ui
    let rehearsal = ui.rehearse(on: runtime())
    rehearsal.input("a!".utf8)
    await rehearsal.idle()
    #expect(rehearsal.state == ["a", "key after 1", "emitted"])
    rehearsal.input("!!".utf8)
    await rehearsal.idle()
    #expect(rehearsal.state.count == 7)
    rehearsal.stop()
  }

  @Test(.promises("26.1"), arguments: RuntimeUnderTest.all)
  func theClosureOfAKeyMayStopTheRun(_ runtime: RuntimeUnderTest) async throws {
    let box = WeakBox<UISpin<[String], String>>()
    let drops = Drops()
    let ui = Self.ui(Self.words) { words in
      box.value?.stop()
      _ = box.value?.state
      return "last"
    }
    box.value = ui
    let rehearsal = ui.rehearse(on: runtime(), options: drops.options())
    rehearsal.input("a!b!".utf8)
    let end = try await ui.finished()
    #expect(end == UIRunResult(state: ["a", "last"], reason: .stopped))
    #expect(drops.entries == [])
    await rehearsal.idle()
  }

  @Test(.promises("26.1", "26.5"), arguments: RuntimeUnderTest.all)
  func inputsAndEventsOfSeveralThreadsAreEachTakenOnceInTheirOrder(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<[Int], Int>(initialState: []) {
      DropRepeats(within: .seconds(1)) { $0 < 0 ? $0 : nil }
      Reducer { $0.append($1) }
    }
    let ui = UISpin(spin) { _, _ in
    } keys: {
      Control.input { input in
        if case .resized(let size) = input.kind { size.columns } else { nil }
      }
    }
    let run = try ui.claim(runtime(), .stopped)
    let host = RehearsalHost(run)
    run.begin(host)
    await onThreads(4) { thread in
      for number in 0..<300 {
        let number = thread * 1_000 + number
        if thread < 2 {
          run.receive(UserInput(.resized(Size(columns: number, rows: 1))))
        } else {
          _ = run.emit(number, at: .unknown)
        }
      }
    }
    let mark = host.newMark()
    await host.pass(mark) { run.mark(mark) }
    let taken = run.state
    #expect(taken.count == 1_200)
    for thread in 0..<4 {
      #expect(taken.filter { $0 / 1_000 == thread } == (0..<300).map { thread * 1_000 + $0 })
    }
    ui.stop()
    _ = try await ui.finished()
  }

  // MARK: Repeats

  /// The program would go on forever.
  @Test(.promises("26.4"))
  func theEventOfASignalIsNoRepeat() {
    let time = ManualScheduler()
    let spin = Word(initialState: []) {
      DropRepeats(within: .seconds(10)) { $0 }
      Reducer { $0.append($1) }
    }
    let ui = UISpin(spin) { _, _ in
    } keys: {
      Key("s", help: "save", "save")
      Control.input { if case .terminating = $0.kind { "save" } else { nil } }
    }
    let rehearsal = ui.rehearse(on: .callersThread(scheduler: time))
    rehearsal.input("ss".utf8)
    #expect(rehearsal.state == ["save"])
    rehearsal.terminate()
    #expect(rehearsal.state == ["save", "save"])
    #expect(rehearsal.end == .signal(15))
  }

  // MARK: Memory

  @Test(arguments: RuntimeUnderTest.all)
  func nothingOfARunIsLeft(_ runtime: RuntimeUnderTest) async throws {
    weak var run: UIRun<[String], String>?
    weak var shown: ShownLoop<[String], String>?
    weak var spun: UISpin<[String], String>?
    let isGone = Gate()
    do {
      let token = Token { isGone.open() }
      let ui = Self.ui(Self.words) { _ in
        withExtendedLifetime(token) {}
        return "do"
      }
      let rehearsal = ui.rehearse(on: runtime())
      run = ui.latest.withLock { $0 }
      shown = run?.shown
      spun = ui
      rehearsal.input("ab!".utf8)
      ui.perform(.bell)
      await rehearsal.idle()
      _ = rehearsal.frame()
      ui.stop()
      _ = try await ui.finished()
    }
    await isGone.wait()
    #expect(spun == nil)
    #expect(run == nil)
    #expect(shown == nil)
  }

  @Test func aRunThatCouldNotBeginLeavesNothing() async throws {
    weak var shown: ShownLoop<[String], String>?
    let drops = Drops()
    do {
      let ui = Self.ui(Self.words) { _ in nil }
      let run = try ui.claim(CallbackRuntime.callersThread, .stopped, drops.options())
      shown = run.shown
      ui.perform(.bell)
      run.receive(UserInput(.event(.text("a"))))
      ui.emit("b")
      run.fail(TerminalError(.claim, "no"))
      #expect(ui.perform(.bell) == .dropped(.stopped))
      #expect(ui.state == [])
      await #expect(throws: TerminalError.self) { try await ui.finished() }
    }
    #expect(shown == nil)
  }

  // MARK: Parts

  @Test(arguments: RuntimeUnderTest.all)
  func theConditionMaySeeTheInitialStateOfTheOptions(_ runtime: RuntimeUnderTest) async throws {
    let ui = UISpin(Self.words) { _, _ in
    } keys: {
      Key("+", help: "", "below")
      Key.quit("q")
    } layers: {
      Layer(when: { $0.first == "open" }) { _, _ in
        Text("open")
      } keys: {
        Key("+", help: "", "above")
      }
    }
    var options = RunOptions<[String], String>()
    options.initialState = ["open"]
    let rehearsal = ui.rehearse(on: runtime(), options: options)
    rehearsal.input("+".utf8)
    await rehearsal.idle()
    #expect(rehearsal.state == ["open", "above"])
    rehearsal.stop()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aKeyMayReachTheStateThatEndsTheRun(_ runtime: RuntimeUnderTest) async throws {
    let ui = Self.ui(Self.words) { _ in nil }
    let rehearsal = ui.rehearse(on: runtime(), until: .reached { $0.count == 2 })
    rehearsal.input("a!b!c".utf8)
    #expect(try await ui.finished() == UIRunResult(state: ["a", "b"], reason: .reached))
    withExtendedLifetime(rehearsal) {}
  }

  /// Their deinit may read the state.
  @Test(arguments: RuntimeUnderTest.all)
  func theObjectsOfInputsAreReleasedOutsideOfTheLock(_ runtime: RuntimeUnderTest) async throws {
    let ui = Self.ui(Self.words) { _ in nil }
    let released = Transcript<Int>()
    for way in 0..<3 {
      let token = Token { [weak ui] in released(ui?.state.count ?? -1) }
      let rehearsal = ui.rehearse(on: runtime())
      switch way {
      case 0:
        ui.perform(.run(ChildCommand("vi")) { [token] _ in token.description })
        await rehearsal.idle()
        rehearsal.finishProgram()
      case 1:
        ui.perform(.copy(String(repeating: "x", count: 100_001)) { [token] _ in token.description })
      default: ui.perform(.copy("x") { [token] _ in token.description })
      }
      await rehearsal.idle()
      rehearsal.stop()
    }
    try await released.until(count: 3)
  }
}

/// A reference that closures of a loop hold weakly.
private final class WeakBox<Value: AnyObject & Sendable>: Sendable {
  private struct Reference { weak var value: Value? }
  private let reference = Guarded(Reference())
  var value: Value? {
    get { reference.withLock { $0.value } }
    set { reference.withLock { $0.value = newValue } }
  }
}

/// Tells of its release.
private final class Token: Sendable, CustomStringConvertible {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
  var description: String { "token" }
}
