import Foundation
import SpinTestSupport
import Testing

@Suite(.enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "needs swiftc in the PATH"))
struct ReadmeTests {
  static let readme = root("README.md")

  /// The programs of the README, each with the output shown under it, if any.
  static let programs: [(source: String, output: String?)] = {
    let blocks = blocks(of: readme)
    return blocks.indices.filter { blocks[$0].language == "swift" }.map { index in
      let next = index + 1 < blocks.count ? blocks[index + 1] : nil
      return (blocks[index].text, next?.language == "text" ? next?.text : nil)
    }
  }()

  @Test func theReadmeHasPrograms() {
    #expect(Self.programs.count >= 2)
    #expect(Self.programs.first?.output?.isEmpty == false)
  }

  @Test(arguments: programs.indices)
  func everyProgramCompilesAndPrintsWhatIsShownUnderIt(_ index: Int) async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.run(Self.programs[index].source)
    #expect(verdict.accepts, "\(verdict.messages)")
    if let output = Self.programs[index].output { #expect(verdict.messages == output) }
  }

  @Test func theFirstProgramCompilesWhereTheMainActorIsTheDefaultIsolation() async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.check(
      Self.programs[0].source, options: ["-default-isolation", "MainActor"])
    #expect(verdict.accepts, "\(verdict.messages)")
    #expect(verdict.messages.isEmpty, "\(verdict.messages)")
  }

  /// The types of its state and event get the word that the README names.
  @Test func theSecondProgramCompilesThereWithOneWordBeforeItsTypes() async throws {
    let compiler = try #require(Compiler())
    let source = Self.programs[1].source
    let options = ["-default-isolation", "MainActor"]
    #expect(try await !compiler.check(source, options: options).accepts)
    let marked = source.replacing("\nenum ", with: "\nnonisolated enum ")
      .replacing("\nstruct ", with: "\nnonisolated struct ")
    let verdict = try await compiler.check(marked, options: options)
    #expect(verdict.accepts, "\(verdict.messages)")
  }

  @Test func theReadmeNamesItsTwoCommands() {
    #expect(Self.readme.contains("```sh\nswift run levels 10 20\nswift test\n```"))
  }
}

/// Reads a file at the root of the package.
func root(_ name: String) -> String {
  let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
  return String(decoding: data ?? Data(), as: UTF8.self)
}

/// Finds the fenced blocks of a Markdown text.
func blocks(of text: String) -> [(language: String, text: String)] {
  var blocks: [(language: String, text: String)] = []
  var open: (language: String, text: String)?
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("```") {
      if let block = open { blocks.append(block) }
      open = open == nil ? (String(line.dropFirst(3)), "") : nil
    } else {
      open?.text += line + "\n"
    }
  }
  return blocks
}
