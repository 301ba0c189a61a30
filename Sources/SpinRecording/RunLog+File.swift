public import Foundation

extension RunLog where State: Decodable, Event: Decodable {
  /// Changes a line of a file, as an object of JSON, before it is decoded.
  public typealias Migration = (_ line: inout [String: Any]) throws -> Void

  /// Reads a file that the monitor `recording(to:)` or ``write(to:)`` has written.
  ///
  /// A last line that is cut off is left out, see ``damage``.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - migrate: Changes each line of an older version of the program; the first one is the header.
  ///   - cases: The new names of the cases of events that were renamed, by the old ones.
  /// - Throws: ``RunLogError`` with the number of the line, if the file is damaged elsewhere or is no
  ///   recording.
  public init(
    contentsOf file: URL, migrating migrate: Migration? = nil,
    renaming cases: [String: String] = [:]
  ) throws(RunLogError) {
    try self.init(wholePartOf: file, migrating: migrate, renaming: cases)
    if let damage, damage.kind != .cut { throw damage }
  }

  /// Reads a file up to the first damaged line.
  ///
  /// The ``damage`` says where the log ends, and why; it is `nil` if the file is whole.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - migrate: Changes each line of an older version of the program; the first one is the header.
  ///   - cases: The new names of the cases of events that were renamed, by the old ones.
  /// - Throws: ``RunLogError``, if the file cannot be read or is no recording.
  public init(
    wholePartOf file: URL, migrating migrate: Migration? = nil,
    renaming cases: [String: String] = [:]
  ) throws(RunLogError) {
    var reader = RunReader<State, Event>(file.path, migrating: migrate, renaming: cases)
    do {
      // NB: not mapped, because a file that is cut while it is read would end the program; and by a handle, because
      // `Data(contentsOf:)` refuses pipes.
      try reader.read(FileHandle(forReadingFrom: file).readToEnd() ?? Data())
      try reader.finish()
    } catch {
      throw error as? RunLogError ?? .unreadable(file.path, error)
    }
    self = reader.log
  }
}

extension RunLog where State: Encodable, Event: Encodable {
  /// Writes the log into a file; a file that exists is replaced.
  ///
  /// - Parameter file: The file.
  /// - Throws: ``RunLogError``, if the file cannot be written, or if an event or a state cannot be encoded;
  ///   the file is then as it was.
  public func write(to file: URL) throws(RunLogError) {
    let encoder = JSONEncoder.ofRuns()
    var lines = Data()
    func add(_ line: RunLine<State, Event>) throws(RunLogError) {
      lines += try encoder.bytes(of: line, in: file.path)
    }
    let newest = endKeepsState ? entries.lastIndex { $0.outcome.isTransition } : nil
    let last = newest.flatMap { entries[$0].state }
    for (index, entry) in entries.enumerated() {
      var step = entry
      // NB: the beginning keeps its state, because no log is read without it.
      if index == newest, index > 0 { step.state = nil }
      try add(.entry(step))
      for effect in entry.effects { try add(.effect(effect)) }
      for execution in entry.cancelled { try add(.cancelled(execution)) }
      if entry.isCutOff { try add(.end(isCutOff: true, last)) }
    }
    if hasEnded, !entries.contains(where: \.isCutOff) { try add(.end(isCutOff: false, last)) }
    do {
      let bytes = try encoder.encode(header) + [0x0A] + lines
      try bytes.write(to: file, options: file.isReplaced ? .atomic : [])
    } catch {
      throw .unwritable(file.path, error)
    }
  }
}

/// The format in the first line of a file.
private struct RunFormat: Decodable {
  let spin: String
}

