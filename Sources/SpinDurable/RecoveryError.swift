internal import SpinRecording

/// Why a spin cannot be opened from a log.
///
/// No record in the log has changed. If a record is the reason, the run that had the log before ends with its
/// next event all the same.
public struct RecoveryError: Error, Hashable, Sendable {
  /// What is wrong.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// A record cannot be decoded: its type has changed.
    case undecodable
    /// A newer version of the program has written a record.
    case newer
    /// An older version of the program has written a record, and nothing changes it.
    case older
    /// Records are missing or where none can be, or there is no snapshot to begin with.
    case incomplete
    /// A feedback acts, or sees states, before the step is kept.
    case sideEffect
    /// The runtime runs turns on the thread that reports that events are kept.
    case runtime
  }

  /// What is wrong.
  public let kind: Kind

  /// The name of the log.
  public let log: String

  /// The number of the record; `nil` if the error is about none.
  public let number: Int?

  private let message: String

  init(_ kind: Kind, _ log: String, number: Int? = nil, _ message: String) {
    self.kind = kind
    self.log = log
    self.number = number
    self.message = message
  }
}

extension RecoveryError: CustomStringConvertible {
  /// The error in words, with the log, the number, and what to do.
  public var description: String {
    "\"\(log)\"\(number.map { ", record \($0)" } ?? ""): \(message)"
  }
}

extension RecoveryError {
  static func undecodable(_ record: EventRecord, _ log: String, _ error: any Error) -> RecoveryError
  {
    let advice =
      switch record.kind {
      case .event:
        "If a case has another name now, use .json(renaming:). If its values have changed,"
      case .snapshot:
        "If the state has one property more, give it a default in init(from:). Otherwise"
      }
    return RecoveryError(
      .undecodable, log, number: record.number,
      """
      this \(record.kind) of version \(record.version) cannot be decoded: \(error.inWords) \
      \(advice) raise the version of DurableOptions, and change old records by migrating:. \
      The record is \(record.text)
      """)
  }

  static func newer(_ record: EventRecord, than version: Int, _ log: String) -> RecoveryError {
    RecoveryError(
      .newer, log, number: record.number,
      """
      version \(record.version) of the program has written this \(record.kind), and this is version \(version). \
      Run the newer program.
      """)
  }

  static func older(_ record: EventRecord, than version: Int, _ log: String) -> RecoveryError {
    RecoveryError(
      .older, log, number: record.number,
      """
      version \(record.version) of the program has written this \(record.kind), and this is version \(version). \
      Pass migrating: to DurableOptions, which changes old records.
      """)
  }

  static func unchanged(
    _ record: EventRecord, to version: Int, _ log: String, _ error: any Error
  ) -> RecoveryError {
    RecoveryError(
      .undecodable, log, number: record.number,
      """
      the migration cannot change this \(record.kind) of version \(record.version) to version \(version): \
      \(error). The record is \(record.text)
      """)
  }

  static func notLifted(
    _ record: EventRecord, to version: Int, _ log: String
  ) -> RecoveryError {
    RecoveryError(
      .older, log, number: record.number,
      """
      migrating: has returned this \(record.kind) with version \(record.version), and the program has version \
      \(version): return it as the program would have written it, with that version.
      """)
  }

  static func missing(after number: Int, found: Int, _ log: String) -> RecoveryError {
    RecoveryError(
      .incomplete, log, number: found,
      found > number
        ? "the event \(number + 1) is missing: record \(found) follows \(number)."
        : "the events are out of order: record \(found) follows \(number).")
  }

  static func misplaced(_ record: EventRecord, _ log: String) -> RecoveryError {
    RecoveryError(
      .incomplete, log, number: record.number,
      "the store has found \(record.kind) \(record.number) where none can be.")
  }

  static func noSnapshotLeft(_ first: Int, _ log: String) -> RecoveryError {
    RecoveryError(
      .incomplete, log, number: first,
      "migrating: has dropped each snapshot. Let it change this one, with which the log begins.")
  }

  static func noSnapshot(_ log: String) -> RecoveryError {
    RecoveryError(.incomplete, log, "there is no snapshot with which the log begins.")
  }

  static func sideEffect(_ feedback: String, _ log: String) -> RecoveryError {
    RecoveryError(
      .sideEffect, log,
      """
      \(feedback) is a Feedback.sideEffect, which acts before the step is kept, so a crash may take back the step \
      and not what the feedback did. Write Feedback(on:) with the effect .sideEffect, which waits for the store.
      """)
  }

  static func stream(_ feedback: String, _ log: String) -> RecoveryError {
    RecoveryError(
      .sideEffect, log,
      """
      \(feedback) is a Feedback.stream, whose sequence gets each state before the step is kept, so a crash may take \
      back the state and not what the sequence did with it. Write Feedback(on:) with an effect, which waits for \
      the store.
      """)
  }

  static func runtime(_ log: String) -> RecoveryError {
    RecoveryError(
      .runtime, log,
      """
      a runtime that runs turns at once, such as .callersThread, would run the loop on the thread of the store. \
      Use .async, or .callbacks.
      """)
  }
}

extension EventRecord {
  /// The bytes as text, cut after a line.
  fileprivate var text: String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "\(bytes.count) bytes."
    }
    return text.count > 200 ? "\(text.prefix(200))…" : text
  }
}
