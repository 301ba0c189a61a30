import AllocationCounter
import Harness
import SpinAsync
import SpinCallbacks
import Synchronization

/// A gear, and loops that receive its messages and add them up.
final class Audience: Sendable {
  let gear = Gear<Int>()
  private let loops: [RunningSpin<Int, Step>]

  init(_ count: Int) {
    let gear = gear
    let spin = Spin<Int, Step>(initialState: 0) {
      Feedback(filteredBy: { $0 < 0 }) { _ in .just(.add(1)) }
      Feedback.receiving(from: gear) { .add($0) }
      Reducer { count, step in add(&count, step) }
    }
    loops = (0..<count).map { _ in
      spin.start(on: .callersThread) { transition in precondition(transition.number >= 0) }
    }
  }

  var heard: Int { loops.reduce(0) { $0 + $1.state } }
}

/// The cost of a message for each of a number of receivers; an operation is one message to one
/// receiver.
private func gear(
  _ receivers: Int, _ operations: Int, against: String? = nil, limit: Double? = nil
) -> Measurement {
  let audience = Mutex<Audience?>(nil)
  let name = "message, for each of \(receivers) receivers, caller's thread"
  return Measurement(name, operations: operations, against: against, limit: limit) { count in
    let audience = audience.withLock { audience in
      let made = audience ?? Audience(receivers)
      audience = made
      return made
    }
    let before = audience.heard
    for _ in 0..<count / receivers { audience.gear.post(1) }
    precondition(audience.heard - before == count)
  }
}

/// Two loops that send each other numbers through a gear; an operation is a message.
private func pingPong(_ runtime: @escaping @Sendable () -> any SpinRuntime, _ count: Int) async {
  let gear = Gear<Int>()
  func player(_ parity: Int) -> RunningSpin<Int, Int> {
    Spin<Int, Int>(initialState: 0) {
      Feedback.receiving(from: gear) { $0 % 2 == parity ? $0 : nil }
      Feedback.sendingTransitions(to: gear) { transition in
        transition.event.flatMap { $0 < count ? $0 + 1 : nil }
      }
      Reducer { number, new in number = new }
    }
    .start(on: runtime())
  }
  let (ping, pong) = (player(0), player(1))
  try? await settled(ping, pong)
  gear.post(1)
  try? await settled(ping, pong)
  precondition(max(ping.state, pong.state) == count)
}

/// The cost of messages between loops, by the number of receivers and from loop to loop.
let gears = [
  gear(1, 100_000),
  gear(
    10, 100_000, against: "message, for each of 1 receivers, caller's thread", limit: 1.1),
  gear(
    1_000, 1_000_000, against: "message, for each of 10 receivers, caller's thread", limit: 2),
  Measurement("message from loop to loop, caller's thread", operations: 10_000) {
    await pingPong({ .callersThread }, $0)
  },
  Measurement("message from loop to loop, queues", operations: 10_000) {
    await pingPong({ .callbacks }, $0)
  },
  Measurement("message from loop to loop, tasks", operations: 10_000) {
    await pingPong({ .async }, $0)
  },
]

/// Has receivers join a gear, get a message and leave, and prints the memory that stays in use.
func receiversComeAndGo(_ count: Int) async {
  let gear = Gear<Int>(replayingLatest: true)
  let first = gear.observe { precondition($0 >= 0) }
  let (bytes, time) = (Int(heap_bytes()), ContinuousClock.now)
  for number in 0..<count {
    let token = gear.observe { precondition($0 >= 0) }
    gear.post(number)
    token.cancel()
  }
  let duration = ContinuousClock.now - time
  print(
    "\(count) receivers that came and went: \(Int(heap_bytes()) - bytes) bytes more, in \(duration)"
  )
  first.cancel()
}
