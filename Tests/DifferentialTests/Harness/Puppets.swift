import SpinCore
import SpinTestSupport

/// The effects that run, on strings: async bodies wait for their gates, emitters for their words.
final class Puppets<Event: Sendable>: Sendable {
  private struct Voice: Sendable {
    let emit: Emitter<Event>
    /// Whether others keep it, too, so that it finishes only by saying so.
    let isShared: Bool
  }

  private struct Strings: Sendable {
    var gates: [Gate] = []
    var emitters: [Voice] = []
    /// How many bodies to come need not wait.
    var passes = 0
    /// What the emitters to come are to emit.
    var words: [Int] = []
    var isOpen = false
  }

  private let strings = Guarded(Strings())

  /// A body has come; returns the gate to wait at.
  func gate() -> Gate {
    let gate = Gate()
    let isOpen = strings.withLock { strings in
      if strings.isOpen { return true }
      if strings.passes > 0 {
        strings.passes -= 1
        return true
      }
      strings.gates.append(gate)
      return false
    }
    if isOpen { gate.open() }
    return gate
  }

  /// An emitter has come, and is kept; returns what it is to emit.
  func keep(_ emit: Emitter<Event>, isShared: Bool = false) -> [Int] {
    let words = strings.withLock { strings -> [Int]? in
      guard !strings.isOpen else { return nil }
      strings.emitters.append(Voice(emit: emit, isShared: isShared))
      defer { strings.words = [] }
      return strings.words
    }
    if words == nil && isShared { emit.finish() }
    return words ?? []
  }

  /// An emitter has come, and is kept; it emits nothing now.
  func keepSilently(_ emit: Emitter<Event>) {
    strings.withLock { strings in
      if !strings.isOpen { strings.emitters.append(Voice(emit: emit, isShared: false)) }
    }
  }

  /// Opens one of the gates, or the next one.
  func release(_ number: Int) {
    let gate = strings.withLock { strings -> Gate? in
      guard !strings.gates.isEmpty else {
        strings.passes += 1
        return nil
      }
      return strings.gates.remove(at: number % strings.gates.count)
    }
    gate?.open()
  }

  /// Returns one of the emitters; if there is none, the next one is to emit a kind.
  func emitter(_ number: Int, for kind: Int) -> Emitter<Event>? {
    strings.withLock { strings in
      guard !strings.emitters.isEmpty else {
        strings.words.append(kind)
        return nil
      }
      return strings.emitters[number % strings.emitters.count].emit
    }
  }

  /// Lets go of one of the emitters.
  func finish(_ number: Int, bySaying: Bool) {
    let voice = strings.withLock { strings -> Voice? in
      guard !strings.emitters.isEmpty else { return nil }
      let index = number % strings.emitters.count
      return bySaying ? strings.emitters[index] : strings.emitters.remove(at: index)
    }
    // The last copy must not go under the lock.
    if let voice, bySaying || voice.isShared { voice.emit.finish() }
  }

  /// Lets everything go, now and in future.
  func open() {
    let (gates, emitters) = strings.withLock { strings in
      strings.isOpen = true
      defer {
        strings.gates = []
        strings.emitters = []
      }
      return (strings.gates, strings.emitters)
    }
    for gate in gates { gate.open() }
    for voice in emitters where voice.isShared { voice.emit.finish() }
  }
}
