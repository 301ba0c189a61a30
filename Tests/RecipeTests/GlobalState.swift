import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct GlobalState {
  // snippet.state
  struct Cart: Equatable, Sendable {
    enum Event: Equatable, Sendable { case add(String), remove(String) }
    var items: [String] = []
  }

  struct Shop: Equatable, Sendable {
    enum Event: Equatable, Sendable { case cart(Cart.Event), signedOut }
    var cart = Cart()
  }
  // snippet.end

  let shop = Spin<Shop, Shop.Event>(initialState: Shop()) {
    Reducer { shop, event in
      switch event {
      case .cart(.add(let item)): shop.cart.items.append(item)
      case .cart(.remove(let item)): shop.cart.items.removeAll { $0 == item }
      case .signedOut: shop = Shop()
      }
    }
  }

  // snippet.spin
  /// A screen, which knows nothing of the shop.
  struct CartScreen {
    let cart: RunningPart<Cart, Cart.Event>
    var rows: [String] { cart.state?.items ?? [] }
    func tapTea() { cart.emit(.add("tea")) }
  }
  // snippet.end

  // snippet.test
  @Test func screensShareTheState() {
    let shop = shop.start(on: .callersThread)
    let badge = Transcript<Int?>()
    let screen = CartScreen(cart: shop.scope(state: \.cart, event: Shop.Event.cart))
    let token = screen.cart.observe { badge.add($0?.items.count) }
    screen.tapTea()
    #expect(screen.rows == ["tea"])
    shop.emit(.signedOut)
    #expect(screen.rows.isEmpty && badge.all == [0, 1, 0])
    token.cancel()
  }
  // snippet.end

  @Test(arguments: Host.allCases)
  func aScreenWaitsForTheStateThatItShows(_ host: Host) async throws {
    let shop = shop.start(on: host.runtime())
    let cart = shop.scope(state: \.cart, event: Shop.Event.cart)
    var values = cart.values().makeAsyncIterator()
    #expect(await values.next() == Cart())
    for item in ["tea", "milk"] { cart.emit(.add(item)) }
    #expect(await values.next() == Cart(items: ["tea"]))
    #expect(await values.next() == Cart(items: ["tea", "milk"]))
    shop.stop()
    #expect(await values.next() == nil as Cart??)
    await shop.finished()
  }
}
