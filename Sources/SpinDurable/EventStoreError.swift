/// Why a store does not keep or return records.
public struct EventStoreError: Error, Hashable, Sendable {
  /// What is wrong.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// Another run has opened the log since, on this machine or another.
    case superseded
    /// The log has another newest event than the writer knows.
    case conflict
    /// The log was closed by this run.
    case closed
    /// The store cannot be reached, or has no room.
    case unavailable
    /// The store has content that it cannot have written.
    case damaged
  }

  /// What is wrong.
  public let kind: Kind

  private let message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: What is wrong.
  ///   - message: The same in a sentence, with the reason of the system.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The error of an append of an opening that is not the newest.
  public static func superseded(_ name: String) -> EventStoreError {
    EventStoreError(
      .superseded, "Another run has opened the log \"\(name)\" since, and writes it now.")
  }

  /// The error of a batch that does not follow the newest event.
  public static func conflict(_ name: String, newest: Int, previous: Int) -> EventStoreError {
    EventStoreError(
      .conflict,
      "The newest event of the log \"\(name)\" is \(newest), and these events follow \(previous).")
  }

  /// The error of an append after the log was closed.
  public static func closed(_ name: String) -> EventStoreError {
    EventStoreError(.closed, "This run has closed the log \"\(name)\".")
  }
}

extension EventStoreError: CustomStringConvertible {
  /// The error in a sentence.
  public var description: String { message }
}

/// The error of everybody who awaits a step of a loop whose events could not be kept.
///
/// The run has ended. Whether its newest events were kept is known when the log is opened again, so a client
/// that repeats a request gives its event the same identity as before.
public struct NotDurable: Error, Sendable {
  /// The name of the log.
  public let log: String

  /// The error of the store, or of an event that cannot be encoded.
  public let underlying: any Error
}

extension NotDurable: CustomStringConvertible {
  /// The error in sentences.
  public var description: String {
    if (underlying as? EventStoreError)?.kind == .superseded {
      return "\(underlying) This run has ended, and that one goes on."
    }
    return """
      The log "\(log)" may not have the newest events: \(underlying) \
      Open it again to learn which events it has, and repeat each request with the same identity.
      """
  }
}
