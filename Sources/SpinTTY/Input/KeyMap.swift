/// The keys of a program's commands, as its user wants them: a value that the program may load.
///
/// ```swift
/// var options = UIOptions.fullScreen
/// options.keyMap = try JSONDecoder().decode(KeyMap.self, from: data)
/// // {"save": ["ctrl+x ctrl+s", "f2"], "quit": "ctrl+q", "reload": []}
/// ```
///
/// A command is a ``Key``, by the name that ``Key/named(_:)`` gives it, or else by its help text.
/// The keys in the map replace those that the program has declared, and the clicks of the command
/// stay. A command without keys is still in the palette. Help and palette show the keys that count.
///
/// ``UISpin/keyMapProblems`` names what cannot work.
///
/// A map is encoded as an object of texts, as they are written in ``Chord/init(written:)``.
public struct KeyMap: Hashable, Sendable {
  /// The keys of each command in the map.
  public var commands: [String: [Chord]]

  /// Creates a map.
  ///
  /// - Parameter commands: The keys by the names of the commands; clicks are ignored.
  public init(_ commands: [String: [Chord]] = [:]) {
    self.commands = commands.mapValues { $0.filter { !$0.keys.isEmpty } }
  }
}

extension KeyMap: ExpressibleByDictionaryLiteral {
  /// Creates a map such as `["save": ["ctrl+x ctrl+s"]]`; of equal names, the last one counts.
  public init(dictionaryLiteral elements: (String, [Chord])...) {
    self.init(Dictionary(elements) { $1 })
  }
}

extension KeyMap: Codable {
  /// One text, or a list of texts.
  private struct Keys: Codable {
    let chords: [Chord]

    init(_ chords: [Chord]) { self.chords = chords }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let texts = try (try? [value.decode(String.self)]) ?? value.decode([String].self)
      chords = try texts.map { text in
        guard let chord = Chord(written: text) else {
          throw DecodingError.dataCorruptedError(
            in: value, debugDescription: Chord.lesson(about: text))
        }
        return chord
      }
    }

    func encode(to encoder: any Swift.Encoder) throws {
      var value = encoder.singleValueContainer()
      let texts = chords.map { $0.keys.map(\.written).joined(separator: " ") }
      if texts.count == 1 { try value.encode(texts[0]) } else { try value.encode(texts) }
    }
  }

  /// Decodes an object whose values are keys or lists of keys; an error names what is not a key.
  public init(from decoder: any Decoder) throws {
    self.init(try [String: Keys](from: decoder).mapValues(\.chords))
  }

  /// Encodes one key as a text, and several as a list.
  public func encode(to encoder: any Swift.Encoder) throws {
    try commands.mapValues(Keys.init).encode(to: encoder)
  }
}
