import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct Middleware {
  // snippet.state
  struct Cart: Equatable, Sendable {
    enum Event: Equatable, Sendable { case add(String), checkOut, failed(String), signedOut }
    var items: [String] = []
  }
  // snippet.end

  // snippet.spin
  func responding<State, Event>(
    to isMeant: @escaping @Sendable (Event) -> Bool, with event: Event
  ) -> Feedback<State, Event> {
    .transitions { transition in
      transition.event.map(isMeant) == true ? .just(event) : .none
    }
  }

  func tracking<State, Event>(
    _ track: @escaping @Sendable (Event, State) -> Void
  ) -> Observer<State, Event> {
    Observer { transition in
      if let event = transition.event { track(event, transition.state) }
    }
  }
  // snippet.end

  // snippet.cart
  var cart: Spin<Cart, Cart.Event> {
    Spin(initialState: Cart()) {
      responding(to: { $0 == .failed("no session") }, with: .signedOut).named("session")
      Reducer { cart, event in
        if case .add(let item) = event { cart.items.append(item) }
        if case .signedOut = event { cart = Cart() }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func everyEventIsTrackedAndALostSessionSignsOut() {
    let tracked = Transcript<String>()
    let options = RunOptions(observers: [
      tracking { (event: Cart.Event, cart: Cart) in tracked.add("\(event) \(cart.items.count)") }
    ])
    let running = cart.start(on: .callersThread, options: options)
    for event in [.add("tea"), .failed("no session")] as [Cart.Event] { running.emit(event) }
    #expect(
      tracked.all == [#"add("tea") 1"#, #"failed("no session") 1"#, "signedOut 0"])
  }
  // snippet.end
}
