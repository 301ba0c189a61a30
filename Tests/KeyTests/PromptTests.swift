import Foundation
import SpinCallbacks
import SpinSystem
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

@testable import SpinTTY

/// Prompts on a scripted terminal, and in words.
@Suite struct PromptTests {
  private func stage(
    _ asking: Asking, columns: Int = 40, rows: Int = 8
  ) -> Scene<Asking, Asking.Event> {
    Scene(asking.ui(.inline), columns: columns, rows: rows, until: .reached { $0.end != nil })
  }

  private static func options(_ titles: String..., refused: Set<String> = []) -> [Asking.Option] {
    titles.map { Asking.Option(title: $0, refusal: refused.contains($0) ? "sold out" : nil) }
  }

  private static let name = Asking(
    .text(isSecret: false), "Name?", help: "as in a letter",
    fallback: Asking.Answer(text: "Ada"), placeholder: "Ada"
  ) { $0.text.count < 2 ? "Two letters or more." : nil }

  private static let fruit = Asking(
    .one, "Fruit?", help: "",
    options: options("apple", "banana", "cherry", "grape", "kiwi", refused: ["banana"]))

  private static let several = Asking(
    .several(1...2), "Fruits?", help: "", options: options("apple", "banana", "cherry"),
    fallback: Asking.Answer(numbers: [1]))

  private func end(_ stage: Scene<Asking, Asking.Event>) -> String {
    switch stage.rehearsal.state.end {
    case .success(let answer): answer.text + answer.numbers.map { "\($0)" }.joined(separator: ",")
    case .failure(let failure): "\(failure.status)"
    case nil: "none"
    }
  }

  @Test func aTextIsValidatedAndStaysInOneLine() throws {
    let stage = stage(Self.name)
    try stage.terminal.expect(
      """
      ? Name  ▌Ada
        as in a letter
      """)
    stage.terminal.type("B")
    stage.terminal.press(.enter)
    try stage.terminal.expect(
      """
      ? Name  ▌B
      ✗ Two letters or more.
      """)
    stage.terminal.type("o")
    try stage.terminal.expect(
      """
      ? Name  ▌Bo
        as in a letter
      """)
    stage.terminal.press(.enter)
    try stage.terminal.expect("✓ Name  Bo")
    #expect(end(stage) == "Bo")
  }

  @Test(arguments: ["\r", "\n"])
  func enterAloneTakesTheDefault(_ enter: String) {
    let stage = stage(Self.name)
    stage.terminal.type(enter)
    #expect(end(stage) == "Ada")
  }

  @Test func aLineThatIsPastedWithItsEndIsTheLine() {
    for kind in [Asking.Kind.text(isSecret: false), .text(isSecret: true)] {
      for end in ["\n", "\r\n", "\r", "\n\n"] {
        let stage = stage(Asking(kind, "Token?", help: ""))
        stage.terminal.type("\u{1B}[200~one two\(end)\u{1B}[201~\r")
        #expect(self.end(stage) == "one two", "\(end.debugDescription)")
      }
    }
    let stage = stage(Self.fruit)
    stage.terminal.type("\u{1B}[200~kiwi\n\u{1B}[201~\r")
    #expect(end(stage) == "4")
  }

  /// The options may be the names of files.
  @Test func optionsAreOneLineEach() async throws {
    let titles = ["a\nb", "a\nc", " ", ""]
    let options = titles.map { Asking.Option(title: $0.asName) }
    let asking = Asking(.one, "File?", help: "", options: options)
    let stage = stage(asking, rows: 10)
    try stage.terminal.expect(
      """
      ? File  ▌type to filter
         a␊b
         a␊c
         " "
         ""
        ↑↓ move · enter take
      """)
    #expect(asking.words == "File?\n  1  a␊b\n  2  a␊c\n  3  \" \"\n  4  \"\"\nNumber or name:")
    stage.terminal.type("\u{1B}[B\r")
    #expect(end(stage) == "1")
    try stage.terminal.expect("✓ File  a␊c")
  }

  @Test func keysThatFollowTheAnswerAreKeptInOrder() async throws {
    for runtime in [.callersThread, .callbacks] as [CallbackRuntime] {
      let ui = Self.name.ui(.inline)
      let run = try ui.claim(runtime, .reached { $0.end != nil })
      for text in ["Bo", "\r", "y", "\u{1B}[A", "es"] {
        var decoder = InputDecoder()
        for event in decoder.events(Array(text.utf8)) { run.receive(UserInput(.event(event))) }
      }
      run.begin(RehearsalHost(run))
      _ = try await run.ended
      #expect(run.shown.untaken.flatMap(\.presses).map(\.chord) == ["y", .up, "e", "s"])
    }
  }

