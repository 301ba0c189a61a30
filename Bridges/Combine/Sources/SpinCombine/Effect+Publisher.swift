internal import SpinCallbacks
public import SpinCore

#if canImport(Combine)
  public import Combine
#else
  public import OpenCombine
#endif

extension Effect {
  /// Subscribes to a publisher, whose values are the events of the effect.
  ///
  /// ```swift
  /// Feedback(on: \.query) { query in
  ///   .publisher { catalogue.titles(matching: query).map(Event.found) }
  /// }
  /// ```
  ///
  /// The effect ends when the publisher completes. The effect requests all values at once. If the mailbox
  /// has a bound and no room, the mailbox drops an event, as its policy says.
  ///
  /// *Ordering*: what the publisher delivers on the loop's thread while it is being subscribed to is
  /// immediate, as ``/SpinCallbacks/SpinCore/Effect/subscription(_:)`` says: `Just(event)` is `.just(event)`.
  ///
  /// *Isolation*: the loop calls the closure and subscribes, or the feedback's executor does. The
  /// publisher may deliver its values on any thread.
  ///
  /// *Cancellation*: cancels the subscription. Values that are delivered later are dropped.
  ///
  /// - Parameter publisher: Makes the publisher, once for each execution.
  /// - Returns: An effect that ends with the publisher.
  public static func publisher<Source: Publisher & SendableMetatype>(
    _ publisher: @escaping @Sendable () -> Source
  ) -> Effect where Source.Output == Event, Source.Failure == Never {
    .subscription { emit in
      let subscription = publisher().sink(
        receiveCompletion: { _ in emit.finish() }, receiveValue: { emit($0) })
      return Cancellation(ending: subscription) { $0.cancel() }
    }
  }

  /// Subscribes to a publisher that can fail.
  ///
  /// ```swift
  /// Feedback(on: \.query) { query in
  ///   .publisher {
  ///     library.titles(matching: query).map(Event.found)
  ///   } catch: {
  ///     .failed("\($0)")
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: As for the form that cannot fail.
  ///   - map: Turns the failure into the last event of the effect. Called on the thread that delivers
  ///     the failure. Like any value of the publisher, the event needs room in a mailbox that has a bound.
  /// - Returns: An effect that ends with the publisher.
  public static func publisher<Source: Publisher & SendableMetatype>(
    _ publisher: @escaping @Sendable () -> Source,
    catch map: @escaping @Sendable (Source.Failure) -> Event
  ) -> Effect where Source.Output == Event {
    .subscription { emit in
      let subscription = publisher().sink(
        receiveCompletion: { completion in
          if case .failure(let failure) = completion { emit(map(failure)) }
          emit.finish()
        },
        receiveValue: { emit($0) })
      return Cancellation(ending: subscription) { $0.cancel() }
    }
  }
}
