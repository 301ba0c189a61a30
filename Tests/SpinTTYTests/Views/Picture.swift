@testable import SpinTTY

/// Shows views on a canvas of their own.
struct Picture {
  let canvas: Canvas

  init(
    _ columns: Int, _ rows: Int, profile: WidthRules.Profile = .grapheme,
    in environment: ViewEnvironment = .plain,
    @ViewBuilder _ content: () -> ViewList
  ) {
    canvas = Canvas(
      size: Size(columns: columns, rows: rows), widths: WidthRules(profile: profile))
    content().show(on: canvas, in: environment)
  }

  /// The rows, without blanks at their ends and empty rows at the end.
  var text: String {
    var lines = canvas.lines
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Which cells have a style that holds, as `^`.
  func marks(row: Int, where holds: (Style) -> Bool) -> String {
    let marks = (0..<canvas.size.columns).map { column in
      holds(canvas.cell(column: column, row: row).style) ? "^" : " "
    }
    return String(marks.joined().reversed().drop { $0 == " " }.reversed())
  }
}

/// What views look like, as text.
func picture(
  _ columns: Int, _ rows: Int, profile: WidthRules.Profile = .grapheme,
  in environment: ViewEnvironment = .plain, @ViewBuilder _ content: () -> ViewList
) -> String {
  Picture(columns, rows, profile: profile, in: environment, content).text
}

extension ViewEnvironment {
  static var ascii: ViewEnvironment { ViewEnvironment(colors: .ansi16, isASCII: true) }

  /// A terminal of sixteen colours, on which the standard theme shows more by attributes.
  static var plain: ViewEnvironment { ViewEnvironment(colors: .ansi16) }
}
