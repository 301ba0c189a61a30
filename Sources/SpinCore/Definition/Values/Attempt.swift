/// The progress of work that is tried, perhaps several times, as a value in a state.
///
/// The reducer starts and ends the attempt, and ``Feedback/init(attempting:effect:)`` carries it
/// out, or ``Feedback/init(forEach:attempting:atMost:effect:)`` the attempts of several elements:
///
/// ```swift
/// struct Page: Sendable {
///   var load = Attempt<Article, String>()
/// }
/// enum Event {
///   case opened, loaded(Article), broken(String), closed
/// }
///
/// Feedback(attempting: \.load) { _ in
///   .run { .loaded(try await download(address)) } catch: { .broken("\($0)") }
/// }
/// Reducer { page, event in
///   switch event {
///   case .opened: page.load.start(retrying: backoff)
///   case .loaded(let article): page.load.succeed(article)
///   case .broken(let reason): page.load.retryOrFail(reason)
///   case .closed: page.load.cancel()
///   }
/// }
/// ```
///
/// An attempt contains no randomness: the loop draws the jitter of its backoff.
///
/// An attempt counts its starts, and a new `Attempt` value counts from zero. If a step replaces the
/// state and starts the attempt, carry the old attempt over into the new state. Otherwise two such
/// steps in a row produce equal attempts, and the second one starts nothing:
///
/// ```swift
/// var new = Page()
/// new.load = page.load
/// new.load.start()
/// page = new
/// ```
public struct Attempt<Success: Sendable, Failure: Sendable>: Sendable {
  /// The phases of an attempt.
  public enum Phase: Sendable {
    /// It was not started, or was reset.
    case idle
    /// It is running; the value is the number of the current attempt, counted from 1.
    case running(Int)
    /// It has succeeded.
    case succeeded(Success)
    /// It has failed, and is not tried again.
    case failed(Failure)
    /// It was cancelled.
    case cancelled
  }

  /// The current phase.
  public private(set) var phase = Phase.idle

  /// The number of starts, which distinguishes each start from the one before.
  public private(set) var serial: UInt64 = 0

  /// The delays before further attempts, and their number.
  public private(set) var backoff = Backoff.never

  /// Creates an idle attempt.
  public init() {}

  /// The number of the attempt that is being made, counted from 1; `nil` if none is.
  public var number: Int? {
    if case .running(let number) = phase { number } else { nil }
  }

  /// Whether the attempt is running.
  public var isRunning: Bool { number != nil }

  /// The result, if the attempt has succeeded.
  public var success: Success? {
    if case .succeeded(let success) = phase { success } else { nil }
  }

  /// The failure, if the attempt has failed.
  public var failure: Failure? {
    if case .failed(let failure) = phase { failure } else { nil }
  }

  // MARK: Changes by a reducer

  /// Starts with the first attempt, even if another start is running, which this one replaces.
  ///
  /// - Parameter backoff: The delays before further attempts and their number, for
  ///   ``retryOrFail(_:)``.
  public mutating func start(retrying backoff: Backoff = .never) {
    serial &+= 1
    self.backoff = backoff
    phase = .running(1)
  }

  /// Notes that the attempt has succeeded; has no effect unless it is running.
  public mutating func succeed(_ success: Success) {
    if isRunning { phase = .succeeded(success) }
  }

  /// Notes that the attempt has failed for good; has no effect unless it is running.
  public mutating func fail(_ failure: Failure) {
    if isRunning { phase = .failed(failure) }
  }

  /// Goes on to the next attempt, or fails if there is none; has no effect unless one is running.
  ///
  /// - Parameter failure: The failure of the current attempt.
  public mutating func retryOrFail(_ failure: Failure) {
    guard case .running(let number) = phase else { return }
    let isLast = backoff.delay(after: number) == nil || number == .max
    phase = isLast ? .failed(failure) : .running(number + 1)
  }

  /// Cancels the attempt; has no effect unless it is running.
  public mutating func cancel() {
    if isRunning { phase = .cancelled }
  }

  /// Forgets the outcome of the attempt, and cancels the attempt if it is running.
  public mutating func reset() {
    phase = .idle
  }
}

extension Attempt.Phase: Equatable where Success: Equatable, Failure: Equatable {}
extension Attempt.Phase: Hashable where Success: Hashable, Failure: Hashable {}
extension Attempt.Phase: Codable where Success: Codable, Failure: Codable {}

extension Attempt: Equatable where Success: Equatable, Failure: Equatable {}
extension Attempt: Hashable where Success: Hashable, Failure: Hashable {}

/// An attempt is encoded with its number, so that a running attempt continues after decoding.
extension Attempt: Codable where Success: Codable, Failure: Codable {}

extension Attempt: CustomStringConvertible {
  /// The phase, such as `running(2)`.
  public var description: String { "\(phase)" }
}

extension Attempt.Phase: CustomStringConvertible {
  /// The phase, with its number, value or error.
  public var description: String {
    switch self {
    case .idle: "idle"
    case .running(let number): "running(\(number))"
    case .succeeded(let success): "succeeded(\(inWords(success)))"
    case .failed(let failure): "failed(\(inWords(failure)))"
    case .cancelled: "cancelled"
    }
  }
}