  @Test func aSecretShowsBulletsAndStaysAsEight() throws {
    let stage = stage(Asking(.text(isSecret: true), "Token:", help: ""))
    stage.terminal.type("abc")
    try stage.terminal.expect("? Token  ▌•••")
    stage.terminal.press(.enter)
    try stage.terminal.expect("✓ Token  ••••••••")
    #expect(end(stage) == "abc")
  }

  @Test(arguments: [
    ("y", "0"), ("N", "1"), ("\r", "1"), ("\u{1B}[D\r", "0"), (" ", "1"), ("\u{4}", "65"),
    ("\u{1B}", "130"), ("\u{3}", "130"),
  ])
  func aDecisionIsAKey(_ keys: String, _ answer: String) throws {
    let asking = Asking(
      .decision, "Sure?", help: "", options: Self.options("Yes", "No"),
      fallback: Asking.Answer(numbers: [1]))
    let stage = stage(asking)
    try stage.terminal.expect("? Sure   Yes   No")
    stage.terminal.type(keys)
    #expect(end(stage) == answer)
    let words = ["0": "Yes", "1": "No", "65": "cancelled", "130": "cancelled"]
    let mark = ["0", "1"].contains(answer) ? "✓" : "✗"
    try stage.terminal.expect("\(mark) Sure  \(words[answer] ?? "")")
  }

  @Test func aChoiceIsFilteredAndPassesWhatCannotBeTaken() throws {
    let stage = stage(Self.fruit)
    try stage.terminal.expect(
      """
      ? Fruit  ▌type to filter
         apple
         banana  sold out
         cherry
         grape
        1 of 5 · ↑↓ move · enter take
      """)
    stage.terminal.press(.down)
    stage.terminal.press(.down)
    stage.terminal.press(.up)
    stage.terminal.press(.up)
    #expect(stage.rehearsal.state.selected == 0)
    stage.terminal.press(.down)
    #expect(stage.rehearsal.state.selected == 2)
    stage.terminal.press(.end)
    stage.terminal.press(.pageDown)
    #expect(stage.rehearsal.state.selected == 4)
    stage.terminal.type("ap")
    try stage.terminal.expect(
      """
      ? Fruit  ▌ap
         apple
         grape
        ↑↓ move · enter take
      """)
    stage.terminal.type("x")
    try stage.terminal.expect(
      """
      ? Fruit  ▌apx
        no option matches
      """)
    stage.terminal.press(.enter)
    try stage.terminal.expect(
      """
      ? Fruit  ▌apx
      ✗ No option matches.
      """)
    stage.terminal.press(.backspace)
    stage.terminal.press(.enter)
    try stage.terminal.expect("✓ Fruit  apple")
    #expect(end(stage) == "0")
  }

  @Test func severalAreMarkedWithinTheLimits() throws {
    let stage = stage(Self.several)
    stage.terminal.press(.down)
    stage.terminal.type(" ")
    stage.terminal.press(.enter)
    try stage.terminal.expect(
      """
      ? Fruits  ▌type to filter
        [ ] apple
        [ ] banana
        [ ] cherry
      ✗ Take 1 to 2.
      """)
    // Keys that are typed at once are one text.
    stage.terminal.type("ch ")
    stage.terminal.type("\u{15}ap ")
    #expect(stage.rehearsal.state.selection.marked == [0, 2])
    stage.terminal.type("\u{15}ban ")
    #expect(stage.rehearsal.state.complaint == "Take 1 to 2.")
    stage.terminal.press(.enter)
    try stage.terminal.expect("✓ Fruits  apple, cherry")
    #expect(end(stage) == "0,2")
  }

  /// None of them could be unmarked.
  @Test func ofTooManyThatWereMarkedBeforeSomeAreUnmarked() {
    let stage = stage(
      Asking(
        .several(0...1), "Fruits?", help: "", options: Self.options("apple", "banana", "cherry"),
        fallback: Asking.Answer(numbers: [0, 1, 2])))
    stage.terminal.type(" ")
    #expect(stage.rehearsal.state.selection.marked == [1, 2])
    stage.terminal.press(.enter)
    #expect(stage.rehearsal.state.end == nil && stage.rehearsal.state.complaint != nil)
    stage.terminal.press(.down)
    stage.terminal.type(" ")
    stage.terminal.press(.enter)
    #expect(end(stage) == "2")
  }

