import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

#if DEBUG
  /// A loop that does not come to rest is told, in debug builds.
  extension Conformance {
    @Test
    func aLoopThatNeverRestsIsToldOnStandardError() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        for (index, runtime) in RuntimeUnderTest.few.enumerated() {
          let spin = Spin<Int, String>(initialState: 0) {
            Feedback(filteredBy: { $0 < 100_001 }) { _ in .just("again") }.named("echo\(index)")
            Reducer { count, _ in count += 1 }
          }
          _ = try await spin.run(on: runtime())
        }
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let all = RuntimeUnderTest.few.indices
      #expect(errors.ranges(of: "100000 events in a row").count == all.count)
      for index in all { #expect(errors.contains("again from echo\(index)")) }
    }

    /// Time, sources and the outside bring events that no loop causes.
    @Test
    func aLoopThatIsFedFromElsewhereIsNotSuspected() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let time = ManualScheduler()
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(while: { _ in true }) { .every(.nanoseconds(1), 1) }
          Feedback(filteredBy: { $0 % 2 == 1 }) { _ in .just(1) }
          Reducer { count, step in count += step }
        }
        let running = spin.start(on: CallbackRuntime.callersThread(scheduler: time))
        time.advance(by: .nanoseconds(60_000))
        for _ in 0..<60_000 { running.emit(1) }
        #expect(running.state > 200_000)
        running.stop()
      }
      #expect(result?.standardErrorContent.isEmpty == true)
    }
  }
#endif
