public import SpinTTY

/// Code in the colours of the theme.
///
/// ```swift
/// Code("let answer = 42", Code.swift)
/// ```
///
/// ``highlighters`` has those of many languages by their names. A highlighter is a function, so that a program can
/// have its own; ``Language`` makes one from words and marks.
///
/// For a long file, append the runs to ``/SpinTTY/LogView/Lines`` and show a ``/SpinTTY/LogView``, which
/// reads only the visible lines.
///
/// - Complexity: O(*n*) in the length of the code for each frame.
public struct Code: View {
  /// A function that divides code into runs, whose strings are together the code.
  ///
  /// The looks that the highlighters of this module give are ``/SpinTTY/Theme/Token/accent`` for types and
  /// the names of members, ``/SpinTTY/Theme/Token/warning`` for keywords and numbers,
  /// ``/SpinTTY/Theme/Token/success`` for strings, and ``/SpinTTY/Theme/Token/secondary`` for
  /// comments.
  public typealias Highlighter = @Sendable (String) -> [Text.Run]

  private let text: Text

  /// Creates a view of code.
  ///
  /// - Parameters:
  ///   - code: The code; one newline at the end is not shown.
  ///   - wrapping: The place where a line that is too long continues.
  ///   - highlighter: The function that divides the code into runs; `nil` for code in one style.
  public init(
    _ code: String, wrapping: Text.Wrapping = .none, _ highlighter: Highlighter? = nil
  ) {
    text = Text(highlighter?(code) ?? [Text.Run(code)], wrapping: wrapping)
  }

  /// The text of the code.
  public var body: some View { text }
}
