public import SpinCore

extension RunningPart {
  /// Observes the part.
  ///
  /// The closure first receives the newest state of the part, then its state after each step. It
  /// receives `nil` while the part does not exist.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Parameter observe: The closure to call with the part.
  /// - Returns: The token, which ends the observation when it is cancelled or released.
  public func observe(_ observe: @escaping @Sendable (Part?) -> Void) -> ObservationToken {
    ObservationToken(join(observe).cancel)
  }

  /// Observes the part on the main actor.
  ///
  /// The closure first receives the newest state of the part, then each different one, in order. It
  /// receives `nil` while the part does not exist. If several values wait for the main actor, the
  /// closure receives only the newest one, unless it equals the previous one.
  ///
  /// *Isolation*: called on the main actor, within the step if the loop runs there. Both the loop
  /// and the main actor call `==`.
  ///
  /// *Cancellation*: the closure is not called again once `cancel()` has returned on the main
  /// actor.
  ///
  /// - Parameters:
  ///   - place: The main actor.
  ///   - observe: The closure to call with the part.
  /// - Returns: The token, which ends the observation when it is cancelled or released.
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
