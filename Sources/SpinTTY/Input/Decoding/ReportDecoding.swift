/// Decodes the answers of terminals.
enum ReportDecoding {
  /// Decodes answers and reports without a marker: sizes, focus, and the cursor's position.
  static func plain(_ parameters: SequenceParameters, _ final: UInt8) -> InputEvent? {
    guard parameters.intermediates.isEmpty, let numbers = parameters.numbers() else { return nil }
    switch (final, numbers.first, numbers.count) {
    case (0x49, nil, 0): return .focus(true)
    case (0x4F, nil, 0): return .focus(false)
    case (0x52, _, 2): return place(numbers).map(InputEvent.answer)
    case (0x74, 8, 3):
      return size(numbers).map { .answer(.textArea(columns: $0.columns, rows: $0.rows)) }
    case (0x74, 48, 5): return size(numbers).map { .resize(columns: $0.columns, rows: $0.rows) }
    default: return nil
    }
  }

  /// Decodes answers with a marker.
  static func marked(_ parameters: SequenceParameters, _ final: UInt8) -> TerminalAnswer? {
    let name = String(
      decoding: [parameters.marker ?? 0] + parameters.intermediates + [final], as: UTF8.self)
    guard let numbers = parameters.numbers(allowsEmpty: name == "?c") else { return nil }
    switch (name, numbers.count) {
    case ("?u", 1): return .keyboardFlags(numbers[0])
    case ("?c", 1...): return .primaryAttributes(numbers)
    case (">c", 1...): return .secondaryAttributes(numbers)
    case ("?R", 2), ("?R", 3): return place(numbers)
    case ("?n", 2): return theme(numbers)
    case ("?$y", 2):
      return TerminalAnswer.ModeState(rawValue: numbers[1]).map { .mode(numbers[0], $0) }
    default: return nil
    }
  }

  /// Decodes answers in control strings, by the byte after the escape.
  static func string(introducer: UInt8, _ payload: [UInt8]) -> TerminalAnswer? {
    guard let text = String(validating: payload, as: UTF8.self) else { return nil }
    switch introducer {
    case 0x5D: return SystemReports.report(text)
    case 0x50 where text.hasPrefix(">|"): return .version(String(text.dropFirst(2)))
    default: return nil
    }
  }

  private static func place(_ numbers: [Int]) -> TerminalAnswer? {
    guard numbers[0] > 0, numbers[1] > 0 else { return nil }
    return .cursorPosition(row: numbers[0] - 1, column: numbers[1] - 1)
  }

  /// Returns the columns and rows after the first number, clamped to the limits of a screen.
  private static func size(_ numbers: [Int]) -> (columns: Int, rows: Int)? {
    guard numbers[1] > 0, numbers[2] > 0 else { return nil }
    return (min(numbers[2], 10_000), min(numbers[1], 5_000))
  }

  private static func theme(_ numbers: [Int]) -> TerminalAnswer? {
    switch numbers {
    case [997, 1]: .appearance(.dark)
    case [997, 2]: .appearance(.light)
    default: nil
    }
  }
}
