/// Something that is tried, perhaps several times, as a value in a state.
///
/// The reducer starts and ends it, and ``Feedback/init(attempting:effect:)`` carries it out:
///
/// ```swift
/// struct Page: Sendable {
///   var load = Attempt<Article, String>()
/// }
///
/// Feedback(attempting: \.load) { _ in
///   .run { .loaded(try await download()) } catch: { .broken("\($0)") }
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
/// There is no randomness in it: the jitter of its backoff is drawn by the loop.
///
/// An attempt counts its starts, and one that is made from scratch counts from zero. To replace a state
/// and start in the same step, keep the attempt, or the second such start equals the first:
///
/// ```swift
/// var new = Page()
/// new.load = page.load
/// new.load.start()
/// page = new
/// ```
public struct Attempt<Success: Sendable, Failure: Sendable>: Sendable {
  /// How far an attempt is.
  public enum Phase: Sendable {
    /// It was not started, or was reset.
    case idle
    /// It is being tried, for the time whose number this is, counted from 1.
    case running(Int)
    /// It has succeeded.
    case succeeded(Success)
    /// It has failed for good.
    case failed(Failure)
    /// It was cancelled.
    case cancelled
  }

  /// How far it is.
  public private(set) var phase = Phase.idle

  /// Counts the starts, so that a run of it is told from the one before.
  public private(set) var serial: UInt64 = 0

  /// How long to wait before each further attempt, and how many there are.
  public private(set) var backoff = Backoff.never

  /// Makes one that is idle.
  public init() {}

  /// The number of the attempt that is being made, counted from 1; `nil` if none is.
  public var number: Int? {
    if case .running(let number) = phase { number } else { nil }
  }

  /// Whether it is being tried.
  public var isRunning: Bool { number != nil }

  /// The result, if the attempt has succeeded.
  public var success: Success? {
    if case .succeeded(let success) = phase { success } else { nil }
  }

  /// Why it has failed, if it has.
  public var failure: Failure? {
    if case .failed(let failure) = phase { failure } else { nil }
  }

  // MARK: What a reducer says

  /// Starts it with the first attempt, even if it is running: that attempt is then another one.
  ///
  /// - Parameter backoff: How long to wait before each further attempt, and how many there are, for
  ///   ``retryOrFail(_:)``.
  public mutating func start(retrying backoff: Backoff = .never) {
    serial &+= 1
    self.backoff = backoff
    phase = .running(1)
  }

  /// Notes that it has succeeded; does nothing unless it is running.
  public mutating func succeed(_ success: Success) {
    if isRunning { phase = .succeeded(success) }
  }

  /// Notes that it has failed for good; does nothing unless it is running.
  public mutating func fail(_ failure: Failure) {
    if isRunning { phase = .failed(failure) }
  }

  /// Goes on to the next attempt, or fails if there is none; does nothing unless it is running.
  ///
  /// - Parameter failure: Why the attempt failed.
  public mutating func retryOrFail(_ failure: Failure) {
    guard case .running(let number) = phase else { return }
    let isLast = backoff.delay(after: number) == nil || number == .max
    phase = isLast ? .failed(failure) : .running(number + 1)
  }

  /// Cancels it; does nothing unless it is running.
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

/// An attempt is encoded with its number, so that one that is running is taken up again.
extension Attempt: Codable where Success: Codable, Failure: Codable {}

extension Attempt: CustomStringConvertible {
  /// How far it is, such as `running(2)`.
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