/// Reads the lines of a file, which may come a piece at a time, as from a file that grows.
package struct RunReader<State: Decodable & Sendable, Event: Decodable & Sendable> {
  private let path: String
  private let migrate: RunLog<State, Event>.Migration?
  private let cases: [String: String]
  /// Reads a line as it is; `nil` for one that the decoder has to read.
  private let scan: (@Sendable (Data) -> (any RunLineKeys)?)?
  private let decoder = JSONDecoder.ofRuns()
  /// The mark of the byte order, which some editors put before the first line.
  private static var mark: [UInt8] { [0xEF, 0xBB, 0xBF] }
  /// The bytes of a line whose end has not come yet.
  private var rest = Data()
  /// The number of lines that were read.
  private var count = 0
  /// The number of the newest transition; `nil` before the beginning.
  private var newest: Int?

  /// What was read until now.
  package private(set) var log: RunLog<State, Event>

  package init(
    _ path: String, migrating migrate: RunLog<State, Event>.Migration? = nil,
    renaming cases: [String: String] = [:],
    scanning scan: (@Sendable (Data) -> (any RunLineKeys)?)? = nil
  ) {
    self.path = path
    self.migrate = migrate
    self.cases = cases
    self.scan = scan
    log = RunLog(RunHeader(State.self, Event.self))
  }

  /// Whether a line was begun whose end has not come yet.
  package var isWithinLine: Bool { !rest.isEmpty }

  /// Reads the next bytes of the file.
  ///
  /// A line without its end waits for the next bytes. What follows a damaged line is ignored.
  package mutating func read(_ bytes: Data) throws(RunLogError) {
    let bytes = rest.isEmpty ? bytes : rest + bytes
    rest = Data()
    var start = bytes.startIndex
    let ends = bytes.withUnsafeBytes { bytes in bytes.indices.filter { bytes[$0] == 0x0A } }
    for end in ends where log.damage == nil {
      let end = bytes.startIndex + end
      try read(line: bytes[start..<end], isCut: false)
      start = end + 1
    }
    if start < bytes.endIndex { rest = Data(bytes[start...]) }
  }

  /// Reads a last line without an end, after the last bytes of the file.
  package mutating func finish() throws(RunLogError) {
    if !rest.isEmpty || count == 0 { try read(line: rest, isCut: true) }
    rest = Data()
    if log.entries.isEmpty, log.damage == nil {
      log.damage = RunLogError(
        .noState, path, line: 1, "this recording has a header and no begin: the run had not begun.")
    }
  }

  private mutating func read(line: Data, isCut: Bool) throws(RunLogError) {
    count += 1
    let line = count == 1 && line.starts(with: Self.mark) ? line.dropFirst(Self.mark.count) : line
    if count == 1 {
      if line.isEmpty { throw RunLogError(.empty, path, "this file is empty, and no recording.") }
      log.header = try header(line, isCut: isCut)
    } else if line != Data([0x0D]), !line.isEmpty, log.damage == nil {
      var whole = line
      do {
        whole = try migrated(line)
        try add(decoded(whole))
      } catch {
        log.damage = damage(error, whole, isCut: isCut)
      }
    }
  }

  private func header(_ line: Data, isCut: Bool) throws(RunLogError) -> RunHeader {
    let foreign = RunLogError(
      .foreign, path, line: 1,
      "this is no recording: its first line is not a header with the key \"spin\".")
    // NB: before the rest of the line, which another format may have changed.
    let format = (try? decoder.decode(RunFormat.self, from: line))?.spin
    if let format, let own = Self.major(RunHeader.format), Self.major(format) != own {
      guard let major = Self.major(format), major > own else { throw foreign }
      throw RunLogError(
        .newer, path, line: 1,
        "this recording has the format \(format), and this version of Spin reads "
          + "\(RunHeader.format): read it with the version of Spin that has written it, or a newer one."
      )
    }
    do {
      return try decoder.decode(RunHeader.self, from: migrated(line))
    } catch {
      if format != nil {
        throw RunLogError(
          .damaged, path, line: 1,
          "this header is damaged, or its migration fails: \(error.inWords.sentence)")
      }
      let isPart = Data("{\"".utf8).starts(with: line.prefix(2))
      if isCut, isPart, (try? JSONSerialization.jsonObject(with: line)) == nil {
        throw RunLogError(
          .cut, path, line: 1, "this recording is cut off within its first line, and has no entry.")
      }
      throw foreign
    }
  }

  /// The number before the point of a format.
  private static func major(_ format: String) -> Int? { Int(format.prefix { $0 != "." }) }

  private func decoded(_ line: Data) throws -> RunLine<State, Event> {
    if let keys = scan?(line), let line = try? RunLine<State, Event>(keys) { return line }
    return try decoder.decode(CodedLine<State, Event>.self, from: line).line
  }

  private mutating func add(_ line: RunLine<State, Event>) throws(Disorder) {
    if case .entry(let entry) = line {
      switch (entry.outcome, newest) {
      case (.begins, nil):
        if entry.state == nil { throw Disorder("the first state is missing") }
      case (.begins, _): throw Disorder("the run begins a second time")
      case (_, nil): throw Disorder("the beginning of the run is missing before it")
      case (.reduced(let number), let last?):
        if last == .max || number != last + 1 {
          throw Disorder("transition \(number) follows transition \(last)")
        }
      case (.dropped, _), (.message, _): break
      }
      newest = entry.outcome.number ?? newest
    } else if log.entries.isEmpty {
      throw Disorder("the beginning of the run is missing before it")
    }
    log.add(line)
  }

  private struct Disorder: Error {
    let words: String
    init(_ words: String) { self.words = words }
  }

  /// Returns the line as it is to be decoded.
  private func migrated(_ line: Data) throws -> Data {
    if migrate == nil && cases.isEmpty { return line }
    guard var object = try JSONSerialization.jsonObject(with: line) as? [String: Any] else {
      return line
    }
    try migrate?(&object)
    if !cases.isEmpty, let event = object["e"] { object["e"] = renamed(event, cases) }
    return try JSONSerialization.data(withJSONObject: object)
  }

  private func damage(_ error: any Error, _ line: Data, isCut: Bool) -> RunLogError {
    if isCut, (try? JSONSerialization.jsonObject(with: line)) == nil {
      return RunLogError(
        .cut, path, line: count,
        "the last line is cut off; all before it is whole.")
    }
    let types =
      log.header.eventType == String(reflecting: Event.self)
      ? ""
      : " Its events are of the type \(log.header.eventType), and it is read with \(Event.self)."
    let rest =
      types
      + " RunLog(wholePartOf:) reads the \(log.entries.count == 1 ? "entry" : "\(log.entries.count) entries") before it."
    if let unknown = UnknownCase(error, in: line) {
      return RunLogError(
        .damaged, path, line: count, "\(unknown).", advice: unknown.advice + rest)
    }
    return RunLogError(
      .damaged, path, line: count,
      "this line is damaged, or of other types: "
        + ((error as? Disorder)?.words ?? error.inWords).sentence,
      advice: rest)
  }
}

