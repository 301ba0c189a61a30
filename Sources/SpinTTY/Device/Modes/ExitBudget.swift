/// The time for which giving the terminal back may wait for it: a pure machine.
///
/// ```
///  take the last frame ─ 0.2 s ─▶ take the bytes that restore it ─▶ answer
///  |------------------------------- two seconds -------------------------|
/// ```
///
/// The waits share the time, whatever the link has shown before: a terminal that has once answered after
/// three seconds may never answer again. Only a terminal that takes the bytes which restore it, slowly but
/// without a pause, may use more.
package struct ExitBudget: Equatable, Sendable {
  /// The whole time.
  package static let whole = Duration.seconds(2)

  private let due: Duration

  /// Begins to count, with the whole time or what is left of it by another clock.
  package init(_ length: Duration = whole, from now: Duration) { due = now + length }

  /// Returns the time that is left.
  package func left(at now: Duration) -> Duration { max(.zero, due - now) }

  /// Returns the end of a wait that begins now and may take this long.
  package func end(of wait: Duration, from now: Duration) -> Duration { min(due, now + wait) }
}
