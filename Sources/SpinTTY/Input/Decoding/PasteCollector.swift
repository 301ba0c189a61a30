/// Collects the bytes between `ESC[200~` and `ESC[201~` without decoding them.
struct PasteCollector: Equatable, Sendable {
  /// A text and the number of its bytes.
  typealias Part = (text: String, length: Int)

  private static let terminator = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// The number of bytes of the introducer and the terminator, which belong to no text.
  private var overhead = 0
  private(set) var isComplete = false
  /// Whether a part of the paste has been handed out.
  private var isBegun = false

  var pendingCount: Int { bytes.count + overhead }

  /// Whether a part can be handed out although the paste goes on.
  var hasPart: Bool { wholeCount > 0 }

  /// Whether neither a character nor a terminator has arrived in part.
  var isWhole: Bool { tornCount == 0 }

  mutating func begin(introducer: Int) {
    overhead = introducer
    isComplete = false
    isBegun = false
  }

  /// Takes bytes up to the next possible end of the paste; returns a part of the text if more than
  /// `limit` bytes are waiting.
  mutating func take(_ rest: inout ArraySlice<UInt8>, limit: Int) -> Part? {
    // A part must not split a character, CR LF, or the terminator. Eight more bytes are enough to
    // find such a place.
    let limit = max(8, limit)
    let room = rest.prefix(limit + 8 - bytes.count)
    let run = room.prefix((room.firstIndex(of: 0x7E) ?? room.endIndex) - room.startIndex + 1)
    bytes += run
    rest = rest.dropFirst(run.count)
    if bytes.hasSuffix(Self.terminator) {
      bytes.removeLast(Self.terminator.count)
      overhead += Self.terminator.count
      isComplete = true
    }
    guard !isComplete, bytes.count == limit + 8 else { return nil }
    return hand(out: Self.cut(bytes, at: limit))
  }

  /// Returns what has arrived of the text, although the paste goes on.
  mutating func takePart() -> Part { hand(out: wholeCount) }

  /// Ends the paste and returns the remaining text; `nil` if all of it has been handed out.
  mutating func end() -> Part? {
    isComplete = false
    let isDone = isBegun && bytes.isEmpty
    let rest = hand(out: bytes.count)
    return isDone ? nil : rest
  }

  private mutating func hand(out count: Int) -> Part {
    defer {
      bytes.removeFirst(count)
      overhead = 0
      isBegun = true
    }
    return (Self.text(bytes.prefix(count)), count + overhead)
  }

  /// The number of bytes before a character or a terminator that may be incomplete, and before ends of lines.
  ///
  /// A field of one line drops those at the end of a paste, so they wait for what follows.
  private var wholeCount: Int {
    let count = bytes.count - tornCount
    return bytes[..<count].lastIndex { $0 != 0x0D && $0 != 0x0A }.map { $0 + 1 } ?? 0
  }

  /// The number of bytes of a character or a terminator that may be incomplete.
  private var tornCount: Int {
    let begun = (1..<Self.terminator.count).last { bytes.hasSuffix(Self.terminator[..<$0]) }
    if let begun { return begun }
    // The first byte of a character says how many follow it.
    let tail = bytes.suffix(3)
    guard let first = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[first] >= 0xC2 else {
      return 0
    }
    let length = bytes[first] < 0xE0 ? 2 : bytes[first] < 0xF0 ? 3 : 4
    return bytes.count - first < length ? bytes.count - first : 0
  }

  /// Whether bytes have a whole terminator.
  static func hasTerminator(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { bytes[$0] == 0x1B && bytes[$0...].starts(with: terminator) }
  }

  /// Returns the last place between two characters, at most `limit`.
  private static func cut(_ bytes: [UInt8], at limit: Int) -> Int {
    var place = limit
    while place > limit - 3, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    if bytes[place] == 0x0A, bytes[place - 1] == 0x0D { place -= 1 }
    return place
  }

  /// Decodes the bytes, without NUL and with a line feed at the end of every line.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var last: UInt8 = 0
    for byte in bytes where byte != 0 {
      if byte == 0x0D {
        result.append(0x0A)
      } else if byte != 0x0A || last != 0x0D {
        result.append(byte)
      }
      last = byte
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ suffix: some Collection<UInt8>) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}
