public import SpinCore

extension RunningPart {
  /// Observes the part with a closure.
  ///
  /// It first gets the newest state of the part, then the one after each step; `nil` while there is no
  /// such part.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Parameter observe: The closure to call with the part.
  /// - Returns: The token that ends the observation when it is cancelled or dropped.
  public func observe(_ observe: @escaping @Sendable (Part?) -> Void) -> ObservationToken {
    let leaving = join(observe)
    return ObservationToken { leaving.cancel() }
  }

  /// Observes the part on the main actor.
  ///
  /// It first gets the newest state of the part, then each different one, in order; `nil` while
  /// there is no such part. If the main actor is late it gets the newest of those that wait, unless
  /// that equals the one it got before.
  ///
  /// *Isolation*: called on the main actor; within the step if the loop runs there. `==` is called by
  /// both.
  ///
  /// *Cancellation*: the closure is not called again once `cancel()` has returned on the main actor.
  ///
  /// - Parameters:
  ///   - place: The main actor.
  ///   - observe: The closure to call with the part.
  /// - Returns: The token that ends the observation when it is cancelled or dropped.
  public func observe(
    on place: ObservationPlace, _ observe: @escaping @MainActor @Sendable (Part?) -> Void
  ) -> ObservationToken where Part: Equatable {
    let relay = DifferenceRelay<Part?>(isAtHome: isolation == .mainActor, observe)
    let leaving = join { relay.take($0) }
    return ObservationToken { [end = relay.end] in
      end()
      leaving.cancel()
    }
  }
}
