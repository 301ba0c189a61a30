package import Foundation

/// A line of a file.
///
/// | key   | value                                                                      |
/// |-------|----------------------------------------------------------------------------|
/// | `b`   | the beginning of the log: the number of its first state                    |
/// | `n`   | the number of the transition                                               |
/// | `o`   | why the event was dropped                                                  |
/// | `m`   | the kind of a message: an end, `alarm` or `asked`                          |
/// | `q`   | how many states a sequence has taken                                       |
/// | `e`   | the event                                                                  |
/// | `s`   | the state                                                                  |
/// | `f`   | the feedback that has sent the entry; none for an entry from outside       |
/// | `x`   | the number of its execution; none for an immediate event                   |
/// | `g`   | the number of the stage                                                    |
/// | `i`   | the number of the execution whose subscription has emitted as it began     |
/// | `l`   | `true` if a part of the effect has ended with the event                    |
/// | `r`   | `true` if the loop kept no copy of the event, because it carries a reply   |
/// | `h`   | the number of a throttle's period                                          |
/// | `t`   | the time since the beginning, in nanoseconds, or as text in attoseconds    |
/// | `u`   | the time in the mailbox, in the same units                                 |
/// | `p`   | the place of the call that has emitted the event                           |
/// | `y`   | how many events the full mailbox has given up since the entry before       |
/// | `d`   | a line of its own: the feedback of an effect that the step has described   |
/// | `w`   | what the effect consists of                                                |
/// | `c`   | a line of its own: the feedback of an execution that the step has cancelled |
/// | `z`   | a line of its own: the run was stopped; `true` if the newest step may lack effects |
///
/// A key without a value is absent. A reader ignores keys that it does not know.
package enum RunLineKey: String, CodingKey {
  case b, n, o, m, q, e, s, f, x, g, i, h, l, r, t, u, p, y, d, w, c, z
}

/// Encodes and decodes a line.
struct CodedLine<State: Sendable, Event: Sendable> {
  let line: RunLine<State, Event>
}

extension CodedLine: Encodable where State: Encodable, Event: Encodable {
  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: RunLineKey.self)
    switch line {
    case .effect(let effect):
      try keys.encode(effect.feedback, forKey: .d)
      try keys.encodeIfPresent(effect.execution, forKey: .x)
      try keys.encode(effect.shape, forKey: .w)
    case .cancelled(let execution):
      try keys.encode(execution.feedback, forKey: .c)
      try keys.encode(execution.number, forKey: .x)
    case .end(let isCutOff, let state):
      try keys.encode(isCutOff, forKey: .z)
      if let state { try keys.encode(state, forKey: .s) }
    case .entry(let entry):
      try keys.encode(entry.sender)
      try keys.encode(entry.outcome)
      if let event = entry.event { try keys.encode(event, forKey: .e) }
      if let state = entry.state { try keys.encode(state, forKey: .s) }
      try keys.encode(entry.time, .t)
      try keys.encode(entry.waited, .u)
      try keys.encodeIfPresent(entry.site, forKey: .p)
      if entry.lostBefore > 0 { try keys.encode(entry.lostBefore, forKey: .y) }
      if entry.endsPart { try keys.encode(true, forKey: .l) }
      if entry.isForgotten { try keys.encode(true, forKey: .r) }
    }
  }
}

extension CodedLine: Decodable where State: Decodable, Event: Decodable {
  init(from decoder: any Decoder) throws {
    line = try RunLine(decoder.container(keyedBy: RunLineKey.self))
  }
}

/// The keys of a line that is decoded: those of a decoder, or of another reader of JSON.
package protocol RunLineKeys {
  var codingPath: [any CodingKey] { get }
  func contains(_ key: RunLineKey) -> Bool
  func decode(_ type: Bool.Type, forKey key: RunLineKey) throws -> Bool
  func decode(_ type: Int.Type, forKey key: RunLineKey) throws -> Int
  func decode(_ type: Int64.Type, forKey key: RunLineKey) throws -> Int64
  func decode(_ type: String.Type, forKey key: RunLineKey) throws -> String
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: RunLineKey) throws -> Value
  func decodeIfPresent(_ type: Bool.Type, forKey key: RunLineKey) throws -> Bool?
  func decodeIfPresent(_ type: Int.Type, forKey key: RunLineKey) throws -> Int?
  func decodeIfPresent(_ type: UInt64.Type, forKey key: RunLineKey) throws -> UInt64?
  func decodeIfPresent(_ type: String.Type, forKey key: RunLineKey) throws -> String?
}

