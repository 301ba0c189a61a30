import SpinAsync
import SpinCallbacks
import SpinTesting
import Synchronization
import Testing

// snippet.effect
extension Effect {
  /// Subscribes to an observable, whose values are the events of the effect.
  static func observable(
    _ observable: @escaping @Sendable () -> Observable<Event>,
    catch map: @escaping @Sendable (any Error) -> Event
  ) -> Effect {
    .subscription { emit in
      let disposable = observable().subscribe(
        onNext: { emit($0) },
        onError: { error in
          emit(map(error))
          emit.finish()
        },
        onCompleted: { emit.finish() })
      return Cancellation(ending: disposable) { $0.dispose() }
    }
  }
}
// snippet.end

struct WrapAnObservable {
  // snippet.state
  struct Ticker: Equatable, Sendable {
    enum Event: Equatable, Sendable { case follow(String?), price(Int, of: String), failed(String) }
    var symbol: String?, price: Int?, problem: String?
  }
  // snippet.end

  // snippet.spin
  func ticker(_ exchange: Exchange) -> Spin<Ticker, Ticker.Event> {
    Spin(initialState: Ticker()) {
      Feedback(on: \.symbol) { symbol in
        .observable {
          exchange.prices(of: symbol).map { .price($0, of: symbol) }
        } catch: { error in
          .failed("\(error)")
        }
      }.named("prices")
      Reducer { ticker, event in
        switch event {
        case .follow(let symbol): ticker = Ticker(symbol: symbol)
        case .price(let price, of: let symbol):
          // A price that came at once is not taken back, even if another symbol is followed by now.
          if symbol == ticker.symbol { ticker.price = price }
        case .failed(let reason): ticker = Ticker(problem: reason)
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func anotherSymbolEndsTheSubscription() {
    let exchange = Exchange(["A": 3])
    let test = TestSpin(ticker(exchange))
    test.emit(.follow("A")) { $0.symbol = "A" }
    // The newest price comes at once.
    test.expect(.price(3, of: "A"), from: "prices") { $0.price = 3 }
    exchange.trade("A", at: 4)
    test.expect(.price(4, of: "A"), from: "prices") { $0.price = 4 }
    test.emit(.follow("B")) { $0 = Ticker(symbol: "B") }
    #expect(exchange.followed == ["B"])
    exchange.fail("B", Unreachable())
    test.expect(.failed("unreachable"), from: "prices") { $0 = Ticker(problem: "unreachable") }
    #expect(exchange.followed.isEmpty)
    test.finish()
  }
  // snippet.end

  @Test func theCompletionEndsTheEffect() {
    let exchange = Exchange(["A": 3])
    let test = TestSpin(ticker(exchange))
    test.emit(.follow("A")) { $0.symbol = "A" }
    test.expect(.price(3, of: "A"), from: "prices") { $0.price = 3 }
    test.expectRunning("prices")
    exchange.complete("A")
    test.run()
    test.expectRunning()
    #expect(exchange.followed.isEmpty)
    test.finish()
  }

  @Test func aPriceThatCameAtOnceIsNotTheOneOfTheNextSymbol() {
    let exchange = Exchange(["A": 3])
    let seen = Transcript<Ticker.Event>()
    let runtime = TestRuntime()
    let observer = Observer<Ticker, Ticker.Event> { if let event = $0.event { seen.add(event) } }
    let running = ticker(exchange).start(on: runtime, options: RunOptions(observers: [observer]))
    running.emit(.follow("A"))
    running.emit(.follow("B"))
    runtime.run()
    #expect(seen.all == [.follow("A"), .follow("B"), .price(3, of: "A")])
    #expect(running.state == Ticker(symbol: "B"))
    #expect(exchange.followed == ["B"])
  }

  @Test func onlyWhatIsFollowedHasASubscription() {
    explore(seeds: 300) { test in
      let exchange = Exchange(["A": 1, "B": 2])
      let running = ticker(exchange).start(on: test)
      test.concurrently(
        {
          for symbol in ["A", nil, "B", "A"] {
            running.emit(.follow(symbol))
            await Task.yield()
          }
        },
        {
          for price in 3...5 {
            for symbol in ["A", "B"] { exchange.trade(symbol, at: price) }
            await Task.yield()
          }
        },
        {
          await Task.yield()
          exchange.fail("B", Unreachable())
        })
      let state = running.state
      let followed = exchange.followed
      test.expect(followed == [state.symbol].compactMap(\.self), "\(state), \(followed)")
      test.expect(state.price == state.symbol.flatMap { exchange.price(of: $0) }, "\(state)")
    }
  }

  @Test(arguments: Host.allCases)
  func pricesArriveInOrderFromAnotherThread(_ host: Host) async throws {
    let exchange = Exchange(["A": 0])
    let prices = Transcript<Int?>()
    let running = ticker(exchange).start(on: host.runtime()) { prices.add($0.state.price) }
    try await running.send(.follow("A"))
    await running.idle()
    for price in 1...100 { exchange.trade("A", at: price) }
    try await running.send(.follow(nil))
    #expect(exchange.followed.isEmpty)
    #expect(prices.all == [nil, nil, 0] + Array(1...100) + [nil])
    running.stop()
    await running.finished()
  }

  /// Prices, as a hot observable that tells the newest one at once.
  final class Exchange: Sendable {
    private struct Follower {
      let symbol: String
      let onNext: @Sendable (Int) -> Void
      let onError: @Sendable (any Error) -> Void
      let onCompleted: @Sendable () -> Void
    }

    private struct Book {
      var prices: [String: Int]
      var followers: [Int: Follower] = [:]
      /// Kept, as some libraries keep closures that they no longer call.
      var ended: [Follower] = []
      var newest = 0
    }

    private let book: Mutex<Book>

    init(_ prices: [String: Int]) { book = Mutex(Book(prices: prices)) }

    /// The symbols that have a subscription.
    var followed: [String] { book.withLock { $0.followers.values.map(\.symbol).sorted() } }

    func price(of symbol: String) -> Int? { book.withLock { $0.prices[symbol] } }

    func prices(of symbol: String) -> Observable<Int> {
      Observable { onNext, onError, onCompleted in
        let follower = Follower(
          symbol: symbol, onNext: onNext, onError: onError, onCompleted: onCompleted)
        let (number, price) = self.book.withLock { book in
          book.newest += 1
          book.followers[book.newest] = follower
          return (book.newest, book.prices[symbol])
        }
        if let price { onNext(price) }
        return Disposable { self.remove([number]) }
      }
    }

    func trade(_ symbol: String, at price: Int) {
      let followers = book.withLock { book in
        book.prices[symbol] = price
        return book.followers.sorted { $0.key < $1.key }.map(\.value)
      }
      for follower in followers where follower.symbol == symbol { follower.onNext(price) }
    }

    func fail(_ symbol: String, _ error: any Error) { end(symbol) { $0.onError(error) } }

    func complete(_ symbol: String) { end(symbol) { $0.onCompleted() } }

    private func end(_ symbol: String, _ tell: (Follower) -> Void) {
      let numbers = book.withLock { book in
        book.followers.filter { $0.value.symbol == symbol }.keys.sorted()
      }
      let followers = remove(numbers)
      book.withLock { $0.ended += followers }
      for follower in followers { tell(follower) }
    }

    /// Forgets followers, whose closures are released outside of the lock.
    @discardableResult
    private func remove(_ numbers: [Int]) -> [Follower] {
      book.withLock { book in numbers.compactMap { book.followers.removeValue(forKey: $0) } }
    }
  }
}

/// A cold observable, as libraries have it: a class that need not be sendable.
final class Observable<Element> {
  typealias Subscribe = (
    _ onNext: @escaping @Sendable (Element) -> Void,
    _ onError: @escaping @Sendable (any Error) -> Void,
    _ onCompleted: @escaping @Sendable () -> Void
  ) -> Disposable

  private let begin: Subscribe

  init(_ begin: @escaping Subscribe) { self.begin = begin }

  func subscribe(
    onNext: @escaping @Sendable (Element) -> Void,
    onError: @escaping @Sendable (any Error) -> Void,
    onCompleted: @escaping @Sendable () -> Void
  ) -> Disposable {
    begin(onNext, onError, onCompleted)
  }

  func map<Other>(_ transform: @escaping @Sendable (Element) -> Other) -> Observable<Other> {
    Observable<Other> { onNext, onError, onCompleted in
      self.subscribe(
        onNext: { onNext(transform($0)) }, onError: onError, onCompleted: onCompleted)
    }
  }
}

/// Ends a subscription; not sendable.
final class Disposable {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) { self.end = end }

  func dispose() {
    end?()
    end = nil
  }
}
