public import SpinAsync
public import SpinCore

/// Questions of a command-line tool, each asked and answered in one line.
///
/// ```swift
/// let name = try await Prompt.text("Name?") { $0.isEmpty ? "A name has a letter." : nil }
/// let size = try await Prompt.choice("Size?", from: ["small", "large"])
/// if try await Prompt.confirm("Order it?") { order(size, for: name) }
/// ```
///
/// On a terminal, a prompt is a ``UISpin`` in the rows below the cursor. After the answer, one line
/// stays: `✓ Name  Ada`. A message about a wrong answer begins with `✗`, and so does the line of a question that
/// was cancelled. Keys that were typed ahead answer the prompts that follow. Prompts draw on
/// standard error, or on the terminal of standard input, if standard output is no terminal, so that
/// `name=$(tool)` works.
///
/// If standard input is no terminal, each prompt reads one line of it, and not a byte more. A line of more
/// than 1 MiB is an error, and the next prompt passes over the rest of it. An empty line takes the default.
/// An option is named by its title or its number, and several options are separated by commas. If standard
/// input is data, set ``UIOptions/readsKeysFromPipes`` to `false`: the prompts then read the keys of the terminal.
///
/// With ``UIOptions/isAccessible``, `SPINTTY_ACCESSIBLE=1`, `TERM=dumb` or `SPINTTY=plain`, prompts
/// on a terminal ask in words: without control sequences, and with numbered options.
///
/// *Isolation*: any task may ask, one question at a time. The loop calls the closure that validates, on
/// the runtime; without a screen, a thread of the prompt does. The other closures are called before the
/// prompt appears, by the caller.
///
/// *Cancellation*: cancelling the task ends the prompt with ``Failure/cancelled(signal:)``.
///
/// *Errors*: ``Failure``. ctrl-C, SIGTERM and SIGHUP end the process by the signal, as in every run with
/// the default ``UIOptions/exitBehavior``; with ``UIOptions/ExitBehavior/returned`` they are errors.
public enum Prompt {
  /// Asks for a line of text.
  ///
  /// - Parameters:
  ///   - question: The question; on a screen, a mark at its end is left out.
  ///   - fallback: The answer of an empty line.
  ///   - placeholder: What the empty field shows; by default the default.
  ///   - help: A line below the question.
  ///   - options: How the prompt uses the terminal. Its placement and
  ///     ``UIOptions/drawsOnStandardError`` do not matter.
  ///   - runtime: The runtime of the prompt's spin.
  ///   - validate: Returns what is wrong with an answer, or `nil`. Must be pure and quick.
  /// - Returns: The text, without a line ending.
  /// - Throws: ``Failure`` if there is no answer.
  public static func text(
    _ question: String, default fallback: String = "", placeholder: String? = nil,
    help: String = "", options: UIOptions = .inline, on runtime: some SpinRuntime = .async,
    validate: @escaping @Sendable (String) -> String? = { _ in nil }
  ) async throws(Failure) -> String {
    let asking = Asking(
      .text(isSecret: false), question, help: help, fallback: Asking.Answer(text: fallback),
      placeholder: placeholder ?? fallback, validate: { validate($0.text) })
    return try await ask(asking, options, on: runtime).text
  }

  /// Asks for a line of text that nobody else may read.
  ///
  /// The terminal shows a bullet for each character, and in words nothing. After the answer, eight
  /// bullets stay, whatever its length. A signal that stops the process, such as that of ctrl-Z, gives
  /// the terminal back; after the return, a prompt in words asks again.
  ///
  /// - Parameters:
  ///   - question: The question; on a screen, a mark at its end is left out.
  ///   - help: A line below the question.
  ///   - options: How the prompt uses the terminal, as for `text`.
  ///   - runtime: The runtime of the prompt's spin.
  ///   - validate: Returns what is wrong with an answer, or `nil`. Must be pure and quick.
  /// - Returns: The text, without a line ending.
  /// - Throws: ``Failure`` if there is no answer.
  public static func secret(
    _ question: String, help: String = "", options: UIOptions = .inline,
    on runtime: some SpinRuntime = .async,
    validate: @escaping @Sendable (String) -> String? = { _ in nil }
  ) async throws(Failure) -> String {
    let asking = Asking(
      .text(isSecret: true), question, help: help, validate: { validate($0.text) })
    return try await ask(asking, options, on: runtime).text
  }

  /// Asks for yes or no.
  ///
  /// The keys `y` and `n` answer at once. Enter alone and an empty line take the default.
  ///
  /// - Parameters:
  ///   - question: The question; on a screen, a mark at its end is left out.
  ///   - fallback: The answer of enter alone, and of an empty line.
  ///   - help: A line below the question.
  ///   - options: How the prompt uses the terminal, as for `text`.
  ///   - runtime: The runtime of the prompt's spin.
  ///   - validate: Returns what is wrong with an answer, or `nil`. Must be pure and quick.
  /// - Returns: Whether the answer is yes.
  /// - Throws: ``Failure`` if there is no answer.
  public static func confirm(
    _ question: String, default fallback: Bool = false, help: String = "",
    options: UIOptions = .inline, on runtime: some SpinRuntime = .async,
    validate: @escaping @Sendable (Bool) -> String? = { _ in nil }
  ) async throws(Failure) -> Bool {
    let asking = Asking(
      .decision, question, help: help, options: ["Yes", "No"].map { Asking.Option(title: $0) },
      fallback: Asking.Answer(numbers: [fallback ? 0 : 1]),
      validate: { validate($0.numbers == [0]) })
    return try await ask(asking, options, on: runtime).numbers == [0]
  }
}
