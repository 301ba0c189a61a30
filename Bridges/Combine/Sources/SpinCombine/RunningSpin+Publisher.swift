public import SpinAsync
internal import SpinCallbacks
public import SpinCore
internal import Synchronization

#if canImport(Combine)
  public import Combine
#else
  public import OpenCombine
#endif

extension RunningSpin {
  /// A publisher of the states: first the newest, and then every following one.
  ///
  /// ```swift
  /// running.publisher.map(\.titles).removeDuplicates().sink { show($0) }
  ///   .store(in: &cancellables)
  /// ```
  ///
  /// Each subscription observes the loop. A subscriber that requests fewer values than there are
  /// states gets the newest state with its next request. The publisher completes when the loop has
  /// stopped, even if a subscriber has not requested the last state, and after that it publishes the last
  /// state to each new subscriber. If the handle is gone,
  /// it only completes. It does not keep the loop alive.
  ///
  /// *Isolation*: the loop delivers the states. A subscriber that requests a value later gets it on
  /// the thread that requests it.
  public var publisher: AnyPublisher<State, Never> {
    Deferred { [weak self] in self?.publisherOfThisRun ?? Empty().eraseToAnyPublisher() }
      .eraseToAnyPublisher()
  }

  /// A publisher for one subscription.
  private var publisherOfThisRun: AnyPublisher<State, Never> {
    if isStopped { return Just(state).eraseToAnyPublisher() }
    let newest = Newest<State>()
    let tokens = [
      observe { newest.subject.send(($0.number, $0.state)) },
      onFinished { newest.subject.send(completion: .finished) },
    ]
    return newest.subject
      .compactMap { newest.take($0) }
      .handleEvents(
        receiveCompletion: { _ in withExtendedLifetime(tokens) {} },
        receiveCancel: { for token in tokens { token.cancel() } }
      )
      .eraseToAnyPublisher()
  }
}

/// The newest state, for one subscription.
///
/// NB: a subject delivers a value twice, or after a newer one, if it is requested on one thread while another
/// sends.
final class Newest<State: Sendable>: @unchecked Sendable {
  let subject = CurrentValueSubject<(number: Int, state: State)?, Never>(nil)
  // Guard: the lock of the subject.
  private let taken = Mutex(-1)

  /// The state, unless the subscriber has it.
  func take(_ next: (number: Int, state: State)?) -> State? {
    guard let next else { return nil }
    let isNew = taken.withLock { taken in
      defer { taken = max(taken, next.number) }
      return next.number > taken
    }
    return isNew ? next.state : nil
  }
}

extension AnyPublisher where Failure == Never {
  /// Starts a spin, which runs until the subscription is cancelled or released.
  ///
  /// ```swift
  /// AnyPublisher
  ///   .start(spin: levelsSpin)
  ///   .store(in: &cancellables)
  /// ```
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - runtime: The runtime that executes the loop.
  ///   - options: The settings of the run.
  /// - Returns: The subscription, which keeps the loop.
  public static func start<Event: Sendable>(
    spin: Spin<Output, Event>, on runtime: some SpinRuntime = .async,
    options: RunOptions<Output, Event> = RunOptions()
  ) -> AnyCancellable where Output: Sendable {
    let running = spin.start(on: runtime, options: options)
    return AnyCancellable { running.stop() }
  }

  /// Makes a publisher that starts a spin for each of its subscribers, and publishes the states.
  ///
  /// The loop stops when the subscription is cancelled.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - runtime: The runtime that executes the loops.
  ///   - options: The settings of each run.
  /// - Returns: A publisher of all states, beginning with the initial one.
  public static func stream<Event: Sendable>(
    from spin: Spin<Output, Event>, on runtime: some SpinRuntime = .async,
    options: RunOptions<Output, Event> = RunOptions()
  ) -> AnyPublisher where Output: Sendable {
    Deferred {
      let running = spin.start(on: runtime, options: options)
      return running.publisher.handleEvents(receiveCancel: { running.stop() })
    }
    .eraseToAnyPublisher()
  }
}
