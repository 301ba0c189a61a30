import Foundation
import Logging
import ServiceLifecycle
import SpinAsync
import SpinServiceLifecycle
import Synchronization
import Testing
import UnixSignals

// snippet.service
struct Orders: Equatable, Sendable {
  enum Event: Equatable, Sendable { case order(Int), done(Int), terminate }
  var open: [Int] = [], isStopping = false
}

func orders(_ deliver: @escaping @Sendable (Int) async -> Void) -> Spin<Orders, Orders.Event> {
  Spin(initialState: Orders()) {
    Feedback(forEach: \.open) { id in
      .run {
        await deliver(id)
        return .done(id)
      }
    }
    Reducer { orders, event in
      switch event {
      case .order(let id): if !orders.isStopping { orders.open.append(id) }
      case .done(let id): orders.open.removeAll { $0 == id }
      case .terminate: orders.isStopping = true
      }
    }
  }
}

/// Takes orders until SIGTERM, and delivers those that are open then.
func main(
  _ running: RunningSpin<Orders, Orders.Event>, beside server: some Service, logger: Logger
) async throws {
  let service = SpinService(running, onGracefulShutdown: .terminate, until: .settled)
  let group = ServiceGroup(
    services: [service, server], gracefulShutdownSignals: [.sigterm], logger: logger)
  try await group.run()
}
// snippet.end

struct ExampleTests {
  /// Takes an order, and then ends the process as an operator does.
  private struct Server: Service {
    let running: RunningSpin<Orders, Orders.Event>

    func run() async throws {
      running.emit(.order(1))
      kill(getpid(), SIGTERM)
      try await gracefulShutdown()
    }
  }

  @Test func afterSIGTERMOpenOrdersAreDelivered() async throws {
    let delivered = Mutex<[Int]>([])
    let running = orders { id in delivered.withLock { $0.append(id) } }.start(on: .async)
    try await main(
      running, beside: Server(running: running),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    #expect(running.state == Orders(isStopping: true))
    #expect(delivered.withLock { $0 } == [1])
  }
}
