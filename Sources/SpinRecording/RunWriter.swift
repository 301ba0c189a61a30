internal import Dispatch
internal import Foundation
internal import SpinCore
internal import SpinSystem
internal import Synchronization

/// Held by the run that opens its file.
private let opening = Guarded(())

extension URL {
  /// Whether a new file replaces what has this name, which is a regular file or nothing.
  var isReplaced: Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type.map { $0 == .typeRegular } ?? true
  }
}

/// Writes the lines of a run into a file, on a queue of its own.
final class RunWriter<State: Codable & Sendable, Event: Codable & Sendable>: Sendable {
  private struct Waiting {
    var lines: [RunLine<State, Event>] = []
    var isScheduled = false
    var isOver = false
  }

  private struct File {
    /// `nil` after an error.
    var handle: FileHandle?
    let encoder = JSONEncoder.ofRuns()
    var hasToldLoss = false
  }

  private let path: String
  /// The number of the thread that writes; 0 if none does.
  private let writer = Atomic(0)
  private let waiting = Guarded(Waiting())
  private let file: Guarded<File>
  private let queue = DispatchQueue(label: "spin.recording")
  private let onError: @Sendable (RunLogError) -> Void

  /// The lines that may wait until the loop writes them itself.
  private static var most: Int { 65_536 }

  /// Creates the file, and writes its first line.
  init(_ file: URL, _ header: RunHeader, onError: @escaping @Sendable (RunLogError) -> Void) {
    path = file.path
    self.onError = onError
    self.file = Guarded(File())
    do throws(RunLogError) {
      try self.file.withLock { content throws(RunLogError) in
        do {
          let line = try JSONEncoder.ofRuns().encode(header) + [0x0A]
          content.handle = try Self.open(file, writing: line)
        } catch {
          throw error as? RunLogError ?? .unwritable(path, error)
        }
      }
      if let error = RunLogError.sameNames(header.feedbacks, path) { onError(error) }
    } catch {
      waiting.withLock { $0.isOver = true }
      onError(error)
    }
  }

  /// Opens a file and writes its first line.
  ///
  /// A new file replaces a file of the same name, because an earlier run may still write into that one. A
  /// device or a pipe is not replaced.
  private static func open(_ file: URL, writing line: Data) throws -> FileHandle {
    // Programs that this process starts do not inherit the file.
    func openForWriting() throws -> FileHandle {
      let handle = try FileHandle(forWritingTo: file)
      Descriptor(handle.fileDescriptor).closeOnExec()
      return handle
    }
    guard file.isReplaced else {
      let handle = try openForWriting()
      try? handle.truncate(atOffset: 0)
      try write(line, handle, file.path)
      return handle
    }
    // Two runs that begin at once must not open the file of one of them.
    return try opening.withLock { _ in
      try line.write(to: file, options: .atomic)
      let handle = try openForWriting()
      try handle.seekToEnd()
      return handle
    }
  }

  /// Adds a line.
  func add(_ line: RunLine<State, Event>) {
    let (begins, isFull) = waiting.withLock { waiting in
      if waiting.isOver { return (false, false) }
      waiting.lines.append(line)
      defer { waiting.isScheduled = true }
      return (!waiting.isScheduled, waiting.lines.count >= Self.most)
    }
    if isFull {
      writeOut()
    } else if begins {
      queue.async { self.writeOut() }
    }
  }

  /// Writes all lines that wait.
  ///
  /// NB: tells errors after the lock is given back, because whoever is told may stop the loop, which writes
  /// again.
  func writeOut() {
    // A value that is encoded may stop the loop, which writes. What it adds is written after that value.
    if writer.load(ordering: .relaxed) == currentThreadID() { return }
    let errors = file.withLock { file in
      writer.store(currentThreadID(), ordering: .relaxed)
      defer { writer.store(0, ordering: .relaxed) }
      var errors: [RunLogError] = []
      while case let lines = take(), !lines.isEmpty {
        do throws(RunLogError) {
          try write(lines, &file, &errors)
        } catch {
          if end(&file) { errors.append(error) }
        }
      }
      return errors
    }
    errors.forEach(onError)
  }

  private func take() -> [RunLine<State, Event>] {
    waiting.withLock { waiting in
      defer { waiting.lines = [] }
      if waiting.lines.isEmpty { waiting.isScheduled = false }
      return waiting.lines
    }
  }

  private func write(
    _ lines: [RunLine<State, Event>], _ file: inout File, _ errors: inout [RunLogError]
  ) throws(RunLogError) {
    var bytes = Data()
    var failure: RunLogError?
    for line in lines where failure == nil {
      do throws(RunLogError) {
        bytes += try file.encoder.bytes(of: line, in: path)
      } catch {
        failure = error
      }
      #if DEBUG
        if let loss = loss(line, &file) { errors.append(loss) }
      #endif
    }
    // What is whole before an error is kept.
    if let handle = file.handle { try Self.write(bytes, handle, path) }
    if let failure { throw failure }
  }