extension KeyedDecodingContainer: RunLineKeys where Key == RunLineKey {}

extension RunLine where State: Decodable, Event: Decodable {
  init(_ keys: some RunLineKeys) throws {
    if let feedback = try keys.decodeIfPresent(String.self, forKey: .d) {
      self = .effect(
        RunEffect(
          feedback: feedback, execution: try keys.decodeIfPresent(Int.self, forKey: .x),
          shape: try keys.decodeIfPresent(String.self, forKey: .w) ?? ""))
      return
    }
    if let feedback = try keys.decodeIfPresent(String.self, forKey: .c) {
      self = .cancelled(
        RunExecution(feedback: feedback, number: try keys.decode(Int.self, forKey: .x)))
      return
    }
    if keys.contains(.z) {
      self = .end(
        isCutOff: try keys.decode(Bool.self, forKey: .z),
        keys.contains(.s) ? try keys.decode(State.self, forKey: .s) : nil)
      return
    }
    // NB: by the presence of the key, because an event may be of an optional type.
    self = .entry(
      RunLog<State, Event>.Entry(
        sender: try keys.decodeSender(),
        event: keys.contains(.e) ? try keys.decode(Event.self, forKey: .e) : nil,
        outcome: try keys.decodeOutcome(), time: try keys.decodeTime(.t),
        waited: try keys.decodeTime(.u),
        site: try keys.decodeIfPresent(String.self, forKey: .p),
        lostBefore: try keys.decodeIfPresent(Int.self, forKey: .y) ?? 0,
        endsPart: try keys.decodeIfPresent(Bool.self, forKey: .l) ?? false,
        isForgotten: try keys.decodeIfPresent(Bool.self, forKey: .r) ?? false,
        state: keys.contains(.s) ? try keys.decode(State.self, forKey: .s) : nil))
  }
}

extension KeyedEncodingContainer<RunLineKey> {
  /// Encodes a time in nanoseconds; in attoseconds, as text, if it is none of whole nanoseconds or too long.
  fileprivate mutating func encode(_ time: Duration, _ key: RunLineKey) throws {
    if time == .zero { return }
    let (nanoseconds, rest) = time.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest == 0, let nanoseconds = Int64(exactly: nanoseconds) {
      try encode(nanoseconds, forKey: key)
    } else {
      try encode("\(time.attoseconds)", forKey: key)
    }
  }

  fileprivate mutating func encode(_ sender: RunSender) throws {
    try encodeIfPresent(sender.feedback, forKey: .f)
    switch sender {
    case .start, .outside, .immediate: break
    case .subscription(_, let execution): try encode(execution, forKey: .i)
    case .effect(_, let execution, let stage):
      try encode(execution, forKey: .x)
      try encodeIfPresent(stage, forKey: .g)
    case .throttle(_, let count): try encode(count, forKey: .h)
    }
  }

  fileprivate mutating func encode(_ outcome: RunOutcome) throws {
    switch outcome {
    case .begins(let number): try encode(number, forKey: .b)
    case .reduced(let number): try encode(number, forKey: .n)
    case .dropped(let reason): try encode(reason, forKey: .o)
    case .message(.ended(let reason)): try encode(reason.rawValue, forKey: .m)
    case .message(.alarm): try encode("alarm", forKey: .m)
    case .message(.asked(let count)):
      try encode("asked", forKey: .m)
      try encode(count, forKey: .q)
    case .message(.unknown(let kind)): try encode(kind, forKey: .m)
    }
  }
}

