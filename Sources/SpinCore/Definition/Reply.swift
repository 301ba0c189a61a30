/// The way back to a task that has sent an event and awaits an answer.
///
/// ```swift
/// enum Event {
///   case login(String, Reply<Session>)
/// }
/// let session = try await running.ask { .login(name, $0) }
/// ```
///
/// An event carries it, and a reducer or an effect answers, at once or later; it may be kept in the
/// state meanwhile. It ends once: when it is answered, when its event is dropped, when the loop
/// stops, when the task that waits is cancelled, or when its last copy is gone. In the last case
/// the task that waits gets an error. The loop keeps no copy, but code that stores transitions or states
/// stores replies.
///
/// A reply is no part of the value that it stands in: all replies are equal and hash alike. It is
/// encoded as nothing, and one that is decoded has ended.
///
/// It may be used from any thread.
public struct Reply<Value: Sendable>: Sendable {
  /// The end at which the answer is awaited; nil if it never was.
  private let asker: Asker?

  /// Makes a reply that nobody awaits: for tests, and for events that are made by hand.
  public init() {
    asker = nil
  }

  /// Makes a reply that somebody awaits.
  ///
  /// - Parameters:
  ///   - answer: Takes the first answer; says whether somebody gets it.
  ///   - isAwaited: Says whether somebody waits.
  ///   - drop: Called when the last copy is gone, answered or not.
  package init(
    answer: @escaping @Sendable (Value) -> Bool, isAwaited: @escaping @Sendable () -> Bool,
    drop: @escaping @Sendable () -> Void
  ) {
    asker = Asker(answer: answer, isAwaited: isAwaited, drop: drop)
  }

  /// Answers.
  ///
  /// *Isolation*: from any thread. The task that waits is resumed at once, or, if a closure of a
  /// loop answers, when the loop rests or has made a few more steps.
  ///
  /// - Returns: Whether somebody gets the answer; `false` if the reply has ended.
  @discardableResult
  public func answer(_ value: Value) -> Bool {
    asker?.answer(value) ?? false
  }

  /// Tells whether somebody waits for the answer: work for nobody may be left out.
  public var isAwaited: Bool { asker?.isAwaited() ?? false }

  /// What the copies of a reply share.
  private final class Asker: Sendable {
    let answer: @Sendable (Value) -> Bool
    let isAwaited: @Sendable () -> Bool
    let drop: @Sendable () -> Void

    init(
      answer: @escaping @Sendable (Value) -> Bool, isAwaited: @escaping @Sendable () -> Bool,
      drop: @escaping @Sendable () -> Void
    ) {
      self.answer = answer
      self.isAwaited = isAwaited
      self.drop = drop
    }

    deinit {
      drop()
    }
  }
}

extension Reply: Hashable {
  /// Finds all replies equal.
  public static func == (left: Reply, right: Reply) -> Bool { true }

  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension Reply: Codable {
  private enum NoKey: CodingKey {}

  /// Makes a reply that has ended.
  public init(from decoder: any Decoder) {
    self.init()
  }

  /// Encodes an object without members.
  public func encode(to encoder: any Encoder) {
    _ = encoder.container(keyedBy: NoKey.self)
  }
}

extension Reply: CustomStringConvertible {
  /// `Reply<Session>`, and whether somebody waits is no part of it.
  public var description: String { "Reply<\(Value.self)>" }
}
