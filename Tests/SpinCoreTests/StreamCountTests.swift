import Synchronization
import Testing

@testable import SpinCore

/// The states that a stream has taken.
///
/// The loop counts those for a stream that has left. If it counts one while the stream leaves, the stream comes
/// later with a smaller number, and the loop then waited for a state that nobody had.
struct StreamCountTests {
  @Test func theGreatestNumberOfTakenStatesCounts() {
    let mailbox = Mailbox(TypeOps(Int.self), names: [nil], onDrop: nil)
    let part = ExecutionPart(of: .execution(feedback: 0, serial: 1), mailbox)
    let emitter = EffectEmitter(part)
    for count: UInt64 in [1, 3, 2] { emitter.askedForState(taken: count) }
    #expect(part.taken.load(ordering: .acquiring) == 3)
  }
}
