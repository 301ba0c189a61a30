import SpinAsync
import SpinDurable
import SpinTesting
import Testing

/// The recipe *An idempotent payment*.
@Suite struct PaymentTests {
  // snippet.state
  struct Checkout: Codable, Equatable, Sendable {
    enum Event: Codable, Equatable, Sendable {
      case ordered(id: String, cents: Int)
      case paid(id: String)
      case refused(id: String, reason: String)
    }
    var unpaid: [String: Int] = [:], paid: Set<String> = [], refused: [String: String] = [:]

    mutating func reduce(_ event: Event) {
      switch event {
      case .ordered(let id, let cents):
        if !paid.contains(id), refused[id] == nil { unpaid[id] = cents }
      case .paid(let id):
        unpaid[id] = nil
        paid.insert(id)
      case .refused(let id, let reason):
        unpaid[id] = nil
        refused[id] = reason
      }
    }
  }
  // snippet.end

  // snippet.spin
  static func checkout(_ bank: Bank) -> Spin<Checkout, Checkout.Event> {
    Spin(initialState: Checkout()) {
      Feedback(forEach: \.unpaid) { id, cents in
        .run {
          try await bank.charge(cents, key: id)
          return .paid(id: id)
        } catch: {
          .refused(id: id, reason: "\($0)")
        }
      }.named("pay")
      Reducer { $0.reduce($1) }
    }
  }
  // snippet.end

  /// A bank that charges once for each key, however often it is asked.
  actor Bank {
    private(set) var charged: [String: Int] = [:]
    private(set) var requests = 0

    func charge(_ cents: Int, key: String) throws {
      requests += 1
      charged[key] = cents
    }
  }

  @Test func whateverCrashesAnOrderIsPaidOnce() {
    // snippet.test
    explore(seeds: 300) { test in
      let (store, bank) = (MemoryStore(), Bank())
      let before = try TestSpin(opening: Self.checkout(bank), in: store, on: test)
      let running = before.running
      test.concurrently(
        { _ = try? await running.send(.ordered(id: "7", cents: 1_000)) }, { store.crash() })
      before.crash()

      // The client does not know whether its order was kept, and sends it again.
      let after = try TestSpin(opening: Self.checkout(bank), in: store, on: test)
      let again = after.running
      test.concurrently({ _ = try? await again.send(.ordered(id: "7", cents: 1_000)) })
      test.expect(after.state.paid, equals: ["7"])
      test.concurrently({
        test.expect(await bank.charged, equals: ["7": 1_000])
      })
      after.crash()
    }
    // snippet.end
  }
}
