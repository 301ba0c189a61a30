import SpinCore

/// What the feedbacks of every generated spin look at: a small value, and fuel that each event burns.
///
/// Without fuel no feedback has work, so every generated loop comes to rest.
struct Wheel: Hashable, Codable, Sendable {
  static let values = 5

  var value = 0
  var fuel = 0
  /// How many events have made it.
  var number = 0
  @Pulse var pulse: Int?
  /// The pulse as the model knows it: the value, and how often it was assigned.
  var mirror = PulseMirror()
  var attempt = Attempt<Int, Int>()
  private var keptPulse = Pulse<Int?>(wrappedValue: nil)
  private var keptMirror = PulseMirror()

  init(value: Int = 0, fuel: Int = 0) {
    self.value = value
    self.fuel = fuel
  }

  /// What effects are chosen by; `nil` without fuel.
  var key: Int? { fuel > 0 ? value : nil }
}

/// A pulse, written out.
struct PulseMirror: Hashable, Codable, Sendable {
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

  var isNothing: Bool { if case .assign([]) = self { true } else { false } }
}

/// What an event does to the attempt.
enum AttemptPlan: CaseIterable, Sendable {
  case nothing, start, succeed, retryOrFail, fail, cancel, reset
}

extension Wheel {
  mutating func heed(_ plan: AttemptPlan) {
    switch plan {
    case .nothing: break
    case .start: attempt.start(retrying: .constant(.milliseconds(1 + value), attempts: 3))
    case .succeed: attempt.succeed(value)
    case .retryOrFail: attempt.retryOrFail(value)
    case .fail: attempt.fail(value)
    case .cancel: attempt.cancel()
    case .reset: attempt.reset()
    }
  }

  mutating func heed(_ plan: PulsePlan) {
    switch plan {
    case .assign(let values): for value in values { assign(value) }
    case .mutate(let number):
      // NB: an optional value is mutated where it is, even if there is none.
      pulse? += number
      mirror.count += 1
      mirror.value = mirror.value.map { $0 + number }
      if let value = mirror.value { assign(value % Wheel.values) }
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
