import Foundation
import SpinAsync
import SpinRecording
import SpinTestSupport
import SpinTesting
import Testing

/// The example of the guide.
@Suite(.serialized) struct GuideTests {
  // snippet.cart
  struct Cart: Codable, Equatable, Sendable {
    enum Event: Codable, Equatable, Sendable { case add(String, price: Int), card(String), paid }
    var items: [String] = [], total = 0, card: String?, isPaid = false

    mutating func reduce(_ event: Event) {
      switch event {
      case .add(let item, let price):
        items.append(item)
        total += price
      case .card(let number): card = number
      case .paid: isPaid = true
      }
    }
  }

  func cart() -> Spin<Cart, Cart.Event> {
    Spin(initialState: Cart()) {
      Feedback(on: \.card) { _ in .run { .paid } }.named("pay")
      Reducer { $0.reduce($1) }
    }
  }
  // snippet.end

  @Test func aRunIsRecordedAndPlayed() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("cart.jsonl")
    // snippet.record
    let options = RunOptions<Cart, Cart.Event>(monitors: [
      .recording(
        to: file,
        masking: { if case .card = $0 { .card("…") } else { $0 } },
        maskingStates: { cart in
          var cart = cart
          if cart.card != nil { cart.card = "…" }
          return cart
        })
    ])
    let end = try await cart().withRunning(on: .async, options: options) { running in
      try await running.send(.add("tea", price: 4))
      try await running.send(.card("4242 4242"))
      return try await running.settled()
    }
    // snippet.end
    #expect(end.isPaid && end.card == "4242 4242")
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("4242 4242"))

    // snippet.replay
    let log = try RunLog<Cart, Cart.Event>(contentsOf: file)
    var replay = try log.replay(cart())
    while replay.stepForward() {
      let entry = log.entries.first { $0.outcome.number == replay.number }
      print(replay.number, entry?.sender ?? .start, replay.state.total)
    }
    replay.move(to: 1)
    #expect(replay.state.items == ["tea"])
    // snippet.end
    #expect(replay.event == .add("tea", price: 4))

    // snippet.difference
    let changed = Spin<Cart, Cart.Event>(initialState: Cart()) {
      Reducer { cart, event in
        cart.reduce(event)
        cart.total = min(cart.total, 3)
      }
    }
    var other = try log.replay(changed)
    other.move(to: 1)
    #expect(other.state.total == 3)
    // snippet.end

    // snippet.rehearse
    #expect(try log.rehearse(cart()) == nil)
    let strict = Spin<Cart, Cart.Event>(initialState: Cart()) {
      Feedback(on: { $0.total > 10 ? $0.card : nil }) { _ in .run { .paid } }.named("pay")
      Reducer { $0.reduce($1) }
    }
    print(try log.rehearse(strict)?.description ?? "goes as it went")
    // snippet.end
    #expect(
      try log.rehearse(strict)?.description
        == "After event 2 card(\"…\") from outside, this effect is not described any more: pay #1 (body)."
    )
  }

  // snippet.folder
  @Test func theRunsOfLastWeekGoAsTheyWent() {
    expectRehearsals(of: recordings(in: "Runs"), by: cart())
  }
  // snippet.end

  @Test func whatTheRunDoesWrong() throws {
    // snippet.fault
    let file = recordings(in: "Runs")[0]
    let run = try RunLog<Cart, Cart.Event>(contentsOf: file).replay(cart())
    #expect(run.state(at: 1).total == 4)
    // snippet.end
  }

  @Test func aRunIsRecordedInMemory() async throws {
    // snippet.memory
    let record = RunRecord<Cart, Cart.Event>(limit: 1_000)
    let options = RunOptions<Cart, Cart.Event>(monitors: [.recording(into: record)])
    try await cart().withRunning(on: .async, options: options) { running in
      try await running.send(.card("4242 4242"))
      try await running.settled()
    }
    for entry in record.log.entries { print(entry.sender, entry.outcome, entry.effects) }
    // snippet.end
    #expect(record.log.numbers == 0...2)
    #expect(record.log.entries[1].effects.map(\.description) == ["pay #1 (body)"])
  }
}
