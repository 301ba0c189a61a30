extension JSON {
  /// The value in one line, cut after some characters.
  ///
  /// A value that looks as Swift writes the case of an enumeration is written as one: `add("tea", price: 4)`.
  func words(limit: Int = .max) -> String {
    var line = ShortLine(limit: limit)
    line.add(self)
    return line.text
  }

  /// An event in one line: the name of a case, or a case with its values.
  func eventWords(limit: Int = .max) -> String {
    var line = ShortLine(limit: limit)
    switch self {
    case .string(let name): line.add(name)
    case .object(let object):
      if object.count == 1, let (name, inside) = object.first, case .object(let values) = inside {
        line.add(name, of: values)
      } else {
        line.add(self)
      }
    default: line.add(self)
    }
    return line.text
  }
}

/// A line that ends with an ellipsis when it is long enough.
private struct ShortLine {
  let limit: Int
  var text = ""
  private var count = 0
  private var isFull = false

  init(limit: Int) { self.limit = limit }

  mutating func add(_ string: String) {
    if isFull { return }
    let room = limit - count
    let part = string.prefix(room)
    isFull = part.endIndex != string.endIndex
    count += part.count
    text += isFull ? part + "…" : part
  }

  mutating func add(_ value: JSON) {
    switch value {
    case .null: add("nil")
    case .bool(let bool): add("\(bool)")
    case .integer(let integer): add("\(integer)")
    case .unsigned(let unsigned): add("\(unsigned)")
    case .number(let number): add("\(number)")
    // Of a long text, only the beginning is quoted.
    case .string(let string): add(String(string.prefix(max(0, limit - count) + 1)).debugDescription)
    case .array(let array):
      add("[")
      for (index, element) in array.enumerated() where !isFull {
        if index > 0 { add(", ") }
        add(element)
      }
      add("]")
    case .object(let object):
      if let (name, values) = value.enumCase { return add(name, of: values) }
      add("{")
      for (index, key) in object.keys.sorted().enumerated() where !isFull {
        add((index > 0 ? ", " : "") + key + ": ")
        if let value = object[key] { add(value) }
      }
      add("}")
    }
  }

  /// Adds a case of an enumeration: values without a label have keys such as `_0`, with their places.
  mutating func add(_ name: String, of values: [String: JSON]) {
    add(name)
    if values.isEmpty { return }
    var labels = values.keys.filter { JSON.place($0) == nil }.sorted()[...]
    add("(")
    for place in 0..<values.count where !isFull {
      if place > 0 { add(", ") }
      if let value = values["_\(place)"] {
        add(value)
      } else if let label = labels.popFirst(), let value = values[label] {
        add(label + ": ")
        add(value)
      }
    }
    add(")")
  }
}

extension JSON {
  /// The case that the value is, if it can be nothing else.
  fileprivate var enumCase: (name: String, values: [String: JSON])? {
    guard case .object(let object) = self, object.count == 1, let (name, inside) = object.first,
      case .object(let values) = inside, values.isEmpty || values.keys.contains("_0")
    else { return nil }
    return (name, values)
  }

  /// The place of a value without a label, by its key.
  fileprivate static func place(_ key: String) -> Int? {
    key.first == "_" ? Int(key.dropFirst()) : nil
  }
}
