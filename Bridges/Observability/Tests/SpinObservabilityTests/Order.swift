import SpinAsync
import SpinCallbacks
import SpinObservability

/// An order is paid, and then packed.
struct Order: Equatable, Sendable {
  enum Phase: Sendable { case new, paying, paid, packed }
  enum Event: Equatable, Sendable { case pay, paid, packed, cancel }
  var phase = Phase.new
}

func order(pause: Duration = .milliseconds(1)) -> Spin<Order, Order.Event> {
  Spin(initialState: Order()) {
    Feedback(while: { $0.phase == .paying }) { .after(pause, .paid) }.named("pay")
    Feedback(while: { $0.phase == .paid }) { .after(pause, .packed) }.named("pack")
    Reducer { order, event in
      switch event {
      case .pay: order.phase = .paying
      case .paid: order.phase = .paid
      case .packed: order.phase = .packed
      case .cancel: order.phase = .new
      }
    }
  }
}

/// Runtimes that run a test's steps where it emits, and elsewhere.
enum Place: CaseIterable, Sendable {
  case callersThread, queue, tasks

  func runtime(_ scheduler: any SpinScheduler) -> any SpinRuntime {
    switch self {
    case .callersThread: CallbackRuntime.callersThread(scheduler: scheduler)
    case .queue: CallbackRuntime(scheduler: scheduler)
    case .tasks: AsyncRuntime(scheduler: scheduler)
    }
  }
}
