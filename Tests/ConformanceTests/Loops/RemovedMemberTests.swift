import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Members that are removed while the list of them is told.
extension Conformance {
  /// An observer, and a closure that waits for the loop to settle, are removed by those before them.
  @Test(arguments: RuntimeUnderTest.all)
  func whoIsRemovedByTheOneBeforeItIsNotCalledAnyMore(_ runtime: RuntimeUnderTest) async throws {
    let (log, observers, waiters) = (Transcript<String>(), Tokens(), Tokens())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: \.isEmpty) { .run { _ in await Gate().wait() } }
      Reducer.appending
    }
    let running = spin.start(on: runtime) { if $0.number > 0 { observers.drop() } }
    await running.idle()
    observers.keep(running.observe { log("observer \($0.number)") })
    let other = running.observe { log("other \($0.number)") }
    let first = running.onSettled {
      log("settled")
      waiters.drop()
    }
    waiters.keep(running.onSettled { log("settled as well") })
    await running.idle()
    running.emit("go")
    try await running.settled()
    await running.end()
    #expect(log.entries == ["observer 0", "other 0", "other 1", "settled"])
    withExtendedLifetime((other, first)) {}
  }
}
