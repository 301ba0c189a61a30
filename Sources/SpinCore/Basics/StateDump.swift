/// A value as lines of text, which are the same in every process for equal values.
///
/// Structures, enumerations and tuples are written with their parts, even if they have a custom
/// description. The elements of sets and dictionaries are sorted. An object is written once;
/// further occurrences show only its type.
///
/// ```
/// Search(
///   query: "sw",
///   items: [
///     "swift",
///   ],
/// )
/// ```
package struct StateDump {
  package private(set) var lines: [String] = []
  private var objects: Set<ObjectIdentifier> = []
  private var depth = 0
  /// How many more lines may be written.
  private var room: Int
  private var isCut = false
  /// Whether the elements of lists and the words of texts are sorted, too.
  private let sortsLists: Bool

  /// Writes a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - limit: The number of lines after which the dump ends with `…`. Sets and dictionaries that are longer
  ///     are only counted, because sorting them takes long.
  ///   - sortsLists: Whether the elements of lists and the words of texts are sorted, too, so that values that
  ///     differ only in these orders are equal.
  package init(_ value: Any, limit: Int = .max, sortingLists sortsLists: Bool = false) {
    room = limit
    self.sortsLists = sortsLists
    add(value, prefix: "", suffix: "")
    if isCut { lines.append("…") }
  }

  /// The maximum nesting depth; deeper parts are written by their own description.
  private static let depthLimit = 64

  private mutating func add(_ value: Any, prefix: String, suffix: String) {
    guard room > 0 else { return isCut = true }
    let mirror = Mirror(reflecting: value)
    if depth < Self.depthLimit, let text = scalar(value, mirror) {
      return append(text, prefix, suffix)
    }
    guard depth < Self.depthLimit else { return append("\(value)", prefix, suffix) }
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return append("nil", prefix, suffix) }
      add(wrapped.value, prefix: prefix, suffix: suffix)
    case .collection where !sortsLists:
      addGroup("[", mirror.children.prefix(room).map { (nil, $0.value) }, "]", prefix, suffix)
    case .set where mirror.children.count > room, .dictionary where mirror.children.count > room:
      append("[\(mirror.children.count) elements]", prefix, suffix)
    case .collection:
      addTexts("[", sortedTexts(mirror), "]", prefix, suffix)
    case .set: addTexts("Set([", sortedTexts(mirror), "])", prefix, suffix)
    case .dictionary:
      addTexts("[", keepingLine { $0.dictionaryTexts(mirror) }, "]", prefix, suffix)
    case .enum:
      addCase(value, mirror, prefix, suffix)
    case .class, .foreignReference:
      addObject(value, mirror, prefix, suffix)
    case .tuple:
      addGroup("(", Self.parts(mirror), ")", prefix, suffix)
    case .struct, nil:
      if mirror.children.isEmpty, mirror.displayStyle == nil {
        return append("\(value)", prefix, suffix)
      }
      addGroup("\(Self.name(value))(", Self.parts(mirror), ")", prefix, suffix)
    @unknown default:
      append("\(value)", prefix, suffix)
    }
  }

  /// Returns the text of a value that is written as a whole; `nil` if its parts are written.
  private func scalar(_ value: Any, _ mirror: Mirror) -> String? {
    // NB: a cast would unwrap an optional.
    if mirror.displayStyle == .optional { return nil }
    switch value {
    case let text as String: return (sortsLists ? text.withSortedWords : text).debugDescription
    case let text as Substring:
      return (sortsLists ? String(text).withSortedWords : String(text)).debugDescription
    case let character as Character: return "\(character)".debugDescription
    case is any BinaryInteger, is any BinaryFloatingPoint, is Bool: return "\(value)"
    default: break
    }
    // The parts of a date or a duration are of no use to a reader.
    guard mirror.displayStyle == .struct || mirror.displayStyle == nil,
      value is any CustomStringConvertible
    else { return nil }
    let type = String(reflecting: type(of: value))
    let isKnown = ["Swift.", "Foundation", "Synchronization."].contains { type.hasPrefix($0) }
    guard isKnown else { return nil }
    return "\(value)" + (type.hasSuffix(".Date") ? Self.fraction(of: mirror) : "")
  }

  /// Returns the seconds of a date that has a fraction of a second, which its description leaves out.
  ///
  /// NB: the type of a date is known to Foundation only, and its mirror has the seconds.
  private static func fraction(of mirror: Mirror) -> String {
    guard let part = mirror.children.first, let seconds = part.value as? Double,
      seconds != seconds.rounded()
    else { return "" }
    return " (\(part.label ?? ""): \(seconds))"
  }

  private mutating func append(_ text: String, _ prefix: String, _ suffix: String) {
    let indent = String(repeating: "  ", count: depth)
    // A description may have several lines.
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, row) in rows.enumerated() {
      guard room > 0 else { return isCut = true }
      room -= 1
      lines.append(
        indent + (index == 0 ? prefix : "") + row + (index == rows.count - 1 ? suffix : ""))
    }
  }

  private mutating func addGroup(
    _ open: String, _ parts: [(label: String?, value: Any)], _ close: String, _ prefix: String,
    _ suffix: String
  ) {
    let texts = keepingLine { dump in
      parts.map { dump.nested($0.value, $0.label.map { "\($0): " } ?? "") }
    }
    addTexts(open, texts, close, prefix, suffix)
  }

  /// Returns the lines of parts, and leaves room for the line before them.
  private mutating func keepingLine(_ parts: (inout StateDump) -> [[String]]) -> [[String]] {
    room -= 1
    defer { room += 1 }
    return parts(&self)
  }

  /// Appends parts that are already lines.
  private mutating func addTexts(
    _ open: String, _ texts: [[String]], _ close: String, _ prefix: String, _ suffix: String
  ) {
    if texts.isEmpty { return append(open + close, prefix, suffix) }
    append(open, prefix, "")
    for text in texts { lines += text }
    append(close, "", suffix)
  }

  private mutating func addCase(
    _ value: Any, _ mirror: Mirror, _ prefix: String, _ suffix: String
  ) {
    guard let payload = mirror.children.first else {
      return append(".\(value)", prefix, suffix)
    }
    let name = "." + (payload.label ?? "\(value)")
    let inner = Mirror(reflecting: payload.value)
    if inner.displayStyle == .tuple {
      return addGroup(name + "(", Self.parts(inner), ")", prefix, suffix)
    }
    if let text = scalar(payload.value, inner) {
      return append("\(name)(\(text))", prefix, suffix)
    }
    addGroup(name + "(", [(nil, payload.value)], ")", prefix, suffix)
  }

  private mutating func addObject(
    _ value: Any, _ mirror: Mirror, _ prefix: String, _ suffix: String
  ) {
    guard objects.insert(ObjectIdentifier(value as AnyObject)).inserted else {
      return append("\(Self.name(value))(…)", prefix, suffix)
    }
    let ancestry = sequence(first: mirror) { $0.superclassMirror }
    addGroup(
      "\(Self.name(value))(", Array(ancestry).reversed().flatMap(Self.parts), ")", prefix, suffix)
  }

  /// Returns the lines of an element, one level deeper.
  private mutating func nested(_ value: Any, _ prefix: String) -> [String] {
    let before = lines
    lines = []
    depth += 1
    add(value, prefix: prefix, suffix: ",")
    depth -= 1
    defer { lines = before }
    return lines
  }

  private mutating func sortedTexts(_ mirror: Mirror) -> [[String]] {
    keepingLine { dump in
      mirror.children.map { dump.nested($0.value, "") }.sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  private mutating func dictionaryTexts(_ mirror: Mirror) -> [[String]] {
    let entries = mirror.children.map(Self.entry)
    return entries.sorted { $0.key < $1.key }.map { nested($0.value, $0.prefix) }
  }

  /// Returns a child of a mirror of the style `dictionary`: its value, the text before it, and the key to sort by.
  ///
  /// NB: the mirrors of some types, such as those of headers, have children that are no pairs.
  private static func entry(
    _ child: Mirror.Child
  ) -> (key: String, prefix: String, value: Any) {
    func text(_ value: Any) -> String { StateDump(value).lines.joined(separator: " ") }
    if let label = child.label?.debugDescription { return (label, "\(label): ", child.value) }
    let pair = Mirror(reflecting: child.value)
    let parts = pair.children.map(\.value)
    guard pair.displayStyle == .tuple, parts.count == 2 else {
      return (text(child.value), "", child.value)
    }
    let key = text(parts[0])
    return (key, "\(key): ", parts[1])
  }

  private static func parts(_ mirror: Mirror) -> [(label: String?, value: Any)] {
    mirror.children.map { child in
      // The parts of a tuple without labels are called .0, .1, and so on.
      (label: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, value: child.value)
    }
  }

  private static func name(_ value: Any) -> String { "\(type(of: value))" }
}

extension String {
  /// The words of the text in order, and then all that is between them: equal for texts that list the same
  /// words in the same way.
  fileprivate var withSortedWords: String {
    let isBetween: (Character) -> Bool = { $0.isWhitespace || $0 == "," || $0 == ";" }
    let (words, between) = (split(whereSeparator: isBetween), split { !isBetween($0) })
    return (words.sorted() + [""] + between.sorted()).joined(separator: "\n")
  }
}
