import SpinTestSupport
import Testing

/// The page of all errors.
struct ErrorPageTests {
  private static let page = packageFile("Documentation/Trouble/Errors.md")

  /// The lines of the list of the public API, each the name of a declaration and what it is.
  private static let api = packageFile("API.txt").split(separator: "\n").map {
    $0.split(separator: "  ·  ").map(String.init)
  }

  @Test func thePageOfErrorsHasEachErrorOfTheLibrary() {
    let errors = Self.api.filter { line in
      line.count == 3 && line[2].split(separator: ", ").contains("Error")
    }
    #expect(errors.count >= 14)
    for error in errors {
      #expect(Self.page.contains("`\(error[0])`"), "\(error[0])")
    }
  }

  @Test(arguments: ["RunLogError.Kind", "TerminalError.Operation"])
  func itsTablesHaveEachKind(_ type: String) throws {
    let parts = type.split(separator: ".")
    let section = try #require(Self.page.split(separator: "\n## \(parts[0])\n").last)
    let end = section.firstRange(of: "\n## ")?.lowerBound ?? section.endIndex
    let table = section[..<end]
    let kinds = Self.api.filter { line in
      line[0].hasPrefix("\(type).") && line.count == 2
        && (line[1].hasPrefix("case ") || line[1].hasPrefix("static let "))
    }
    #expect(kinds.count >= 8)
    for kind in kinds {
      let name = kind[0].dropFirst(type.count)
      #expect(table.contains("`\(name)`"), "\(type)\(name)")
    }
  }
}
