/// The keys of a program's commands, as its user wants them: a value that the program may load.
///
/// ```swift
/// var options = UIOptions.fullScreen
/// do {
///   options.keyMap = try JSONDecoder().decode(KeyMap.self, from: data)
///   // {"save": ["ctrl+x ctrl+s", "f2"], "quit": "ctrl+q", "reload": []}
/// } catch {
///   print("The key map cannot be read: \(error)")
/// }
/// ```
///
/// A command is a ``Key``, by the name that ``Key/named(_:)`` gives it, or else by its help text.
/// The keys in the map replace those that the program has declared, and the clicks of the command
/// stay. A command without keys is still in the palette. Help and palette show the keys that count.
///
/// A wrong key in the file does not affect the others, see ``mistakes``. ``UISpin/keyMapProblems``
/// names these keys, and whatever else cannot work, such as the name of no command.
///
/// A map is encoded as an object of texts, as they are written in ``Chord/init(written:)``.
public struct KeyMap: Hashable, Sendable {
  /// The keys of each command in the map.
  public var commands: [String: [Chord]]
  /// The wrong keys in the decoded map, each with the name of its command.
  ///
  /// They are not in ``commands``. If all keys of a command are wrong, the command is not there
  /// either, and keeps the keys that the program has declared.
  public private(set) var mistakes: [Mistake] = []

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

extension KeyMap {
  /// A wrong key in a map, which its description explains to the author of the map.
  public struct Mistake: Hashable, Sendable, CustomStringConvertible {
    /// The name of the command.
    public let command: String
    /// What the map has in place of a key; `nil` if it is not text.
    public let text: String?
    /// The chord that may be meant, if one is near.
    public let nearest: Chord?

    /// Creates a value to compare with.
    public init(_ command: String, _ text: String?, nearest: Chord? = nil) {
      self.command = command
      self.text = text
      self.nearest = nearest
    }

    /// The sentence, which has no control characters.
    public var description: String {
      let name = CleanText(command).string
      guard let text = text.map({ CleanText($0).string }) else {
        return "The key map gives “\(name)” something that is no text: write a key, such as "
          + "\"ctrl+s\"."
      }
      let lesson =
        nearest.map { "\"\(text)\" is not a key: is \"\($0.written)\" meant?" }
        ?? Chord.lesson(about: text)
      return "The key map gives “\(name)” a wrong key: \(lesson)"
    }
  }
}

extension Chord {
  /// The keys as ``init(written:)`` reads them.
  fileprivate var written: String { keys.map(\.written).joined(separator: " ") }
}

extension KeyMap: Codable {
  /// One text or a list of texts, in which `nil` is anything else.
  private struct Texts: Decodable {
    var texts: [String?] = []

    private struct Anything: Decodable { init(from decoder: any Decoder) {} }

    init(from decoder: any Decoder) throws {
      guard var list = try? decoder.unkeyedContainer() else {
        texts = [try? decoder.singleValueContainer().decode(String.self)]
        return
      }
      while !list.isAtEnd {
        let text = try? list.decode(String.self)
        if text == nil, try !list.decodeNil() { _ = try list.decode(Anything.self) }
        texts.append(text)
      }
    }
  }

  /// Decodes an object whose values are keys or lists of keys, and notes the ``mistakes``.
  ///
  /// - Throws: The error of the decoder if there is no object.
  public init(from decoder: any Decoder) throws {
    self.init()
    for (name, value) in try [String: Texts](from: decoder).sorted(by: { $0.key < $1.key }) {
      let chords = value.texts.map { $0.flatMap { Chord(written: $0) } }
      for (text, chord) in zip(value.texts, chords) where chord == nil {
        mistakes.append(Mistake(name, text, nearest: text.flatMap(KeySpelling.nearest)))
      }
      let right = chords.compactMap { $0 }
      if !right.isEmpty || chords.isEmpty { commands[name] = right }
    }
  }

  /// Encodes the right keys: one key as a text, and several as a list.
  public func encode(to encoder: any Swift.Encoder) throws {
    var values = encoder.container(keyedBy: Name.self)
    for (name, chords) in commands {
      let texts = chords.map(\.written)
      if texts.count == 1 {
        try values.encode(texts[0], forKey: Name(name))
      } else {
        try values.encode(texts, forKey: Name(name))
      }
    }
  }

  /// The name of a command as a key of an object.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue name: String) { self.init(name) }
    init?(intValue: Int) { nil }
  }
}
