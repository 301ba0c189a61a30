/// Describes a state or an event as it is printed; a text is in quotation marks.
package func inWords<Value>(_ value: Value) -> String {
  if let text = value as? String { return text.debugDescription }
  let words = String(describing: value)
  // Types inside of a value are printed with their modules, which have a period behind them.
  return words.utf8.contains(UInt8(ascii: ".")) ? ValueWriter(isCode: false).words(value) : words
}

/// Describes a value as it is written in code, as far as that can be known: enum cases have a dot.
package func inCode<Value>(_ value: Value) -> String {
  (value as? String)?.debugDescription ?? ValueWriter(isCode: true).words(value)
}

extension String {
  /// Returns the text, or its first characters and an ellipsis if it is longer.
  package func cut(to limit: Int) -> String {
    // NB: a character has at least a byte, and counting bytes costs nothing.
    utf8.count > limit && count > limit ? "\(prefix(limit))…" : self
  }
}

/// Prints values as `String(describing:)` does, but all types without their modules.
private struct ValueWriter {
  /// Whether enum cases and optional values are written as in code.
  let isCode: Bool

  func words(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional?:
      guard let wrapped = mirror.children.first else { return "nil" }
      return isCode ? inner(wrapped.value) : "Optional(\(inner(wrapped.value)))"
    case .collection? where isOfStandardLibrary(value), .set? where isOfStandardLibrary(value):
      return "[\(list(mirror.children.map { inner($0.value) }))]"
    case .dictionary? where isOfStandardLibrary(value):
      return mirror.children.isEmpty ? "[:]" : "[\(list(mirror.children.map { pair($0.value) }))]"
    case .tuple?: return "(\(fields(mirror)))"
    case .enum? where !isDescribed(value):
      let dot = isCode ? "." : ""
      guard let child = mirror.children.first, let name = child.label else {
        return dot + String(describing: value)
      }
      let isTuple = Mirror(reflecting: child.value).displayStyle == .tuple
      return dot + name + (isTuple ? words(child.value) : "(\(inner(child.value)))")
    case .struct? where !isDescribed(value): return "\(mirror.subjectType)(\(fields(mirror)))"
    case .class? where !isDescribed(value): return "\(mirror.subjectType)"
    default: return String(describing: value)
    }
  }

  /// Prints a value inside of another one.
  func inner(_ value: Any) -> String {
    let style = Mirror(reflecting: value).displayStyle
    let isContainer = style == .optional || isOfStandardLibrary(value) && style != .struct
    if style != nil, isContainer { return words(value) }
    if let value = value as? any CustomDebugStringConvertible { return value.debugDescription }
    return words(value)
  }

  private func isDescribed(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
  }

  /// Whether the description of a value of this type would be made by the standard library.
  private func isOfStandardLibrary(_ value: Any) -> Bool {
    String(reflecting: type(of: value)).hasPrefix("Swift.")
  }

  private func fields(_ mirror: Mirror) -> String {
    list(
      mirror.children.map { child in
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
        return label + inner(child.value)
      })
  }

  private func pair(_ value: Any) -> String {
    Mirror(reflecting: value).children.map { inner($0.value) }.joined(separator: ": ")
  }

  private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
