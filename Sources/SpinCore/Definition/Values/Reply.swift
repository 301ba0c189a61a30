/// A way to answer a task that has sent an event.
///
/// ```swift
/// enum Event {
///   case login(String, Reply<Session>)
/// }
/// let session = try await running.ask { .login(name, $0) }
/// ```
///
/// An event carries the reply, and a reducer or an effect answers it, at once or later; the state
/// may keep it until then. A reply ends when it is answered, its event is dropped, the loop stops,
/// the waiting task is cancelled, or its last copy is gone. In the last case the waiting task gets
/// an error. The loop keeps no copy, but code that stores transitions or states stores replies as
/// well.
///
/// The task decides whether it takes one answer, by `ask`, or each of several, by `answers`:
///
/// ```swift
/// for await progress in running.answers({ .download(file, $0) }) { show(progress) }
/// ```
///
/// A reply of `answers` does not end when it is answered, and its sequence ends without an error.
///
/// A reply does not affect the value that contains it: all replies are equal and have the same
/// hash. It is encoded as an empty object, and a decoded reply has ended.
///
/// A reply may be used from any thread.
public struct Reply<Value: Sendable>: Sendable {
  /// The waiting side; `nil` if no task ever waited.
  private let asker: Asker?

  /// Creates a reply that no task awaits, for tests and for events that are made by hand.
  public init() {
    asker = nil
  }

  /// Creates a reply that a task awaits.
  ///
  /// - Parameters:
  ///   - answer: Takes an answer, and returns whether the task gets it.
  ///   - isAwaited: Returns whether the task still waits.
  ///   - drop: Called when the last copy is gone, even if the reply was answered.
  package init(
    answer: @escaping @Sendable (Value) -> Bool, isAwaited: @escaping @Sendable () -> Bool,
    drop: @escaping @Sendable () -> Void
  ) {
    asker = Asker(answer: answer, isAwaited: isAwaited, drop: drop)
  }

  /// Answers the waiting task.
  ///
  /// *Isolation*: may be called on any thread. The waiting task is resumed at once or, if a closure
  /// of a loop answers an `ask`, when the loop that was asked rests or has made a few more steps.
  ///
  /// - Returns: Whether the task gets the answer; `false` if the reply has ended.
  @discardableResult
  public func answer(_ value: Value) -> Bool {
    asker?.answer(value) ?? false
  }

  /// Whether a task waits for the answer, so that unneeded work can be omitted.
  public var isAwaited: Bool { asker?.isAwaited() ?? false }

  /// The object that the copies of a reply share.
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
  /// All replies are equal.
  public static func == (left: Reply, right: Reply) -> Bool { true }

  /// Does not hash anything.
  public func hash(into hasher: inout Hasher) {}
}

extension Reply: Codable {
  private enum NoKey: CodingKey {}

  /// Creates a reply that has ended.
  public init(from decoder: any Decoder) {
    self.init()
  }

  /// Encodes an empty object.
  public func encode(to encoder: any Encoder) {
    _ = encoder.container(keyedBy: NoKey.self)
  }
}

extension Reply: CustomReflectable {
  /// A mirror without children, because all replies are equal.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Reply: CustomStringConvertible {
  /// The type, such as `Reply<Session>`.
  public var description: String { "Reply<\(Value.self)>" }
}
