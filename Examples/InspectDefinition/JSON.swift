/// A value of JSON: what a program has recorded, without the types of that program.
enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])
}

extension JSON: Codable {
  // NB: in the order of how often they occur, because a decoder that was asked for another type makes an error.
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let object = try? value.decode([String: JSON].self) {
      self = .object(object)
    } else if let array = try? value.decode([JSON].self) {
      self = .array(array)
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if value.decodeNil() {
      self = .null
    } else if let unsigned = try? value.decode(UInt64.self) {
      self = .unsigned(unsigned)
    } else {
      self = .number(try value.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .unsigned(let unsigned): try value.encode(unsigned)
    case .number(let number): try value.encode(number)
    case .string(let string): try value.encode(string)
    case .array(let array): try value.encode(array)
    case .object(let object): try value.encode(object)
    }
  }
}

extension JSON {
  /// How many values are directly inside; `nil` if none can be.
  var count: Int? {
    switch self {
    case .array(let array): array.count
    case .object(let object): object.count
    default: nil
    }
  }

  /// The value at a path; `nil` if there is none.
  subscript(path: Path) -> JSON? {
    var value: JSON? = self
    for step in path.steps {
      switch (step, value) {
      case (.key(let key), .object(let object)): value = object[key]
      case (.index(let index), .array(let array)):
        value = array.indices.contains(index) ? array[index] : nil
      default: return nil
      }
    }
    return value
  }
}

/// The way from a state to a value in it, such as `items[3].name`.
struct Path: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    /// An element that was there before, by its number then.
    case removed(Int)
  }

  var steps: [Step] = []

  static func + (path: Path, step: Step) -> Path { Path(steps: path.steps + [step]) }

  var description: String {
    steps.isEmpty
      ? "the state"
      : steps.reduce(into: "") { text, step in
        switch step {
        case .key(let key): text += (text.isEmpty ? "" : ".") + key
        case .index(let index), .removed(let index): text += "[\(index)]"
        }
      }
  }
}
