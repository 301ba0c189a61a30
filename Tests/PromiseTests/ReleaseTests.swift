#if !DEBUG
  import SpinCallbacks
  import SpinCore
  import SpinTesting
  import Testing

  /// What release builds do where debug builds end the program.
  struct ReleaseTests {
    /// It may be a setting of the user.
    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func aPeriodThatIsNotPositiveIsAMillisecond(_ period: Duration) {
      let time = ManualScheduler()
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback.source { .every(period, 1) }
        Reducer { count, step in count += step }
      }
      let running = spin.start(on: CallbackRuntime.callersThread(scheduler: time))
      time.advance(by: .milliseconds(3))
      #expect(running.state == 3)
      running.stop()
    }
  }
#endif
