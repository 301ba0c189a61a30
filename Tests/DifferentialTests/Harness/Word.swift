/// The event of every generated spin.
struct Word: Hashable, Codable, Sendable {
  static let kinds = 4

  /// Through which scopes it goes; the event of the spin itself if there are none.
  var path: [Hop] = []
  /// The column of the reducer's table.
  var kind: Int
  /// Tells apart what was emitted; 0 for the values in a description, -1 for those of a timer.
  var id = 0
  /// Whether the piece of work that delivers it is finished together with it.
  var isLast = false
  /// The transition that was being published when an observer emitted it.
  var echoOf: Int?
  /// Whether it has a reply, so that the loop keeps no copy of it.
  var asks = false

  /// The same event one level deeper.
  func entering() -> Word {
    var word = self
    word.path.removeFirst()
    return word
  }

  /// The same event some levels higher.
  func under(_ hops: [Hop]) -> Word {
    var word = self
    word.path = hops + word.path
    return word
  }

  /// Whether the reducer answers it; otherwise it lets the reply go.
  var isAnswered: Bool { kind % 2 == 0 }
}

/// One level of the way to a part: what its scope answers to, and which of several parts it is.
struct Hop: Hashable, Codable, Sendable {
  var mouth: Int
  var id: Int?
}

extension Word: CustomStringConvertible {
  var description: String {
    let hops = path.map { "\($0.mouth)\($0.id.map { "[\($0)]" } ?? "")." }.joined()
    return "\(hops)\(kind)\(id == 0 ? "" : " no. \(id)")\(isLast ? " (last)" : "")"
  }
}
