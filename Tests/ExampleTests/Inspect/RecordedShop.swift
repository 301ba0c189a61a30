import Foundation
import SpinCore
import SpinRecording
import SpinTesting
import TerminalTestSupport

/// A program whose runs are recorded, so that there is something to inspect: a search, and a payment that fails
/// at first.
struct RecordedShop: Codable, Equatable, Sendable {
  enum Event: Codable, Sendable {
    case typed(String), found([String]), add(String, price: Int), pay, paid(Receipt), failed(String)
  }

  struct Item: Codable, Equatable, Sendable {
    let title: String
    let price: Int
  }

  struct Receipt: Codable, Equatable, Sendable { let number: Int }

  struct Failure: Error {}

  var query = ""
  var titles: [String] = []
  var cart: [Item] = []
  var total = 0
  /// What is being paid.
  var payment: Int?
  var receipt: Receipt?

  /// The definition; `discount` is what the reducer takes off each price.
  static func spin(discount: Int) -> Spin<RecordedShop, Event> {
    Spin(initialState: RecordedShop()) {
      Feedback(on: { $0.query.isEmpty ? nil : $0.query }) { query in
        .run { .found(["tea", "teapot", "tray"].filter { $0.hasPrefix(query) }) }
          .delayed(by: .milliseconds(300))
      }.named("search")
      Feedback(on: \.payment) { total in
        .run(retrying: .constant(.seconds(1), attempts: 2)) {
          (attempt: Int) throws(Failure) in
          if attempt == 1 { throw Failure() }
          return .paid(Receipt(number: total))
        } catch: { _ in
          .failed("offline")
        }
      }.named("pay")
      Reducer { shop, event in
        switch event {
        case .typed(let query): shop.query = query
        case .found(let titles): shop.titles = titles
        case .add(let title, let price):
          shop.cart.append(Item(title: title, price: price - discount))
          shop.total += price - discount
        case .pay: shop.payment = shop.total
        case .paid(let receipt): (shop.payment, shop.receipt) = (nil, receipt)
        case .failed: shop.payment = nil
        }
      }
    }
  }

  /// The same run each time: its file, with the time of its begin replaced.
  static func record(
    in folder: TemporaryFolder, as name: String = "shop.jsonl", discount: Int = 0,
    keeping states: StateKeeping = .all
  ) throws -> String {
    let file = folder.url.appendingPathComponent(name)
    let test = TestRuntime()
    let options = RunOptions<RecordedShop, Event>(
      name: "shop", monitors: [.recording(to: file, keeping: states)], seed: 7)
    let running = spin(discount: discount).start(on: test, options: options)
    func emit(_ event: Event, then time: Duration, line: UInt) {
      running.emit(event, fileID: "Shop/ShopView.swift", line: line)
      test.advance(by: time)
    }
    emit(.typed("t"), then: .milliseconds(120), line: 30)
    emit(.typed("te"), then: .milliseconds(700), line: 30)
    emit(.add("tea", price: 4), then: .milliseconds(900), line: 41)
    emit(.add("teapot", price: 19), then: .milliseconds(400), line: 41)
    emit(.pay, then: .milliseconds(250), line: 52)
    emit(.typed("tr"), then: .seconds(2), line: 30)
    running.stop()
    test.run()
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing(
      /"began":"[^"]*"/, with: #""began":"2026-11-29T10:00:00Z""#
    ).write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }
}
