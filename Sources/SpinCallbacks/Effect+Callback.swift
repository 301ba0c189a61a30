public import SpinCore

extension Effect {
  /// Registers a callback that emits.
  ///
  /// ```swift
  /// Feedback.source {
  ///   .callback { emit in
  ///     let watch = sensor.watch { value in emit(.measured(value)) }
  ///     return Cancellation { watch.end() }
  ///   }
  /// }
  /// ```
  ///
  /// The effect finishes when the last copy of its emitter is gone, or when it is told to.
  ///
  /// With the default strategy on a feedback that sees every state, the first event that is reduced
  /// cancels the registration: give such an effect to `on:`, to a source or to a feedback that
  /// continues.
  ///
  /// *Isolation*: registered and cancelled by the loop, or on the feedback's executor.
  ///
  /// *Cancellation*: an effect that is cancelled before it was registered is never registered.
  /// Otherwise the cancellation runs exactly once: when the effect is cancelled or has finished.
  ///
  /// - Parameter register: Called once a run; returns a cancellation that undoes the registration.
  /// - Returns: An effect that finishes with its emitter.
  public static func callback(
    _ register: @escaping @Sendable (_ emit: Emitter<Event>) -> Cancellation
  ) -> Effect {
    Effect(work: .registration(register))
  }

  /// Registers a callback that emits, or fails to.
  ///
  /// - Parameters:
  ///   - register: Like that of the form that cannot throw.
  ///   - map: Turns the error into an event, with which the effect finishes.
  /// - Returns: An effect that finishes with its emitter.
  public static func callback<Failure: Error>(
    _ register: @escaping @Sendable (_ emit: Emitter<Event>) throws(Failure) -> Cancellation,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    .callback { emit in
      do throws(Failure) {
        return try register(emit)
      } catch {
        emit.finish(with: map(error))
        return .none
      }
    }
  }

  /// Refuses a closure that throws and has no `catch:`.
  @available(
    *, unavailable, message: "A body that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func callback(
    _ register: @escaping @Sendable (_ emit: Emitter<Event>) throws -> Cancellation
  ) -> Effect { .none }
}
