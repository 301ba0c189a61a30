import SpinCore

/// The state of every generated spin: a small value, and fuel that each event burns.
///
/// Without fuel no feedback has work, so every generated loop comes to rest.
struct Wheel: Hashable, Sendable {
  var value: Int
  var fuel: Int
  /// How many events have made it.
  var number = 0
  @Pulse var pulse: Int?
  /// The pulse as the model knows it: the value, and how often it was assigned.
  var mirror = PulseMirror()
  private var keptPulse: Pulse<Int?>
  private var keptMirror = PulseMirror()

  init(value: Int, fuel: Int) {
    self.value = value
    self.fuel = fuel
    keptPulse = Pulse(wrappedValue: nil)
  }

  /// What effects are chosen by; `nil` without fuel.
  var key: Int? { fuel > 0 ? value : nil }
}

/// A pulse, written out.
struct PulseMirror: Hashable, Sendable {
  var value: Int?
  var count = 0
}

/// What an event does to the pulse.
enum PulsePlan: Sendable {
  /// Assigns these, one after another.
  case assign([Int?])
  /// Adds to the value where it is.
  case mutate(Int)
  /// Keeps the pulse, to bring it back.
  case keep
  case bringBack
}

extension Wheel {
  mutating func heed(_ plan: PulsePlan) {
    switch plan {
    case .assign(let values): for value in values { assign(value) }
    case .mutate(let number):
      // NB: an optional value is mutated where it is, even if there is none.
      pulse? += number
      mirror.count += 1
      mirror.value = mirror.value.map { $0 + number }
      if let value = mirror.value { assign(value % Plan.values) }
    case .keep: (keptPulse, keptMirror) = (_pulse, mirror)
    case .bringBack: (_pulse, mirror) = (keptPulse, keptMirror)
    }
  }

  mutating func assign(_ value: Int?) {
    pulse = value
    mirror.count += 1
    mirror.value = value
  }
}

/// The event of every generated spin.
struct Nudge: Hashable, Sendable {
  /// The column of the reducer's table.
  var kind: Int
  /// Tells apart what was emitted; 0 for the values in a description, -1 for those of a timer.
  var id = 0
  /// Whether the piece of work that delivers it is finished together with it.
  var isLast = false
  /// The transition that was being published when an observer emitted it.
  var echoOf: Int?
  /// Whether it has a reply, so that the loop keeps no copy of it.
  var asks = false
}

/// A generated case.
struct Plan: Sendable {
  static let values = 5
  static let kinds = 4

  var initial: Wheel
  /// For each value and kind, the next value.
  var table: [[Int]]
  var feedbacks: [FeedbackPlan]
  /// How many observers there are; those with an odd number want previous states.
  var observers: Int
  /// What the first observer emits from inside, by fuel.
  var echoes: [Int: Int]
  /// Where and when the loop is stopped from inside.
  var stop: StopPlan?
  /// With which fuel the first observer suspends the loop, which is resumed elsewhere a moment later.
  var suspends: Int?
  /// Whether whoever stops the loop does so by dropping its handle.
  var drops = false
  /// What drops repeats.
  var repeats: [RepeatPlan] = []
  /// For each kind of event, what it does to the pulse.
  var pulses = Array(repeating: PulsePlan.assign([]), count: kinds)
  /// What outside threads do, one phase after another, the threads of a phase at once.
  var phases: [[[Act]]]
  /// Whether the fuel is burnt, in the end, before the effects are let go.
  var burnsFirst: Bool

  func reduce(_ state: inout Wheel, _ event: Nudge) {
    state.value = table[state.value][event.kind]
    if state.fuel > 0 { state.fuel -= 1 }
    state.number += 1
    if state.fuel > 0 {
      state.heed(pulses[event.kind])
    } else if state.mirror.value != nil {
      state.assign(nil)
    }
  }

  /// Whether the reducer answers an event that asks; otherwise it lets the reply go.
  static func answers(_ event: Nudge) -> Bool { event.kind % 2 == 0 }

  /// Whether a closure of the spin stops the loop in this state.
  func stops(_ place: StopPlan.Place, _ state: Wheel) -> Bool {
    stop == StopPlan(place: place, fuel: state.fuel)
  }

  /// The strategy of a feedback; sources and streams have no use for one.
  func strategy(_ slot: Int) -> ExecutionStrategy {
    let feedback = feedbacks[slot]
    return feedback.look == .source || feedback.look == .stream
      ? .continueOnNewState : feedback.strategy
  }
}

/// Events that repeat each other.
struct RepeatPlan: Sendable {
  /// The interval, in milliseconds.
  var interval: Int
  /// For each kind of event, the key.
  var keys: [Int?]
  /// Whether all that have a key repeat each other.
  var isCondition: Bool

  func key(_ event: Nudge) -> Int? {
    isCondition ? keys[event.kind].map { _ in 0 } : keys[event.kind]
  }
}

/// A stop by a closure of the spin, when the fuel is just so.
struct StopPlan: Hashable, Sendable {
  enum Place: CaseIterable, Sendable { case reducer, selector, observer, feedback }

  var place: Place
  var fuel: Int
}

/// Something that an outside thread does.
enum Act: Sendable {
  /// Emits an event.
  case emit(Int)
  /// Emits an event, and waits elsewhere for its transition.
  case send(Int)
  /// Emits an event with a reply, and waits elsewhere for the answer.
  case ask(Int)
  /// Has the loop take no events.
  case suspend
  /// Has the loop take events again.
  case resume
  /// Lets an async body go on; the next one to come if there is none.
  case release(Int)
  /// Emits an event with the emitter of an effect, alive or not.
  case emitFromEffect(Int, Int)
  /// Finishes an effect by dropping its emitter, or by saying so.
  case finishEffect(Int, bySaying: Bool)
  /// Lets time pass.
  case advance(Int)
  /// Observes from now on.
  case observe
  /// Has the loop write down when it is settled next.
  case watch
  /// Waits until an event of its own was taken.
  case barrier
  /// Stops the loop, by saying so or by dropping its handle.
  case stop
}
