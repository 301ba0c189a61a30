import SpinCore
import SpinTestSupport

/// The state of every generated loop on gears.
///
/// Each event burns fuel. A loop without fuel sends nothing, so all loops come to rest.
struct Cog: Sendable {
  var value: Int
  var fuel: Int
  /// How many events have made it.
  var number = 0
}

/// The event of every generated loop on gears, and the message of every gear.
///
/// Two are equal if a feedback that sends by edge is not to send the second after the first.
struct Message: Sendable, Equatable {
  /// Which loop has sent it; negative for those that are posted or emitted.
  var sender: Int
  /// Which of its feedbacks.
  var slot = 0
  var kind: Int
  /// The number of the transition that it is about, or of the post.
  var stamp: Int
  /// For an event, the feedback that has received it.
  var receiver: Int?

  static func == (left: Message, right: Message) -> Bool {
    (left.sender, left.slot, left.kind) == (right.sender, right.slot, right.kind)
  }

  /// Tells it from all others.
  var name: MessageName { MessageName(sender: sender, slot: slot, stamp: stamp) }
}

/// The identity of a message.
struct MessageName: Hashable, Sendable, CustomStringConvertible {
  var sender: Int
  var slot: Int
  var stamp: Int

  var description: String {
    sender < 0 ? "post \(stamp) of \(-sender)" : "loop \(sender).\(slot) at #\(stamp)"
  }
}

/// A generated feedback of a loop on gears.
enum GearLook: Sendable {
  /// Makes events of the messages of these kinds.
  case receiving(gear: Int, passes: [Bool])
  /// Sends the part of a value, by edge.
  case sending(gear: Int, parts: [Int?])
  /// Sends something about transitions to a value, by kind of the event.
  case sendingTransitions(gear: Int, kinds: [Int?])
  /// Has an immediate event in the description of transition 0.
  case opening(Int)
}

/// A generated loop on gears.
struct CogPlan: Sendable {
  var initial: Cog
  /// For each value and kind, the next value.
  var table: [[Int]]
  var feedbacks: [GearLook]
  /// Whether its output waits until the loop rests, as that of a durable loop waits for the store.
  var isGated = false
  /// Whether it runs on the runtime under test, or which one it runs on.
  var runtime: RuntimeUnderTest?

  func reduce(_ state: inout Cog, _ event: Message) {
    state.value = table[state.value][event.kind]
    if state.fuel > 0 { state.fuel -= 1 }
    state.number += 1
  }
}

/// A generated case of loops that gears connect.
struct GearPlan: Sendable {
  static let values = 4
  static let kinds = 3

  /// For each gear, whether it replays its newest message.
  var gears: [Bool]
  var loops: [CogPlan]
  var phases: [GearPhase]
}

/// What threads do at once, and whether all loops are settled afterwards.
struct GearPhase: Sendable {
  var threads: [[GearAct]]
  /// The gear into which another thread posts all the time.
  var flooded: Int?
  var settles: Bool

  /// Whether somebody posts who is no loop.
  var posts: Bool {
    flooded != nil || threads.joined().contains { if case .post = $0 { true } else { false } }
  }
}

/// Something that an outside thread does.
enum GearAct: Sendable {
  case emit(loop: Int, Int)
  case post(gear: Int, Int)
  /// Starts a loop, once.
  case start(Int)
  /// Stops a loop that was started.
  case stop(Int)
}

extension GearPlan: CustomStringConvertible {
  var description: String {
    var lines = ["gears, replaying: \(gears)"]
    for (index, loop) in loops.enumerated() {
      lines.append(
        "loop \(index) on \(loop.runtime.map { "\($0)" } ?? "the runtime under test"): "
          + "\(loop.initial) \(loop.table)\(loop.isGated ? ", output waits" : "")")
      for (slot, feedback) in loop.feedbacks.enumerated() { lines.append("  \(slot) \(feedback)") }
    }
    for phase in phases {
      let threads = phase.threads.map { "\($0)" }.joined(separator: " || ")
      let flood = phase.flooded.map { " || floods gear \($0)" } ?? ""
      lines.append("  \(threads)\(flood)\(phase.settles ? ", until settled" : "")")
    }
    return lines.joined(separator: "\n").replacing("DifferentialTests.", with: "")
  }
}