  /// Each character of a paste used to be an edit with a search of its own, and its blanks marked options.
  @Test(arguments: [Asking.Kind.one, .several(0...3)])
  func aPasteIsOneEditThatAsksTheFilterOnce(_ kind: Asking.Kind) throws {
    let calls = Guarded<[Int]>([])
    let asking = Asking(
      kind, "Fruit?", help: "", options: Self.options("apple", "banana", "cherry"),
      filter: { query, titles in
        calls.withLock { $0.append(query.count) }
        return FuzzyMatch.best(query, in: titles).map(\.number)
      })
    let stage = stage(asking)
    stage.terminal.type("an")
    #expect(calls.withLock { $0 } == [1, 2])
    stage.terminal.paste(String(repeating: " z", count: 50_000))
    #expect(calls.withLock { $0 } == [1, 2, 100_002])
    #expect(stage.rehearsal.state.matches == [] && stage.rehearsal.state.selection.marked == [])
    _ = stage.rehearsal.frame()
    stage.terminal.type("\u{15}")
    stage.terminal.paste(" ")
    #expect(stage.rehearsal.state.field.text == " ")
    #expect(stage.rehearsal.state.selection.marked == [])
    #expect(calls.withLock { $0 } == [1, 2, 100_002, 0, 1])
    // What moves the cursor or changes nothing asks nobody.
    stage.terminal.type("\u{1B}[D\u{7F}\u{1B}[C")
    #expect(calls.withLock { $0.count } == 5)
    stage.terminal.paste("b\u{3}")
    stage.terminal.type("\u{3}")
    #expect(end(stage) == "130")
  }

  @Test func aNarrowScreenHasTheEntryBelow() throws {
    let stage = stage(Self.name, columns: 20, rows: 4)
    try stage.terminal.expect(
      """
      ? Name
        ▌Ada
        as in a letter
      """)
    for (columns, rows) in [(1, 1), (2, 8), (40, 1), (12, 3)] {
      let stage = self.stage(Self.several, columns: columns, rows: rows)
      stage.terminal.type("q")
      stage.terminal.press(.enter)
      _ = stage.rehearsal.frame()
    }
  }

  // MARK: In words

  /// Asks with these lines as the input.
  private func lines(
    _ text: String, _ asking: Asking..., longest: Int = PromptLines.longest
  ) async throws -> (answers: [String], words: String) {
    let (input, output) = (try SystemCall.pipe(), try SystemCall.pipe())
    defer { for end in [input.reading, output.reading] { end.close() } }
    input.writing.writeAll(text.utf8, within: .seconds(1))
    input.writing.close()
    var answers: [String] = []
    for asking in asking {
      let lines = try PromptLines(
        TerminalProfile(environment: ["LANG": "C.UTF-8"]), input.reading, output: output.writing,
        longest: longest)
      switch await lines.ask(asking) {
      case .success(let answer):
        answers.append(answer.text + answer.numbers.map { "\($0)" }.joined(separator: ","))
      case .failure(let failure): answers.append(failure.description)
      }
    }
    output.writing.close()
    return (answers, String(decoding: output.reading.readPage().bytes, as: UTF8.self))
  }