extension RunLineKeys {
  fileprivate func decodeSender() throws -> RunSender {
    if contains(.b) { return .start }
    guard let feedback = try decodeIfPresent(String.self, forKey: .f) else { return .outside }
    if let count = try decodeIfPresent(Int.self, forKey: .h) {
      return .throttle(of: feedback, count: count)
    }
    if let execution = try decodeIfPresent(Int.self, forKey: .i) {
      return .subscription(of: feedback, execution: execution)
    }
    guard let execution = try decodeIfPresent(Int.self, forKey: .x) else {
      return .immediate(of: feedback)
    }
    return .effect(
      of: feedback, execution: execution, stage: try decodeIfPresent(Int.self, forKey: .g))
  }

  fileprivate func decodeOutcome() throws -> RunOutcome {
    if let number = try decodeIfPresent(Int.self, forKey: .b) { return .begins(number: number) }
    if let number = try decodeIfPresent(Int.self, forKey: .n) { return .reduced(number: number) }
    if let reason = try decodeIfPresent(String.self, forKey: .o) { return .dropped(reason: reason) }
    guard let kind = try decodeIfPresent(String.self, forKey: .m) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription:
            "it has none of the keys b, n, o, m, d, c and z, one of which says what it is"
        ))
    }
    if let reason = EndReason(rawValue: kind) { return .message(.ended(reason)) }
    switch kind {
    case "alarm": return .message(.alarm)
    case "asked":
      return .message(.asked(taken: try decodeIfPresent(UInt64.self, forKey: .q) ?? 0))
    default: return .message(.unknown(kind))
    }
  }

  fileprivate func decodeTime(_ key: RunLineKey) throws -> Duration {
    guard contains(key) else { return .zero }
    if let nanoseconds = try? decode(Int64.self, forKey: key) { return .nanoseconds(nanoseconds) }
    guard let attoseconds = Int128(try decode(String.self, forKey: key)) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath + [key],
          debugDescription: "a time is a number of nanoseconds, or of attoseconds as text"))
    }
    return Duration(attoseconds: attoseconds)
  }
}

// MARK: The first line

extension RunHeader: Codable {
  /// The format of the files; readers refuse another number before the dot.
  static var format: String { "1.0" }

  private enum Key: String, CodingKey {
    case format = "spin"
    case name, state, event, feedbacks, seed, began, only
  }

  /// Writes the first line of a file.
  public func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: Key.self)
    try keys.encode(RunHeader.format, forKey: .format)
    try keys.encodeIfPresent(name, forKey: .name)
    try keys.encode(stateType, forKey: .state)
    try keys.encode(eventType, forKey: .event)
    try keys.encode(feedbacks, forKey: .feedbacks)
    // As text, because other readers of JSON have no integers of 64 bits.
    try keys.encode("\(seed)", forKey: .seed)
    try keys.encode(began.formatted(Self.time), forKey: .began)
    if hasOnlyEvents { try keys.encode(Self.onlyEvents, forKey: .only) }
  }

  /// Reads the first line of a file.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Key.self)
    _ = try keys.decode(String.self, forKey: .format)
    self.init(
      name: try keys.decodeIfPresent(String.self, forKey: .name),
      stateType: try keys.decodeIfPresent(String.self, forKey: .state) ?? "",
      eventType: try keys.decodeIfPresent(String.self, forKey: .event) ?? "",
      feedbacks: try keys.decodeIfPresent([String].self, forKey: .feedbacks) ?? [],
      seed: try keys.decodeIfPresent(String.self, forKey: .seed).flatMap { UInt64($0) } ?? 0,
      began: try keys.decodeIfPresent(String.self, forKey: .began)
        .flatMap { try? Self.time.parse($0) } ?? Date(timeIntervalSince1970: 0),
      hasOnlyEvents: try keys.decodeIfPresent(String.self, forKey: .only) == Self.onlyEvents)
  }

  /// The word for a log that has no more than events.
  private static var onlyEvents: String { "events" }

  private static var time: Date.ISO8601FormatStyle { .init() }
}

extension JSONEncoder {
  /// The encoder of recordings.
  package static func ofRuns() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}

extension JSONDecoder {
  /// The decoder of recordings.
  package static func ofRuns() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
