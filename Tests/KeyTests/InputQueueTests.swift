import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing

@testable import SpinTTY

/// Inputs that come faster than the reducer takes them, and ctrl-C behind them.
@Suite struct InputQueueTests {
  private static let interrupt = UserInput(.event(.key(KeyPress(.ctrl("c")))))

  private static func text(_ number: Int, on frame: Int = 1) -> UserInput {
    var map = FrameMap()
    map.number = frame
    return UserInput(.event(.text("\(number)")), on: map)
  }

  @Test func inputsKeepTheirOrderAndTheirFrames() {
    var queue = InputQueue()
    let inputs =
      (0..<2_000).map { Self.text($0, on: $0 / 300) } + [UserInput(.resized(.zero))]
      + (2_000..<3_000).map { Self.text($0, on: 9) }
    let added = inputs.map { queue.add($0) }
    #expect(added.firstIndex(of: true) == 0, "Whoever adds the first moves them.")
    #expect(added.count { $0 } == 1)
    var seen: [UserInput] = []
    while let input = queue.next() { seen.append(input) }
    #expect(seen.count == 1_024 && queue.delivered == 1_024)
    let moves = (0..<512).map { _ in queue.taken() }
    #expect(moves.firstIndex(of: true) == 511, "Only a mailbox that is half empty is filled.")
    repeat {
      while let input = queue.next() { seen.append(input) }
      while queue.delivered > 0, !queue.taken() {}
    } while seen.count < inputs.count
    #expect(seen == inputs)
  }

  @Test func ctrlCAndSignalsOvertakeWhatIsHeld() {
    var queue = InputQueue()
    for number in 0..<3_000 { _ = queue.add(Self.text(number)) }
    for _ in 0..<1_024 { _ = queue.next() }
    let signal = UserInput(.terminating(signal: 15))
    let beyond = queue.next()
    let moves = [queue.add(Self.interrupt), queue.add(signal)]
    #expect(beyond == nil && moves == [false, false], "The mailbox is full.")
    while !queue.taken() {}
    let seen = (0..<3).map { _ in queue.next() }
    #expect(seen == [Self.interrupt, signal, Self.text(1_024)])
  }

  @Test func anInputPassesOnlyIfNoneIsHeldAndNobodyMoves() {
    var queue = InputQueue()
    let early = [queue.pass(), queue.pass()]
    #expect(early == [true, false], "The first one's thread may still move inputs.")
    _ = queue.add(Self.text(2))
    let moved = [queue.next(), queue.next()]
    #expect(moved == [Self.text(2), nil] && queue.delivered == 2)
    while queue.pass() { _ = queue.next() }
    #expect(queue.delivered == InputQueue.most)
    let moves = queue.add(Self.text(3))
    #expect(!moves, "The mailbox is full.")
    while !queue.taken() {}
    let overtakes = queue.pass()
    #expect(!overtakes, "An input is held.")
    let held = [queue.next(), queue.next()]
    #expect(held == [Self.text(3), nil])
    let passes = queue.pass()
    #expect(passes)
  }

  @Test func withoutABacklogCtrlCKeepsItsPlace() {
    var queue = InputQueue()
    var seen: [UserInput] = []
    for input in [Self.text(1), Self.interrupt, Self.text(2)] {
      if queue.add(input) { while let input = queue.next() { seen.append(input) } }
    }
    #expect(seen == [Self.text(1), Self.interrupt, Self.text(2)])
  }

  /// As the loop and the terminal's thread may come after each other.
  @Test(arguments: 1...10)
  func whateverComesWhenEachInputIsDeliveredOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = InputQueue()
    var (added, mover) = (0, false)
    var seen: [UserInput] = []
    func note(_ moves: Bool) {
      #expect(!moves || !mover, "Two threads move inputs.")
      mover = mover || moves
    }
    while seen.count < 6_000 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        for _ in 0..<Int.random(in: 1..<600, using: &random) where added < 6_000 {
          let input = Self.text(added, on: added / 1_000)
          let passes = queue.pass()
          if passes { seen.append(input) }
          note(passes || queue.add(input))
          added += 1
        }
      case 1:
        for _ in 0..<Int.random(in: 1..<900, using: &random) where mover {
          if let input = queue.next() { seen.append(input) } else { mover = false }
        }
      default:
        for _ in 0..<Int.random(in: 1..<600, using: &random) where queue.delivered > 0 {
          note(queue.taken())
        }
      }
      #expect(queue.delivered <= InputQueue.most)
      let isStuck = !mover && queue.delivered == 0 && seen.count < added
      #expect(!isStuck, "Nobody would move what is held.")
      if isStuck { return }
    }
    #expect(seen == (0..<6_000).map { Self.text($0, on: $0 / 1_000) })
  }

  private enum Event: Sendable { case text(TextInput.Action), interrupt }

  /// A spin that waits at its first key until the gate opens.
  private static func ui(
    _ gate: Gate, _ interrupts: Transcript<Int>, quits: Bool
  ) -> UISpin<Int, Event> {
    let spin = Spin<Int, Event>(initialState: 0) {
      Reducer { count, event in
        switch event {
        case .text:
          if count == 0 { gate.waitBlocking() }
          count += 1
        case .interrupt: interrupts(count)
        }
      }
    }
    return UISpin(spin) { _, _ in
      TextInput(TextInput.Model()).id("text")
    } keys: {
      Control("text") { .text($0) }
      if quits { Key.quit(.ctrl("c")) } else { Key(.ctrl("c"), help: "stop", .interrupt) }
    }
  }

  @Test func ctrlCDoesNotWaitBehindALongText() async throws {
    let gate = Gate()
    let ui = Self.ui(gate, Transcript<Int>(), quits: true)
    let run = try ui.claim(.callbacks, .stopped)
    run.inputs.withLock { $0.holds = true }
    let host = RehearsalHost(run)
    run.begin(host)
    for _ in 0..<20_000 { run.receive(UserInput(.event(.text("a")))) }
    run.receive(Self.interrupt)
    gate.open()
    let result = try await run.ended
    #expect(result == UIRunResult(state: 1_024, reason: .quit))
  }

  @Test func textThatCtrlCHasOvertakenFollowsIt() async throws {
    let gate = Gate()
    let interrupts = Transcript<Int>()
    let ui = Self.ui(gate, interrupts, quits: false)
    let run = try ui.claim(.callbacks, .reached { $0 == 5_000 })
    run.inputs.withLock { $0.holds = true }
    let host = RehearsalHost(run)
    run.begin(host)
    for _ in 0..<5_000 { run.receive(UserInput(.event(.text("a")))) }
    run.receive(Self.interrupt)
    gate.open()
    let result = try await run.ended
    #expect(result == UIRunResult(state: 5_000, reason: .reached))
    #expect(interrupts.entries == [1_024])
  }
}
