import SpinAsync
import SpinCallbacks
import SpinCombine
import Synchronization
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// When the subscriptions of effects begin and end.
struct SubscribingTests {
  /// Adds the numbers of a publisher as long as the state is below a limit.
  private func adding<Source: Publisher & SendableMetatype>(
    below limit: Int, _ source: @escaping @Sendable () -> Source
  ) -> Spin<Int, Int> where Source.Output == Int, Source.Failure == Never {
    Spin(initialState: 0) {
      Feedback(while: { $0 < limit }, effect: source)
      Reducer { $0 += $1 }
    }
  }

  @Test func aPublisherMayDeliverOnAnotherThread() async throws {
    for runtime in runtimes {
      let spin = adding(below: 5_050) {
        Deferred {
          Future<Int, Never> { promise in
            let promise = UncheckedPromise(call: promise)
            Task.detached { promise.call(.success(100)) }
          }
          .flatMap { (1...$0).publisher }
        }
      }
      #expect(try await spin.start(on: runtime).settled() == 5_050)
    }
  }

  private struct UncheckedPromise: @unchecked Sendable {
    let call: Future<Int, Never>.Promise
    // Guard: the lock of the future.
  }

  /// On the caller's thread, the step of the value cancels the subscription that still delivers it.
  @Test func aValueMayCancelItsOwnSubscription() async throws {
    let values = PassthroughSubject<Int, Never>()
    let log = Transcript<String>()
    let running = adding(below: 2) {
      values.handleEvents(receiveCancel: { log.add("cancelled") })
    }
    .start(on: .callersThread)
    for number in [1, 1, 1] { values.send(number) }
    #expect(try await running.settled() == 2)
    #expect(log.all == ["cancelled"])
  }

  @Test func aValueDuringSubscriptionMayCancelIt() async throws {
    let log = Transcript<String>()
    let spin = adding(below: 1) {
      CurrentValueSubject<Int, Never>(1)
        .handleEvents(receiveCancel: { log.add("cancelled") })
    }
    for runtime in runtimes { #expect(try await spin.start(on: runtime).settled() == 1) }
    #expect(log.all == ["cancelled", "cancelled", "cancelled"])
  }

  @Test func aValueAfterTheCancellationIsDropped() async throws {
    let drops = Transcript<DropReason>()
    let stubborn = Stubborn()
    let running = adding(below: 1) { stubborn }
      .start(on: .callersThread, options: RunOptions(onDrop: { drops.add($0.reason) }))
    for number in [1, 2, 3] { stubborn.send(number) }
    #expect(try await running.settled() == 1)
    #expect(drops.all == [])  // The sink itself keeps them back.
    #expect(stubborn.demands == [.unlimited])
  }

  /// A publisher that pays no heed to its cancellation, and notes demands.
  private final class Stubborn: Publisher, Sendable {
    typealias Output = Int
    typealias Failure = Never
    private let content = Mutex<Content>(Content())

    private struct Content: @unchecked Sendable {
      var subscriber: AnySubscriber<Int, Never>?
      var demands: [Subscribers.Demand] = []
      // Guard: the mutex.
    }

    var demands: [Subscribers.Demand] { content.withLock { $0.demands } }

    func send(_ number: Int) { _ = content.withLock { $0 }.subscriber?.receive(number) }

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Int, Downstream.Failure == Never {
      let box = Content(subscriber: AnySubscriber(subscriber))
      content.withLock { $0.subscriber = box.subscriber }
      subscriber.receive(subscription: Demanded(publisher: self))
    }

    private struct Demanded: Subscription {
      let publisher: Stubborn
      let combineIdentifier = CombineIdentifier()

      func request(_ demand: Subscribers.Demand) {
        publisher.content.withLock { $0.demands.append(demand) }
      }
      func cancel() {}
    }
  }

  @Test func aBoundedMailboxDropsWhatItHasNoRoomFor() async throws {
    let values = PassthroughSubject<Int, Never>()
    let drops = Transcript<Int>()
    var options = RunOptions<Int, Int>(onDrop: { drops.add($0.event) })
    options.mailbox = .bounded(2, .dropNewest)
    let running = adding(below: 100) { values }.start(on: .callersThread, options: options)
    running.suspend()
    for number in [1, 2, 3] { values.send(number) }
    running.resume()
    #expect(running.state == 3)
    #expect(drops.all == [3])
    running.stop()
  }

  @Test func aPublisherIsReleasedWithItsEffect() async throws {
    final class Payload: Sendable {}
    let running: RunningSpin<Int, Int>
    weak var released: Payload?
    do {
      let payload = Payload()
      released = payload
      let source = Once(payload)
      running = adding(below: 1) {
        let payload = source.take()
        return PassthroughSubject<Int, Never>()
          .handleEvents(receiveCancel: { withExtendedLifetime(payload) {} })
      }
      .start(on: .callersThread)
    }
    #expect(released != nil)
    running.emit(1)
    try await running.settled()
    #expect(released == nil)
  }

  /// A value that is taken once.
  private final class Once<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>
    init(_ value: Value?) { self.value = Mutex(value) }
    func take() -> Value? {
      value.withLock { value in
        defer { value = nil }
        return value
      }
    }
  }
}
