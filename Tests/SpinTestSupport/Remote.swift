internal import SpinCallbacks
package import SpinCore

/// Remotely controlled effects: each has a name, and emits when the test tells it to.
///
/// It writes `+name` into its transcript when an effect is registered, and `-name` when the effect
/// is cancelled.
package final class Remote<Event: Sendable>: Sendable {
  package let log: Transcript<String>
  private let emitters = Guarded<[String: Emitter<Event>]>([:])

  package init(log: Transcript<String> = Transcript()) {
    self.log = log
  }

  /// Makes the effect of a name.
  ///
  /// `onCancel` is called when the registration is cancelled, before the transcript is written.
  package func effect(
    _ name: some CustomStringConvertible, onCancel: @escaping @Sendable () -> Void = {}
  ) -> Effect<Event> {
    let name = name.description
    return .callback { [self] emit in
      let old = emitters.withLock { emitters in
        defer { emitters[name] = emit }
        return emitters[name]
      }
      withExtendedLifetime(old) {}  // An emitter's last copy must not be released under the lock.
      log("+\(name)")
      return Cancellation { [log] in
        onCancel()
        log("-\(name)")
      }
    }
  }

  /// Emits through the emitter of the effect registered last under a name.
  @discardableResult
  package func emit(_ event: Event, from name: some CustomStringConvertible) -> EmitResult? {
    emitter(name)?(event)
  }

  /// The emitter of the effect registered last under a name.
  package func emitter(_ name: some CustomStringConvertible) -> Emitter<Event>? {
    emitters.withLock { $0[name.description] }
  }

  /// Drops the emitter of an effect, which finishes it.
  package func finish(_ name: some CustomStringConvertible) {
    let name = name.description
    _ = emitters.withLock { $0.removeValue(forKey: name) }
  }

  /// Drops all emitters.
  package func finishAll() {
    _ = emitters.withLock { emitters in
      defer { emitters = [:] }
      return emitters
    }
  }
}
