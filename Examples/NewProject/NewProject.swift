import SpinTTY

/// `new-project`: asks what a project is made of, and prints it.
@main
struct NewProject {
  private enum Kind: CaseIterable, Sendable {
    case library, tool, website, service, game
  }

  private static let parts = ["tests", "documentation", "benchmarks", "a licence"]

  static func main() async {
    do throws(Prompt.Failure) {
      try await ask()
    } catch {
      error.exit()
    }
  }

  private static func ask() async throws(Prompt.Failure) {
    let name = try await Prompt.text(
      "Name?", placeholder: "my-project", help: "Letters, digits and hyphens.", validate: mistake)
    let kind = try await Prompt.choice("Kind?", from: Kind.allCases) { kind in
      "\(kind)"
    } disabled: { kind in
      kind == .game ? "not yet" : nil
    }
    let parts = try await Prompt.choices("Parts?", from: parts, default: ["tests"], atMost: 3)
    let token = try await Prompt.secret("Token?", help: "It is not stored.") {
      $0.count < 4 ? "A token has four characters or more." : nil
    }
    guard try await Prompt.confirm("Create \(name)?", default: true) else { return }
    print("\(name): \(kind) with \(parts.formatted), token of \(token.count) characters")
  }

  @Sendable private static func mistake(in name: String) -> String? {
    if name.isEmpty { return "A project has a name." }
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isPlain ? nil : "A name has only letters, digits and hyphens."
  }
}

extension [String] {
  fileprivate var formatted: String { isEmpty ? "nothing else" : joined(separator: " and ") }
}
