import SpinTTY

/// Swift code in colours.
struct Highlight: View {
  private let code: String

  init(_ code: String) {
    self.code = code
  }

  var body: some View {
    EnvironmentReader { environment in
      let colors = Colors(environment)
      VStack {
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
          Text(runs(of: line, in: colors), wrapping: .none)
        }
      }
    }
  }

  /// The colours of the theme.
  private struct Colors {
    let string: Color?
    let keyword: Color?
    let type: Color?

    init(_ environment: ViewEnvironment) {
      string = environment.style(.success).foreground
      keyword = environment.style(.warning).foreground
      type = environment.style(.accent).foreground
    }
  }

  private static let keywords: Set<Substring> = [
    "case", "else", "extension", "false", "for", "func", "guard", "if", "in", "let", "nil",
    "return", "self", "static", "struct", "switch", "true", "var",
  ]

  /// The words, strings and comments of a line, each in its style.
  private func runs(of line: Substring, in colors: Colors) -> [Text.Run] {
    var runs: [Text.Run] = []
    var rest = line
    while let first = rest.first {
      let end: Substring.Index
      var style = Style.plain
      if rest.hasPrefix("//") {
        end = rest.endIndex
        style.attributes = .dim
      } else if first == "\"" {
        let closing = rest.dropFirst().firstIndex(of: "\"")
        end = closing.map { rest.index(after: $0) } ?? rest.endIndex
        style.foreground = colors.string
      } else if first.isLetter {
        end = rest.firstIndex { !$0.isLetter && !$0.isNumber } ?? rest.endIndex
        let word = rest[..<end]
        if Self.keywords.contains(word) {
          style.foreground = colors.keyword
        } else if first.isUppercase {
          style.foreground = colors.type
        }
      } else {
        end =
          rest.firstIndex { $0.isLetter || $0 == "\"" || $0 == "/" }
          .flatMap { $0 > rest.startIndex ? $0 : rest.index(after: $0) } ?? rest.endIndex
      }
      runs.append(Text.Run(String(rest[..<end]), style: style))
      rest = rest[end...]
    }
    return runs
  }
}
