public import SpinAsync
internal import SpinCallbacks
public import SpinCore

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
  /// stopped and the subscriber has got the last state. After that it publishes the last state to each new
  /// subscriber. If the handle is gone, it only completes. It does not keep the loop alive.
  ///
  /// *Isolation*: the loop delivers the states. A subscriber that requests a value later gets it on
  /// the thread that requests it, and a state that comes while another is delivered on the thread that
  /// delivers.
  public var publisher: AnyPublisher<State, Never> {
    States<State>(keepsAll: false) { [weak self] delivery in
      guard let self else {
        delivery.end()
        return nil
      }
      // NB: in this order, so that a loop that has stopped shows its last state before its end.
      let tokens = [observe { delivery.push($0.state) }, onFinished { delivery.end() }]
      return AnyCancellable { for token in tokens { token.cancel() } }
    }
    .eraseToAnyPublisher()
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
  /// - Returns: A publisher of all states, beginning with the initial one. Those that a subscriber has not requested
  ///   wait for it.
  public static func stream<Event: Sendable>(
    from spin: Spin<Output, Event>, on runtime: some SpinRuntime = .async,
    options: RunOptions<Output, Event> = RunOptions()
  ) -> AnyPublisher where Output: Sendable {
    States<Output>(keepsAll: true) { delivery in
      var options = options
      options.observers.append(
        Observer({ delivery.push($0.state) }, atEnd: { delivery.end() }))
      let running = spin.start(on: runtime, options: options)
      return AnyCancellable { running.stop() }
    }
    .eraseToAnyPublisher()
  }
}
