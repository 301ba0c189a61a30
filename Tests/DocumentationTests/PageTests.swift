import Foundation
import SpinTestSupport
import Testing

/// The programs in the README and in the pages of the documentation.
///
/// A block of Swift is a program, unless it is a slice of a file, which `Scripts/snippets` checks.
@Suite(.enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "needs swiftc in the PATH"))
struct PageTests {
  static let programs = pages.flatMap { programsOfPage($0) }

  /// What the programs print.
  ///
  /// A program ends with its tests, if it has any; a test that fails makes it fail.
  private static let verdicts = Task {
    guard let compiler = Compiler() else { return [Compiler.Verdict]() }
    return try await compiler.run(
      programs.map { program in
        let hasTests = program.testCount > 0
        return program.source + (hasTests ? "await Testing.__swiftPMEntryPoint() as Never\n" : "")
      })
  }

  @Test(arguments: programs.indices)
  func everyProgramCompilesAndPrintsWhatIsShownUnderIt(_ index: Int) async throws {
    _ = try #require(Compiler())
    let program = Self.programs[index]
    let verdict = try await Self.verdicts.value[index]
    #expect(verdict.accepts, "\(program): \(verdict.messages)")
    if let output = program.output { #expect(verdict.messages == output, "\(program)") }
    if program.testCount > 0 {
      let count = program.testCount == 1 ? "1 test" : "\(program.testCount) tests"
      #expect(
        verdict.messages.contains("Test run with \(count) "), "\(program): \(verdict.messages)")
    }
  }

  @Test func theFirstProgramOfTheReadmeCompilesWhereTheMainActorIsTheDefaultIsolation()
    async throws
  {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.check(
      Self.programs[0].source, options: ["-default-isolation", "MainActor"])
    #expect(verdict.accepts, "\(verdict.messages)")
    #expect(verdict.messages.isEmpty, "\(verdict.messages)")
  }

  /// The guide to isolation names the word.
  @Test func theProgramThatFollowsCompilesThereWithOneWordBeforeItsTypes() async throws {
    let compiler = try #require(Compiler())
    let source = Self.programs[2].source
    let options = ["-default-isolation", "MainActor"]
    #expect(try await !compiler.check(source, options: options).accepts)
    let marked = source.replacing("\nstruct ", with: "\nnonisolated struct ")
    let verdict = try await compiler.check(marked, options: options)
    #expect(verdict.accepts, "\(verdict.messages)")
  }

  @Test func theProgramOfTheGuideToIsolationCompilesThere() async throws {
    let compiler = try #require(Compiler())
    let program = try #require(
      Self.programs.first { $0.page == "Documentation/Guides/Isolation.md" })
    let verdict = try await compiler.check(
      program.source, options: ["-default-isolation", "MainActor"])
    #expect(verdict.accepts, "\(verdict.messages)")
  }

  /// The text that follows the tests of the README.
  @Test func aTestOfTheReadmeFailsAsItSays() async throws {
    let compiler = try #require(Compiler())
    let definition = Self.programs[2].source
    let tests = try #require(
      Self.programs.last { $0.page == "README.md" && $0.block.contains("explore { ") })
    // Reports go to a test framework, so the test becomes a function that prints its failure.
    let source =
      definition.replacing(
        ".named(\"find\")", with: ".named(\"find\").strategy(.continueOnNewState)")
      + tests.block.replacing("@Test func", with: "func").replacing("import Testing\n", with: "")
      .replacing("explore {", with: "explore(report: FailureReporter { print($0.message) }) {")
      + "theTitlesAreThoseOfTheQuery()\n"
    let verdict = try await compiler.run(source)
    let shown = "```text\n\(verdict.messages)```"
    #expect(packageFile("README.md").contains(shown), "\(verdict.messages)")
  }

  @Test func theReadmeNamesItsTwoCommandsAndIsShort() {
    let readme = packageFile("README.md")
    #expect(readme.contains("```sh\nswift run levels 10 20\nswift test\n```"))
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }
}

/// A program of a page, with the output shown directly under it, if any.
struct Program: Sendable, CustomStringConvertible {
  let page: String
  let number: Int
  /// What the page shows.
  let block: String
  /// The block after those that it continues.
  let source: String
  let output: String?

  /// The number of tests that the page shows in it.
  var testCount: Int { block.contains("@Test") ? source.matches(of: /@Test\b/).count : 0 }

  var description: String { "\(page), program \(number)" }
}

/// The pages with programs: the README first.
private let pages: [String] = {
  let folder = "\(packageFolder)/Documentation"
  let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
  return ["README.md"]
    + (files ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
}()

/// Finds the programs of a page.
///
/// A comment before a block says that it is a slice of a file, or that it continues the program
/// before it.
private func programsOfPage(_ page: String) -> [Program] {
  var programs: [Program] = []
  let blocks = blocks(of: packageFile(page))
  for (index, block) in blocks.enumerated() where block.language == "swift" {
    if block.lead.hasPrefix("<!-- snippet:") { continue }
    let before = block.lead == "<!-- continues -->" ? programs.last?.source ?? "" : ""
    let next = index + 1 < blocks.count ? blocks[index + 1] : nil
    let output = next.flatMap { $0.language == "text" && $0.lead.isEmpty ? $0.text : nil }
    programs.append(
      Program(
        page: page, number: programs.count + 1, block: block.text, source: before + block.text,
        output: output))
  }
  return programs
}

/// A fenced block of a Markdown text.
struct Block {
  let language: String
  /// The last line of words between the block before and this one; empty if there is none.
  let lead: String
  var text = ""
}

/// Finds the fenced blocks of a Markdown text.
func blocks(of text: String) -> [Block] {
  var blocks: [Block] = []
  var open: Block?
  var lead = ""
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("```") {
      if let block = open { blocks.append(block) }
      open = open == nil ? Block(language: String(line.dropFirst(3)), lead: lead) : nil
      lead = ""
    } else if open != nil {
      open?.text += line + "\n"
    } else if !line.isEmpty {
      lead = String(line)
    }
  }
  return blocks
}