  private static func write(
    _ bytes: Data, _ handle: FileHandle, _ path: String
  ) throws(RunLogError) {
    // NB: the reader of a pipe may be gone, which is an error and must be no signal.
    let descriptor = Descriptor(handle.fileDescriptor)
    if let code = descriptor.writeAllWithoutSignal(Array(bytes)) {
      throw .unwritable(path, SystemCall.message(for: code) + ".")
    }
  }

  /// Ends the recording; returns whether it had not ended before.
  private func end(_ file: inout File) -> Bool {
    guard let handle = file.handle.take() else { return false }
    let dropped = waiting.withLock { waiting in
      waiting.isOver = true
      defer { waiting.lines = [] }
      return waiting.lines
    }
    withExtendedLifetime(dropped) {}  // A user's code, at the end of an event, may add a line.
    try? handle.close()
    return true
  }

  #if DEBUG
    /// Returns an error, once, if an event or a state is another one after it was encoded and decoded.
    private func loss(_ line: RunLine<State, Event>, _ file: inout File) -> RunLogError? {
      guard !file.hasToldLoss, let part = line.lostPart else { return nil }
      file.hasToldLoss = true
      return .lossy(path, part)
    }
  #endif
}

#if DEBUG
  extension RunLine where State: Codable, Event: Codable {
    /// The event or the state that a file does not keep.
    fileprivate var lostPart: String? {
      switch self {
      case .entry(let entry):
        let number = entry.outcome.number.map { " of transition \($0)" } ?? ""
        // NB: nobody waits for the copy of a reply.
        if !entry.isForgotten, let event = entry.event, isLost(event) {
          return "the event \(event)\(number)"
        }
        return entry.state.map(isLost) == true ? "the state\(number)" : nil
      case .end(_, let state): return state.map(isLost) == true ? "the last state" : nil
      case .effect, .cancelled: return nil
      }
    }
  }

  /// Whether a value is another one after it was encoded and decoded; not if it cannot be encoded.
  private func isLost<Value: Codable>(_ value: Value) -> Bool {
    do {
      return try value.decodedCopy().map { !areEqual(value, $0) } ?? true
    } catch {
      return false
    }
  }
#endif

extension JSONEncoder {
  /// Returns a line of a file, with its end.
  func bytes<State: Encodable, Event: Encodable>(
    of line: RunLine<State, Event>, in path: String
  ) throws(RunLogError) -> Data {
    do {
      return try encode(CodedLine(line: line)) + [0x0A]
    } catch {
      throw .unencodable(path, line, error)
    }
  }
}

extension RunLogError {
  static func unwritable(_ path: String, _ error: any Error) -> RunLogError {
    unwritable(path, error.inWords)
  }

  fileprivate static func unwritable(_ path: String, _ reason: String) -> RunLogError {
    RunLogError(.unwritable, path, "this recording cannot be written: \(reason)")
  }

  fileprivate static func unencodable<State, Event>(
    _ path: String, _ line: RunLine<State, Event>, _ error: any Error
  ) -> RunLogError {
    var what = "the last state"
    if case .entry(let entry) = line {
      let event = entry.event.map { "the event \($0)" } ?? "the state"
      what = event + (entry.outcome.number.map { " of transition \($0)" } ?? "")
    }
    return RunLogError(
      .unencodable, path,
      "no recording can have \(what), which cannot be encoded: \(error.inWords)")
  }

  fileprivate static func lossy(_ path: String, _ state: String) -> RunLogError {
    RunLogError(
      .lossy, path,
      "\(state) is another one after it was encoded and decoded, so this recording "
        + "cannot be played as it was: make encode(to:) and init(from:) keep all that == compares.")
  }
}

extension Error {
  /// The error in words, with the place in the value if it is about coding, and as the system says it if it
  /// is about a file.
  package var inWords: String {
    let cause = (self as? CocoaError)?.underlying.map { $0 as NSError }
    if let cause, cause.domain == NSPOSIXErrorDomain, let code = Int32(exactly: cause.code) {
      return SystemCall.message(for: code) + "."
    }
    // What the user has thrown has no words of the system.
    let isOfSystem =
      self is any LocalizedError || self is any CustomNSError || type(of: self) is NSError.Type
    return switch self as any Error {
    case EncodingError.invalidValue(_, let context): context.inWords
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      context.inWords
    default: isOfSystem ? localizedDescription : "\(self)"
    }
  }
}

extension EncodingError.Context {
  fileprivate var inWords: String { codingPath.inWords + debugDescription }
}

extension DecodingError.Context {
  fileprivate var inWords: String { codingPath.inWords + debugDescription }
}

extension [any CodingKey] {
  /// The place in a value, before what is wrong there; empty for the whole value.
  var inWords: String {
    let names = map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    return names.isEmpty ? "" : "at \(names.joined(separator: ".")): "
  }
}
