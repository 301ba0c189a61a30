internal import SpinCore

/// The state of the loops that need more than a list.
///
/// One type for all of them: the compiler makes an engine for each.
struct Page: Sendable {
  struct Question: Sendable {
    let number: Int
    let reply: Reply<Int>
  }

  var names: [String] = []
  @Pulse var notice: String?
  var pending: Question?

  /// Answers the first question at once, and the others by a body, but for that with the number 0.
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
  /// An event of the names alone.
  case name(String)

  /// The event of the names that this is.
  var name: String? {
    if case .name(let name) = self { name } else { nil }
  }
}
