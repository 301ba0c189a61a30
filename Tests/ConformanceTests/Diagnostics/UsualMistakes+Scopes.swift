extension MessageTests {
  private static func mistake(
    _ description: String, line: Int = 0, _ message: String, _ scope: String
  ) -> UsualMistake {
    UsualMistake(
      description: description, line: 18 + line, message: message,
      snippet: """
        private struct Clock: Equatable, Sendable {
          enum Event: Sendable { case tick }
          var seconds = 0
          static let spin = Spin<Clock, Event>(initialState: Clock()) { Reducer { _, _ in } }
        }
        private struct Page: Sendable {
          enum Event: Sendable { case turn }
          static let spin = Spin<Page, Event>(initialState: Page()) { Reducer { _, _ in } }
        }
        private enum BoardEvent: Sendable {
          case clock(Clock.Event), page(Page.Event)
          var clock: Clock.Event? { if case .clock(let event) = self { event } else { nil } }
          var page: Page.Event? { if case .page(let event) = self { event } else { nil } }
        }
        private struct Board: Sendable {
          var clock = Clock(), page = Page()
        }
        private let board = Spin<Board, BoardEvent>(initialState: Board()) { \(scope)
          Reducer { _, _ in }
        }
        """)
  }

  /// Mistakes about scopes and inside their lists.
  static let scopeMistakes = [
    mistake(
      "a mistyped part", "value of type 'Board' has no member 'clok'",
      "Scope(state: \\.clok, event: BoardEvent.clock, from: \\.clock) { Clock.spin }"),
    mistake(
      "a mistyped event of a part", "type 'BoardEvent' has no member 'clok'",
      "Scope(state: \\.clock, event: BoardEvent.clok, from: \\.clock) { Clock.spin }"),
    mistake(
      "a mistyped inverse", "value of type 'BoardEvent' has no member 'clok'",
      "Scope(state: \\.clock, event: BoardEvent.clock, from: \\.clok) { Clock.spin }"),
    mistake(
      "a scope without an inverse", "A scope needs from:",
      "Scope(state: \\.clock, event: BoardEvent.clock) { Clock.spin }"),
    mistake(
      "a part that cannot be compared", "requires that 'Page' conform to 'Equatable'",
      "Scope(state: \\.page, event: BoardEvent.page, from: \\.page) { Page.spin }"),
    mistake(
      "the spin of another part",
      "cannot convert value of type 'Page' to expected argument type 'Clock'",
      "Scope(state: \\.clock, event: BoardEvent.clock, from: \\.clock) { Page.spin }"),
    mistake(
      "the event of another part", "instance member 'page' cannot be used on type 'BoardEvent'",
      "Scope(state: \\.clock, event: BoardEvent.page, from: \\.clock) { Clock.spin }"),
    UsualMistake(
      description: "the inverse of another part, for elements", line: 13,
      message: "failed to produce diagnostic for expression",
      snippet: """
        private struct Row: Identifiable, Equatable, Sendable {
          enum Event: Sendable { case tick }
          var id = 0
          static let spin = Spin<Row, Event>(initialState: Row()) { Reducer { _, _ in } }
        }
        private enum TableEvent: Sendable {
          case row(Int, Row.Event), page(Int)
          var row: (Int, Row.Event)? {
            if case .row(let id, let event) = self { (id, event) } else { nil }
          }
          var page: Int? { if case .page(let page) = self { page } else { nil } }
        }
        private let table = Spin<[Row], TableEvent>(initialState: []) {
          Scope(forEach: \\.self, event: TableEvent.row, from: \\.page) { Row.spin }
          Reducer { _, _ in }
        }
        """),
    mistake(
      "a list of a part without a reducer", "A spin needs a reducer",
      """
      Scope(state: \\.clock, event: BoardEvent.clock, from: \\.clock) {
        Feedback.source { .every(.seconds(1), .tick) }
      }
      """),
    mistake(
      "a mistyped event in a list of a part", line: 1, "type 'Clock.Event' has no member 'tik'",
      """
      Scope(state: \\.clock, event: BoardEvent.clock, from: \\.clock) {
        Feedback.source { .every(.seconds(1), .tik) }
        Reducer { clock, _ in clock.seconds += 1 }
      }
      """),
    mistake(
      "a mistyped member in a short reducer of a part", line: 1,
      "value of type 'Clock' has no member 'second'",
      """
      Scope(state: \\.clock, event: BoardEvent.clock, from: \\.clock) {
        Reducer { clock, _ in clock.second += 1 }
      }
      """),
    mistake(
      "an effect from a reducer of a part", line: 1, "A reducer only changes the state",
      """
      Scope(state: \\.clock, event: BoardEvent.clock, from: \\.clock) {
        Reducer { clock, _ in
          clock.seconds += 1
          return .after(.seconds(1), .tick)
        }
      }
      """),
    mistake(
      "a mistyped event in a reducer of a part", line: 5, "has no member 'tik'",
      """
      Scope(state: \\.clock, event: BoardEvent.clock, from: \\.clock) {
        Feedback.source { .every(.seconds(1), .tick) }
        Reducer { clock, event in
          switch event {
          case .tick: clock.seconds += 1
          case .tik: break
          }
        }
      }
      """),
  ]
}
