#if !DEBUG
  import SpinAsync
  import SpinCallbacks
  import SpinCore
  import SpinTestSupport
  import SpinTesting
  import Synchronization
  import Testing

  /// What release builds do with numbers that debug builds refuse, because they may be settings of the
  /// user.
  struct ReleaseTests {
    static let limits = [0, -1, Int.min]

    @Test(.promises("12.12"), arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
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

    @Test(arguments: limits)
    func aSetWithoutPlacesHasOne(_ limit: Int) {
      let time = ManualScheduler()
      let spin = Spin<[Int], Int>(initialState: [1, 2, 3]) {
        Feedback(forEach: \.self, atMost: limit) { .after(.seconds(1), $0) }
        Reducer { waiting, done in waiting.removeAll { $0 == done } }
      }
      let running = spin.start(on: CallbackRuntime.callersThread(scheduler: time))
      time.advance(by: .seconds(1))
      #expect(running.state == [2, 3])
      time.advance(by: .seconds(2))
      #expect(running.state == [])
    }

    @Test(arguments: limits)
    func aMailboxWithoutRoomHasRoomForOne(_ capacity: Int) {
      let bound = MailboxBound<Int>.bounded(capacity, .dropNewest)
      #expect(bound.capacity == 1)
      var options = RunOptions<[Int], Int>()
      options.mailbox = bound
      let spin = Spin<[Int], Int>(initialState: []) {
        Feedback(while: { !$0.isEmpty }) {
          .callback { emit in
            for number in 2...4 { emit(number) }
            return Cancellation {}
          }
        }
        Reducer { numbers, number in numbers.append(number) }
      }
      let running = spin.start(on: .callersThread, options: options)
      running.emit(1)
      #expect(running.state == [1, 2])
      running.stop()
    }

    @Test(arguments: limits)
    func aHistoryWithoutStepsKeepsOne(_ limit: Int) {
      let running = Self.appending.undoable(limit: limit).start(on: .callersThread)
      for number in 1...3 { running.emit(.event(number)) }
      for _ in 1...2 { running.emit(.undo) }
      #expect(running.state.present == [1, 2])
    }

    @Test(arguments: limits)
    func anAlarmAfterNothingGoesOffFromTheFirstEventOn(_ count: Int) {
      let counts = Mutex<[Int]>([])
      var options = RunOptions<Int, Int>()
      options.runaway = .after(count) { report in counts.withLock { $0.append(report.count) } }
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback(filteredBy: { $0 < 4 }) { _ in .just(1) }
        Reducer { count, step in count += step }
      }
      _ = spin.start(on: .callersThread, options: options)
      #expect(counts.withLock { $0 } == [1, 2, 4])
    }

    @Test(arguments: limits)
    func aBufferWithoutRoomKeepsTheNewest(_ limit: Int) async {
      let running = Self.appending.start(on: .callersThread)
      var states = running.states(buffering: .bounded(limit)).makeAsyncIterator()
      for number in 1...3 { running.emit(number) }
      #expect(await states.next() == [1, 2, 3])
      running.stop()
      #expect(await states.next() == nil)
    }

    @Test(arguments: limits)
    func aTurnWithoutEventsTakesOne(_ limit: Int) {
      let running = Self.appending.start(on: HastyRuntime(limit: limit))
      for number in 1...3 { running.emit(number) }
      #expect(running.state == [1, 2, 3])
    }

    private static let appending = Spin<[Int], Int>(initialState: []) {
      Reducer { numbers, number in numbers.append(number) }
    }
  }
#endif
