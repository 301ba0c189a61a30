internal import SpinCore

/// The state of the loops that need more than a list.
///
/// They share one type, because the compiler generates an engine for each type.
struct Page: Sendable {
  struct Question: Sendable {
    let number: Int
    let reply: Reply<Int>
  }

  var names: [String] = []
  @Pulse var notice: String?
  var pending: Question?

  /// Answers question 1 at once, leaves question 0 unanswered, and leaves the others to a body.
  static var reducer: Reducer<Page, Change> {
    Reducer { page, change in
      switch change {
      case .names(let names): page.names = names
      case .notice(let notice): page.notice = notice
      case .question(1, let reply): reply.answer(10)
      case .question(let number, let reply):
        if number > 1 { page.pending = Question(number: number, reply: reply) }
      case .answer(let answer):
        page.pending?.reply.answer(answer)
        page.pending = nil
      case .name: break
      }
    }
  }
}

enum Change: Sendable {
  case names([String])
  case notice(String)
  case question(Int, Reply<Int>)
  case answer(Int)
  /// An event of the names.
  case name(String)

  /// The event of the names, if it is one.
  var name: String? {
    if case .name(let name) = self { name } else { nil }
  }
}
