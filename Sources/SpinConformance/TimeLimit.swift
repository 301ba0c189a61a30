internal import Dispatch
internal import SpinCore

/// Calls the closure of a check in a task on a separate queue, so that what blocks there does not block the test.
///
/// - Parameters:
///   - limit: The real time that the check may take, because nothing else can end one that waits forever.
///   - late: Returns the error of a check that takes longer.
///   - giveUp: Called if the check has failed, was cancelled or takes too long, with its task, which may go on.
///   - check: The check.
/// - Throws: The error of the check, the error of lateness, or a `CancellationError`.
func run(
  within limit: Duration, late: @escaping @Sendable () -> any Error,
  giveUp: (Task<Void, Never>) -> Void, _ check: @escaping @Sendable () async throws -> Void
) async throws {
  let outcome = OneShot<Result<Void, any Error>>()
  let task = Task(executorPreference: QueueExecutor()) {
    do {
      try await check()
      outcome.set(.success(()))
    } catch {
      outcome.set(.failure(error))
    }
  }
  let guardian = DispatchQueue(label: "spin conformance limit")
  let alarm = DispatchWorkItem { outcome.set(.failure(late())) }
  guardian.asyncAfter(deadline: .now() + limit / .seconds(1), execute: alarm)
  let result = await outcome.value(onCancel: { outcome.set(.failure(CancellationError())) })
  alarm.cancel()
  if case .failure(let error) = result {
    giveUp(task)
    throw error
  }
}