/// Returns the JSON of an event whose case has another name.
package func renamed(_ event: Any, _ cases: [String: String]) -> Any {
  if let name = event as? String { return cases[name] ?? name }
  guard let event = event as? [String: Any] else { return event }
  return Dictionary(
    event.map { (cases[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
}

/// A case of an enumeration that stands in a line and that the type does not have, perhaps because it was
/// renamed.
private struct UnknownCase: CustomStringConvertible {
  private let name: String
  private let type: String
  private let path: [any CodingKey]

  /// Finds the case that an error of decoding is about.
  init?(_ error: any Error, in line: Data) {
    let context: DecodingError.Context
    // NB: the words are those of synthesized conformances, and tell these errors from others.
    switch error {
    case DecodingError.typeMismatch(let type, let place)
    where place.debugDescription.hasPrefix("Invalid number of keys found"):
      (self.type, context) = ("\(type)", place)
    case DecodingError.dataCorrupted(let place)
    where place.debugDescription.hasPrefix("Cannot initialize "):
      let words = place.debugDescription.dropFirst("Cannot initialize ".count)
      (self.type, context) = (String(words.prefix { $0 != " " }), place)
    default: return nil
    }
    path = context.codingPath
    guard var value = try? JSONSerialization.jsonObject(with: line) else { return nil }
    for key in path {
      let inner =
        key.intValue.map { index in (value as? [Any])?.dropFirst(index).first }
        ?? (value as? [String: Any])?[key.stringValue]
      guard let inner else { return nil }
      value = inner
    }
    let object = (value as? [String: Any]).flatMap { $0.count == 1 ? $0.keys.first : nil }
    guard let name = value as? String ?? object else { return nil }
    self.name = name
  }

  var description: String { "\(path.inWords)\(type) has no case “\(name)”" }

  /// What to do in code.
  var advice: String {
    let isEvent = path.map(\.stringValue) == [RunLineKey.e.stringValue]
    return isEvent
      ? " If the case has another name now, read the log by RunLog(contentsOf:renaming: [\"\(name)\": \"…\"]). If it "
        + "is gone or has other values, change the line by migrating:."
      : " If the case has another name now, change the line by RunLog(contentsOf:migrating:)."
  }
}

extension String {
  /// The text with a full stop.
  fileprivate var sentence: String { hasSuffix(".") ? self : self + "." }
}

extension RunLogError {
  package static func unreadable(_ path: String, _ error: any Error) -> RunLogError {
    RunLogError(
      .unreadable, path, "this recording cannot be read: \(error.inWords)")
  }
}
