import SpinTestSupport
import SpinTesting

/// Parts that save their texts, a yield late, also if their effects were cancelled.
struct Row: Identifiable, Equatable, Sendable {
  enum Event: Equatable, Sendable { case typed(String), saved(String) }

  let id: Int
  var text = ""
  var saved = ""
}

enum Rows {
  enum Event: Equatable, Sendable {
    case row(Int, Row.Event)

    var row: (Int, Row.Event)? {
      if case .row(let id, let event) = self { (id, event) } else { nil }
    }
  }

  /// Saves wait for a gate, if there is one.
  static func spin(hold: Gate? = nil) -> Spin<[Row], Event> {
    Spin(initialState: [Row(id: 3), Row(id: 5)]) {
      Scope(forEach: \.self, event: Event.row, from: \.row) {
        Feedback(on: { $0.text.isEmpty ? nil : $0.text }) { text in
          .run {
            await hold?.waitStubbornly()
            await Task.yield()
            return .saved(text)
          }
        }.named("save")
        Reducer { row, event in
          switch event {
          case .typed(let text): row.text = text
          case .saved(let text): row.saved = text
          }
        }
      }
    }
  }
}
