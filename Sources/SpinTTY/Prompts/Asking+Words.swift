extension Asking {
  /// What the user reads before a line is typed, without a screen.
  var words: String {
    let numbers = fallback.numbers.map { "\($0 + 1)" }.joined(separator: ",")
    switch kind {
    case .text: return fallback.text.isEmpty ? question : "\(question) [\(fallback.text)]"
    case .decision: return "\(question) [\(fallback.numbers == [0] ? "Y/n" : "y/N")]"
    case .one, .several:
      let width = "\(options.count)".count
      let lines = options.enumerated().map { number, option in
        let number = "\(number + 1)"
        let space = String(repeating: " ", count: 2 + width - number.count)
        return "\(space)\(number)  \(option.title)\(option.refusal.map { " (\($0))" } ?? "")"
      }
      let demand = limits == nil ? "Number or name" : "Numbers or names, with commas"
      let end = numbers.isEmpty ? demand : "\(demand) [\(numbers)]"
      return ([question] + lines + ["\(end):"]).joined(separator: "\n")
    }
  }

  /// The question without the mark at its end, which the mark before it repeats.
  var title: String {
    question.hasSuffix("?") || question.hasSuffix(":") ? String(question.dropLast()) : question
  }

  /// What stays behind the question, such as `Ada`.
  func outcome(isASCII: Bool) -> String {
    guard case .success(let answer) = end else { return "cancelled" }
    switch kind {
    case .text(let isSecret):
      return isSecret ? String(repeating: isASCII ? "*" : "•", count: 8) : answer.text
    case .decision, .one, .several:
      let titles = answer.numbers.map { options[$0].title }
      return titles.isEmpty ? "none" : titles.joined(separator: ", ")
    }
  }
}
