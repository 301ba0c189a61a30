public import SpinAsync
public import SpinCore

extension Prompt {
  /// Asks for one of several options.
  ///
  /// ```swift
  /// let size = try await Prompt.choice("Size?", from: ShirtSize.allCases, default: .medium)
  /// ```
  ///
  /// Typed text filters the options.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - choices: The options, at least one.
  ///   - fallback: The option that is selected first, and that an empty line takes.
  ///   - help: A line below the question.
  ///   - options: How the prompt uses the terminal.
  ///   - runtime: The runtime of the prompt's spin.
  ///   - title: Returns the title of an option; by default its description. Called where the caller is
  ///     isolated.
  ///   - refuse: Returns why an option cannot be taken, or `nil`.
  /// - Returns: The option.
  /// - Throws: ``Failure`` if there is no answer.
  public nonisolated(nonsending) static func choice<Option: Sendable>(
    _ question: String, from choices: [Option], default fallback: Option? = nil, help: String = "",
    options: UIOptions = .inline, on runtime: some SpinRuntime = .async,
    title: (Option) -> String = { "\($0)" }, disabled refuse: (Option) -> String? = { _ in nil }
  ) async throws(Failure) -> Option {
    require(!choices.isEmpty, "The choice “\(question)” has no options: give it at least one.")
    let asking = Asking(
      .one, question, help: help, choices, fallback.map { [$0] } ?? [], title, refuse)
    return choices[try await ask(asking, options, on: runtime).numbers[0]]
  }

  /// Asks for several options, which space marks.
  ///
  /// Of the options, `fallback` are marked first. At least `least` and at most `most` may be taken, or
  /// all if `most` is `nil`. The result has the order of `choices`.
  public nonisolated(nonsending) static func choices<Option: Sendable>(
    _ question: String, from choices: [Option], default fallback: [Option] = [],
    atLeast least: Int = 0, atMost most: Int? = nil, help: String = "",
    options: UIOptions = .inline, on runtime: some SpinRuntime = .async,
    title: (Option) -> String = { "\($0)" }, disabled refuse: (Option) -> String? = { _ in nil }
  ) async throws(Failure) -> [Option] {
    let most = min(max(0, most ?? choices.count), choices.count)
    let limits = min(max(0, least), most)...most
    let asking = Asking(
      .several(limits), question, help: help, choices, fallback, title, refuse)
    return try await ask(asking, options, on: runtime).numbers.map { choices[$0] }
  }
}

extension Asking {
  fileprivate init<Element>(
    _ kind: Kind, _ question: String, help: String, _ choices: [Element], _ fallback: [Element],
    _ title: (Element) -> String, _ refuse: (Element) -> String?
  ) {
    let options = choices.map { Option(title: title($0).asName, refusal: refuse($0)) }
    let titles = Set(fallback.map { title($0).asName })
    let numbers = options.indices.filter {
      titles.contains(options[$0].title) && options[$0].refusal == nil
    }
    self.init(kind, question, help: help, options: options, fallback: Answer(numbers: numbers))
  }
}