  @Test func eachPromptReadsALine() async throws {
    let result = try await lines(
      "Bo\r\n\nCHERRY\n4\n1, cherry\nap", Self.name, Self.name, Self.fruit, Self.fruit,
      Self.several, Self.several, Self.name)
    #expect(
      result.answers == [
        "Bo", "Ada", "2", "3", "0,2", "0",
        "The input ended before “Name?” was answered: give it a line.",
      ])
    #expect(
      result.words == """
        * Name  Bo
        * Name  Ada
        * Fruit  cherry
        * Fruit  grape
        * Fruits  apple, cherry
        * Fruits  apple

        """)
  }

  @Test(arguments: [
    ("B\n", Self.name, "“Name?”: Two letters or more."),
    ("banana\n", Self.fruit, "“Fruit?”: banana cannot be taken: sold out."),
    ("fig\n", Self.fruit, "“Fruit?”: “fig” is none of apple, banana, cherry, grape, kiwi."),
    ("\n", Self.fruit, "“Fruit?”: “” is none of apple, banana, cherry, grape, kiwi."),
    ("1,2,3\n", Self.several, "“Fruits?”: Take 1 to 2."),
  ])
  func aLineThatIsNoAnswerIsAnError(_ line: String, _ asking: Asking, _ end: String) async throws {
    let answer = try await lines(line, asking).answers[0]
    #expect(answer.hasPrefix("Line ") && answer.hasSuffix(end), "\(answer)")
  }

  @Test func aLineThatIsTooLongIsRefusedByItsLength() async throws {
    let name = String(repeating: "x", count: 30)
    let result = try await lines(
      "\(name)\n\(name)y\n", Self.name, Self.name, Self.name, longest: 30)
    #expect(result.answers[0] == name)
    #expect(result.answers[1].hasSuffix("answer “Name?”: It has more than 30 bytes."))
    #expect(result.answers[2] == "The input ended before “Name?” was answered: give it a line.")
    #expect(PromptLines.longest == 1_048_576)
  }

  /// The rest of the line was the next answer.
  @Test func theRestOfALineThatIsTooLongIsNoAnswer() async throws {
    let result = try await lines("aaaaaaaa\nyes\nno\n", Self.name, Self.name, Self.name, longest: 4)
    #expect(result.answers[0].hasSuffix("It has more than 4 bytes."))
    #expect(result.answers.dropFirst() == ["yes", "no"])
  }

  /// It was read forever.
  @Test func aLineThatDoesNotEndIsReadUpToTheLimit() async throws {
    let input = try SystemCall.pipe()
    defer { for end in [input.reading, input.writing] { end.close() } }
    #expect(
      input.writing.writeAll(Array(repeating: 0x78, count: 1_000) + [0x79], within: .seconds(1)))
    func lines() throws -> PromptLines {
      try PromptLines(
        TerminalProfile(environment: ["SPINTTY": "off"]), input.reading, longest: 999)
    }
    guard case .failure(.invalid) = try await lines().ask(Self.name) else {
      Issue.record("the line was taken")
      return
    }
    #expect(input.reading.readPage().bytes == [0x79])
    // The next prompt goes on in the line, up to its end.
    input.writing.writeAll("zz\nBo\n".utf8, within: .seconds(1))
    guard case .success(let answer) = try await lines().ask(Self.name) else {
      Issue.record("the next line was not taken")
      return
    }
    #expect(answer.text == "Bo")
  }

  /// The words of an error are printed on the terminal, and may be those of a pipe.
  @Test func theWordsOfAnErrorHaveNoControlCharacters() async throws {
    let data = "\u{1B}]0;x\u{7}\u{9B}m\r\na"
    let ended = Prompt.Failure.ended(question: data)
    #expect(
      ended.description
        == "The input ended before “␛]0;x␇\u{FFFD}m\na” was answered: give it a line.")
    let invalid = Prompt.Failure.invalid(question: data, line: 1, reason: "\(data)\u{7F}")
    for text in [ended.description, invalid.description] {
      let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
      #expect(controls.allSatisfy { $0 == "\n" })
    }
    let answer = try await lines("\u{1B}[2J\n", Self.fruit).answers[0]
    #expect(answer.contains("“␛[2J” is none of"))
  }

  @Test func whatIsNoOptionIsQuotedInPart() async throws {
    let word = String(repeating: "f", count: 1_000)
    let answer = try await lines("\(word)\n", Self.fruit).answers[0]
    #expect(answer.contains("“\(word.prefix(40))…” is none of apple"))
  }

  @Test func whatFollowsTheLinesIsLeftToOthers() async throws {
    let input = try SystemCall.pipe()
    input.writing.writeAll("Bo\nthe rest".utf8, within: .seconds(1))
    input.writing.close()
    let lines = try PromptLines(TerminalProfile(environment: ["SPINTTY": "off"]), input.reading)
    _ = await lines.ask(Self.name)
    #expect(String(decoding: input.reading.readPage().bytes, as: UTF8.self) == "the rest")
    input.reading.close()
  }

  @Test func cancellingTheTaskEndsTheWaitForALine() async throws {
    let input = try SystemCall.pipe()
    let lines = try PromptLines(TerminalProfile(environment: ["SPINTTY": "off"]), input.reading)
    let task = Task { await lines.ask(Self.name) }
    task.cancel()
    guard case .failure(.cancelled(nil)) = await task.value else {
      Issue.record("the prompt was answered")
      return
    }
    input.writing.close()
    input.reading.close()
  }

  @Test func aQuestionInWordsNamesItsDefaultAndItsOptions() {
    #expect(Self.name.words == "Name? [Ada]")
    #expect(
      Self.fruit.words == """
        Fruit?
          1  apple
          2  banana (sold out)
          3  cherry
          4  grape
          5  kiwi
        Number or name:
        """)
    #expect(Self.several.words.hasSuffix("\nNumbers or names, with commas [2]:"))
  }
}
