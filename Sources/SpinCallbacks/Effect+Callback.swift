public import SpinCore

extension Effect {
  /// Registers a callback that emits events.
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
  /// The effect finishes when the last copy of its emitter is released, or when the emitter
  /// finishes it.
  ///
  /// With the default strategy on a feedback that receives every state, the first reduced event
  /// cancels the registration. Use such an effect with `on:`, in a source, or in a feedback that
  /// continues.
  ///
  /// *Isolation*: the loop registers and cancels the callback, or the feedback's executor does.
  ///
  /// *Cancellation*: an effect that is cancelled before its registration is never registered.
  /// Otherwise the cancellation runs exactly once, when the effect is cancelled or has finished.
  ///
  /// - Parameter register: Called once for each execution; returns a cancellation that undoes the
  ///   registration.
  /// - Returns: An effect that finishes with its emitter.
  public static func callback(
    _ register: @escaping @Sendable (_ emit: Emitter<Event>) -> Cancellation
  ) -> Effect {
    .registering(register)
  }

  /// Subscribes to a source that may have events at once, such as a publisher or an observable of another
  /// library.
  ///
  /// ```swift
  /// Feedback.source {
  ///   .subscription { emit in
  ///     let watch = sensor.watch { value in emit(.measured(value)) }
  ///     return Cancellation { watch.end() }
  ///   }
  /// }
  /// ```
  ///
  /// It is a ``callback(_:)`` whose first events are like those of ``/SpinCore/Effect/just(_:)``.
  ///
  /// *Ordering*: the events that `subscribe` emits on the loop's thread before it returns are
  /// **immediate**: cancellation does not drop them. A source that has one value at once is therefore like
  /// `.just(value)`, except that an event from outside may come before it if the loop has accepted that event before it
  /// began. Later events, and those from other threads, are delivered. All events of a
  /// subscription are delivered if its feedback has an executor, or if the effect has several works or
  /// stages.
  ///
  /// *Isolation*, *Cancellation*: as for ``callback(_:)``.
  ///
  /// - Parameter subscribe: Called once for each execution; returns a cancellation that ends the
  ///   subscription.
  /// - Returns: An effect that finishes with its emitter.
  public static func subscription(
    _ subscribe: @escaping @Sendable (_ emit: Emitter<Event>) -> Cancellation
  ) -> Effect {
    .registering(isSubscription: true, subscribe)
  }

  /// Registers a callback that emits events, by a closure that can throw.
  ///
  /// - Parameters:
  ///   - register: As for the form that cannot throw.
  ///   - map: Turns the error into the last event of the effect.
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

  /// Refuses a closure that throws without `catch:`.
  @available(
    *, unavailable, message: "A body that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func callback(
    _ register: @escaping @Sendable (_ emit: Emitter<Event>) throws -> Cancellation
  ) -> Effect { .none }
}
