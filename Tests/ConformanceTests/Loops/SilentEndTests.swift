import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

#if DEBUG
  /// Work that ends with its handle, or begins again and again, is told in debug builds.
  extension Conformance {
    @Test(.promises("8.12"))
    func aHandleThatIsReleasedBeforeTheWorkIsDoneIsTold() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]()
          try await Conformance.releaseWithEffects(on: runtime)
          try await Conformance.releaseWithEffects(on: runtime)  // Is told once.
          await Conformance.releaseWithEvents(on: runtime)
          await Conformance.neverHold(on: runtime)
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
          errors == """
            \(Self.release(of: "Spin<Int, String>", while: #"effects of save, feedback 1 were alive or about to start"#))
            \(Self.release(of: "Spin<Array<String>, String>", while: "2 events waited"))
            \(Self.release(of: "Spin<Bool, String>", while: #"effects of load were alive or about to start"#))

            """, "\(RuntimeUnderTest.all[index])")
      }
    }

    private static func release(of spin: String, while losses: String) -> String {
      """
      Spin: the last handle of a run of \(spin) was released while \(losses). Only its handle keeps a \
      loop alive, so the events are dropped and the effects cancelled. Keep the handle for as long as \
      the loop is to work, or end it on purpose by stop(); run(on:) and withRunning(on:) keep it \
      themselves. (Reported in debug builds only, once for each type of spin.)
      """
    }

    private static func releaseWithEffects(on runtime: any SpinRuntime) async throws {
      let (begun, over) = (Transcript<String>(), Gate())
      let spin = Spin<Int, String>(initialState: 0) {
        Feedback(while: { _ in true }) {
          .sideEffect {
            begun("save")
            await Gate().wait()
          }
        }.named("save")
        Feedback(on: { $0 as Int? }) { _ in .after(.seconds(1_000_000), "late") }
        Feedback.source { .every(.seconds(1_000_000), "tick") }.named("source")
        Reducer { count, _ in count += 1 }
      }
      let options = RunOptions<Int, String>(observers: [Observer({ _ in }, atEnd: over.open)])
      let running = spin.start(on: runtime, options: options)
      try await begun.until("save")
      await running.idle()
      withExtendedLifetime(consume running) {}
      await over.waitStubbornly()
    }

    private static func releaseWithEvents(on runtime: any SpinRuntime) async {
      let over = Gate()
      let spin = Spin<[String], String>(initialState: []) { Reducer.appending }
      let options = RunOptions<[String], String>(observers: [Observer({ _ in }, atEnd: over.open)])
      let running = spin.start(on: runtime, options: options)
      await running.idle()
      running.suspend()
      await running.tempt()
      running.emit("1")
      running.emit("2")
      withExtendedLifetime(consume running) {}
      await over.waitStubbornly()
    }

    /// The loop may have lost its handle before it makes transition 0.
    private static func neverHold(on runtime: any SpinRuntime) async {
      let over = Gate()
      let spin = Spin<Bool, String>(initialState: true) {
        Feedback(while: { $0 }) { .after(.seconds(1_000_000), "late") }.named("load")
        Reducer { _, _ in }
      }
      let options = RunOptions<Bool, String>(observers: [Observer({ _ in }, atEnd: over.open)])
      _ = spin.start(on: runtime, options: options)
      await over.waitStubbornly()
    }

    @Test(.promises("8.12"))
    func onlyEventsThatTheLoopWouldReduceAreTold() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]()
          try await Conformance.releaseWithEventsOfDeadEffects(on: runtime)
          try await Conformance.releaseWithRepeats(on: runtime)
          try await Conformance.releaseWithARace(on: runtime)
          try await Conformance.releaseWithASentEvent(on: runtime)
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
          errors == """
            \(Self.release(of: "Spin<Int, String>", while: "an event waited"))
            \(Self.release(of: "Spin<Bool, String>", while: "an event waited"))

            """, "\(RuntimeUnderTest.all[index])")
      }
    }

    /// Releases the last handle of a suspended run.
    private static func release<State>(
      _ running: consuming RunningSpin<State, String>, _ handle: Handle<State, String>, _ over: Gate
    ) async {
      handle.set(nil)
      withExtendedLifetime(consume running) {}
      await over.waitStubbornly()
    }

    /// Two effects emit, and then a step cancels them.
    private static func releaseWithEventsOfDeadEffects(on runtime: any SpinRuntime) async throws {
      let (remote, handle, over) = (Remote<String>(), Handle<[String], String>(), Gate())
      let spin = Spin<[String], String>(initialState: []) {
        Feedback(on: \.changes) { $0 == 0 ? remote.effect("plain") : .none }
        Feedback(on: \.changes) {
          $0 == 0 ? .race(remote.effect("a"), remote.effect("b")) : .none
        }
        Reducer.appending
      }
      let log = Transcript<String>()
      let options = RunOptions<[String], String>(observers: [Observer({ _ in }, atEnd: over.open)])
      let running = spin.start(on: runtime, handle: handle, options: options) { transition in
        if transition.event == "go" {
          handle.emit("change")
          for name in ["plain", "a", "b"] { remote.emit("late", from: name) }
        } else if transition.event == "change" {
          handle.value?.suspend()
          log("suspended")
        }
      }
      try await remote.log.until("+b")
      running.emit("go")
      try await log.until("suspended")
      await running.tempt()  // The step is complete.
      await release(consume running, handle, over)
      remote.finishAll()
    }

    private static func releaseWithRepeats(on runtime: any SpinRuntime) async throws {
      let over = Gate()
      let spin = Spin<[Int], String>(initialState: []) {
        DropRepeats(within: .seconds(1_000_000)) { $0 }
        Reducer { lengths, event in lengths.append(event.count) }
      }
      let options = RunOptions<[Int], String>(observers: [Observer({ _ in }, atEnd: over.open)])
      let running = spin.start(on: runtime, options: options)
      running.emit("click")
      try await running.settled()
      running.suspend()
      await running.tempt()
      for _ in 0..<2 { running.emit("click") }
      await release(consume running, Handle(), over)
    }

    /// The event of the winner is reduced, and not that of the loser.
    private static func releaseWithARace(on runtime: any SpinRuntime) async throws {
      let (remote, over) = (Remote<String>(), Gate())
      let spin = Spin<Int, String>(initialState: 0) {
        Feedback.source { .race(remote.effect("a"), remote.effect("b")) }
        Reducer { count, _ in count += 1 }
      }
      let options = RunOptions<Int, String>(observers: [Observer({ _ in }, atEnd: over.open)])
      let running = spin.start(on: runtime, options: options)
      try await remote.log.until("+b")
      await running.idle()
      running.suspend()
      await running.tempt()
      for name in ["a", "b"] { remote.emit(name, from: name) }
      await release(consume running, Handle(), over)
      remote.finishAll()
    }

    /// The mailbox has room for one event, so the event that is sent takes the place of the first.
    private static func releaseWithASentEvent(on runtime: any SpinRuntime) async throws {
      let (begin, sent, over) = (Gate(), Gate(), Gate())
      let spin = Spin<Bool, String>(initialState: true) {
        Feedback.source {
          .run { (emit: Emitter<String>) in
            await begin.wait()
            _ = await emit.send("sent")
          }
        }
        Reducer { _, _ in }
      }
      let options = RunOptions<Bool, String>(
        observers: [Observer({ _ in }, atEnd: over.open)], mailbox: .bounded(1, .dropOldest),
        onDrop: { dropped in if dropped.event == "first" { sent.open() } })
      let running = spin.start(on: runtime, options: options)
      await running.idle()
      running.suspend()
      await running.tempt()
      running.emit("first")
      begin.open()
      await sent.wait()
      await release(consume running, Handle(), over)
    }

    @Test(.promises("8.13"))
    func anEndThatLosesNothingOrIsMeantSaysNothing() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]()
          try await Conformance.endQuietly(on: runtime)
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors == "", "\(RuntimeUnderTest.all[index])")
      }
    }

    private static func endQuietly(on runtime: any SpinRuntime) async throws {
      let over = Transcript<String>()
      let options = RunOptions<Int, String>(
        observers: [Observer({ _ in }, atEnd: over.writing("end"))])
      let busy = Spin<Int, String>(initialState: 0) {
        Feedback(while: { _ in true }) { .sideEffect { await Gate().wait() } }
        Reducer { count, _ in count += 1 }
      }
      // Told to stop, with an effect alive and an event that waits.
      let stopped = busy.start(on: runtime, options: options)
      await stopped.idle()
      stopped.suspend()
      await stopped.tempt()
      stopped.emit("waits")
      stopped.stop()
      withExtendedLifetime(consume stopped) {}
      try await over.until("end")
      // Runs that hold the handle themselves.
      try await busy.withRunning(on: runtime, options: options) { running in
        running.emit("1")
        _ = try await running.first { $0 == 1 }
      }
      try await over.until("end", times: 2)
      // Only a source is alive.
      let listening = Spin<Int, String>(initialState: 0) {
        Feedback.source { .every(.seconds(1_000_000), "tick") }
        Feedback(on: { $0 as Int? }) { number in number < 3 ? .run { "next" } : .none }
        Reducer { count, _ in count += 1 }
      }.start(on: runtime, options: options)
      try await listening.settled()
      withExtendedLifetime(consume listening) {}
      try await over.until("end", times: 3)
      // A source waits for its turn to join, behind a message that is being delivered.
      let (gear, delivering, delivered) = (Gear<String>(), Gate(), Gate())
      let token = gear.observe { _ in
        delivering.open()
        delivered.waitBlocking()
      }
      async let posted: Void = onThread { gear.post("slow") }
      await delivering.wait()
      let joining = Spin<Int, String>(initialState: 0) {
        Feedback.receiving(from: gear) { $0 }
        Reducer { count, _ in count += 1 }
      }.start(on: runtime, options: options)
      await joining.idle()
      withExtendedLifetime(consume joining) {}
      try await over.until("end", times: 4)
      delivered.open()
      await posted
      token.cancel()
    }

    // MARK: Effects that replace themselves

    struct Download: Identifiable, Equatable, Sendable {
      let id: Int
      var progress = 0
      var limit = 12
    }

    @Test(.promises("6.11"), .needsOpenGate)
    func anEffectThatItsOwnEventsReplaceTenTimesInARowIsTold() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]()
          let spin = Conformance.downloads([Download(id: 6, limit: 9), Download(id: 7)])
          for _ in 0..<2 {  // Is told once.
            let running = spin.start(on: runtime)
            _ = try await running.first { $0.map(\.progress) == [9, 12] }
            await running.end()
          }
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
          errors == """
            Spin: in a run of Spin<Array<Download>, Int>, an effect of download[7] \
            was replaced 10 times in a row because of an event that it had emitted itself, so it may \
            never end. An effect is replaced when what its feedback watches changes: the state, the \
            selected value or the element. Keep its progress out of that: select only what is to \
            start the effect, by on: or forEach:, or let the running effect go on by \
            .strategy(.ignoreNewState). (Reported in debug builds only, once for each feedback.)

            """, "\(RuntimeUnderTest.all[index])")
      }
    }

    private static func downloads(_ all: [Download]) -> Spin<[Download], Int> {
      Spin<[Download], Int>(initialState: all) {
        Feedback(forEach: \.self) { download in
          .run { emit in
            emit(download.id)
            await Gate().wait()
          }
        }.named("download")
        Reducer { downloads, id in
          guard let index = downloads.firstIndex(where: { $0.id == id }) else { return }
          let limit = downloads[index].limit
          downloads[index].progress = min(limit, downloads[index].progress + 1)
        }
      }
    }

    @Test(.promises("6.11"))
    func anEffectThatIsNotReplacedByItsOwnEventsSaysNothing() async {
      for index in RuntimeUnderTest.all.indices {
        let result = await #expect(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) { [index = index as Int] in
          let runtime = RuntimeUnderTest.all[index]
          try await Conformance.progressQuietly(on: runtime())
          try await Conformance.tickQuietly(on: runtime)
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors == "", "\(RuntimeUnderTest.all[index])")
      }
    }

    private static func progressQuietly(on runtime: any SpinRuntime) async throws {
      // Effects that end together with their events and do not watch the whole state, that go on, and that
      // are withdrawn by their own event and begun again from outside.
      let spin = Spin<Int, String>(initialState: 0) {
        Feedback(on: { $0 < 30 ? Int64($0) : nil }) { _ in .run { "next" } }
        Feedback(on: { $0 < 30 ? $0 : nil }) { _ in
          .run { emit in
            emit("next")
            await Gate().wait()
          }
        }.strategy(.ignoreNewState)
        Feedback(while: { $0 >= 30 && $0 % 2 == 1 }) {
          .run { emit in
            emit("back")
            await Gate().wait()
          }
        }
        Reducer { count, _ in count += 1 }
      }
      let running = spin.start(on: runtime)
      for limit in stride(from: 30, to: 60, by: 2) {
        _ = try await running.first { $0 >= limit && $0 % 2 == 0 }
        running.emit("forth")
      }
      await running.end()
    }

    private static func tickQuietly(on runtime: RuntimeUnderTest) async throws {
      let time = ManualScheduler()
      let spin = Spin<Int, String>(initialState: 0) {
        Feedback { _ in .every(.seconds(1), "tick") }
        Reducer { count, _ in count += 1 }
      }
      let running = spin.start(on: runtime(scheduler: time))
      await running.idle()
      for _ in 0..<12 {
        time.advance(by: .seconds(1))
        await running.idle()
      }
      #expect(running.state == 12)
      await running.end()
    }
  }
#endif
