import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `Effect.signal`: signals as events, and what becomes of the actions of the process.
///
/// One test at a time, because a signal has one action in a process; where that may be the end of it, in
/// a process of its own.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct SignalTests {
  typealias Heard = [String]

  /// A loop that writes down the signals it hears.
  static func spin(_ signals: Int32...) -> Spin<Heard, String> {
    Spin<Heard, String>(initialState: []) {
      for signal in signals { Feedback.source { .signal(signal, "\(signal)") } }
      Reducer.appending
    }
  }

  /// Starts a loop, and waits until it listens.
  static func start(
    _ spin: Spin<Heard, String>, on runtime: any SpinRuntime, _ log: Transcript<String>
  ) async throws -> RunningSpin<Heard, String> {
    let running = spin.start(on: runtime) { if let event = $0.event { log(event) } }
    try await running.settled()
    return running
  }

  static func send(_ signal: Int32) {
    kill(getpid(), signal)
  }

  /// The action of a signal, as a number to compare.
  static func action(of signal: Int32) -> Int {
    var action = sigaction()
    _ = sigaction(signal, nil, &action)
    #if canImport(Glibc)
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #elseif canImport(Musl)
      return unsafeBitCast(action.__sa_handler.sa_handler, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #endif
  }

  @Test(.promises("14.5", "14.6"), arguments: RuntimeUnderTest.all)
  func everyLoopThatListensHearsASignal(_ runtime: RuntimeUnderTest) async throws {
    let before = [SIGUSR1, SIGUSR2].map { Self.action(of: $0) }
    let (one, both) = (Transcript<String>(), Transcript<String>())
    let first = try await Self.start(Self.spin(SIGUSR1), on: runtime(), one)
    let second = try await Self.start(Self.spin(SIGUSR1, SIGUSR2), on: runtime(), both)
    for times in 1...3 {
      Self.send(SIGUSR1)
      try await one.until("\(SIGUSR1)", times: times)
      try await both.until("\(SIGUSR1)", times: times)
      Self.send(SIGUSR2)
      try await both.until("\(SIGUSR2)", times: times)
    }
    await first.end()
    Self.send(SIGUSR1)
    try await both.until("\(SIGUSR1)", times: 4)
    #expect(one.entries.count == 3)
    #expect(both.entries.count == 7)
    await second.end()
    #expect([SIGUSR1, SIGUSR2].map { Self.action(of: $0) } == before)
  }

  @Test(.promises("14.4", "14.6"), arguments: RuntimeUnderTest.all)
  func aSignalIsHeardForAsLongAsItsEffectLives(_ runtime: RuntimeUnderTest) async throws {
    let before = Self.action(of: SIGUSR1)
    let log = Transcript<String>()
    let spin = Spin<Heard, String>(initialState: []) {
      Feedback(while: { $0.last == "listen" }) { .signal(SIGUSR1, "heard") }
      Reducer.appending
    }
    let running = spin.start(on: runtime()) { if let event = $0.event { log(event) } }
    for times in 1...3 {
      #expect(Self.action(of: SIGUSR1) == before)
      running.emit("listen")
      try await log.until("listen", times: times)
      await running.idle()  // The step in which it was published is complete.
      #expect(Self.action(of: SIGUSR1) != before)
      Self.send(SIGUSR1)
      try await log.until("heard", times: times)  // Which ends the effect.
      await running.idle()
    }
    #expect(Self.action(of: SIGUSR1) == before)
    await running.end()
  }

  @Test(.promises("24.6"), arguments: RuntimeUnderTest.all)
  func aSignalHasRoomInAFullMailbox(_ runtime: RuntimeUnderTest) async throws {
    let full = Self.spin(SIGUSR1).start(
      on: runtime(), options: RunOptions(mailbox: .bounded(1, .dropNewest)))
    try await full.settled()
    let heard = Transcript<String>()
    let other = try await Self.start(Self.spin(SIGUSR1), on: runtime(), heard)
    full.suspend()
    full.emit("first")
    #expect(full.emit("second") == .dropped(.full))
    Self.send(SIGUSR1)
    try await heard.until(count: 1)
    full.resume()
    #expect(try await full.first { $0.count == 2 } == ["first", "\(SIGUSR1)"])
    await other.end()
    await full.end()
  }

  #if os(Linux) || os(macOS)
    /// What such a program prints was once taken for signals, by the loop that listened.
    @Test func aProgramWithoutStandardDescriptorsListensOnOthers() async {
      await #expect(processExitsWith: .success) {
        close(0)
        close(1)
        let log = Transcript<String>()
        let running = try await SignalTests.start(
          SignalTests.spin(SIGUSR1), on: RuntimeUnderTest.all[0](), log)
        // Dispatch may use these numbers, for descriptors that take no such byte.
        for number: Int32 in [0, 1] where write(number, "\n", 1) == 1 { exit(1) }
        SignalTests.send(SIGUSR1)
        try await log.until("\(SIGUSR1)", times: 1)
        await running.end()
        exit(0)
      }
    }

    @Test(.promises("14.6"))
    func aSignalHasItsDefaultActionAgainAfterTheLastLoopThatListens() async {
      await #expect(processExitsWith: .signal(SIGUSR1)) {
        let log = Transcript<String>()
        for runtime in RuntimeUnderTest.all {
          let first = try await SignalTests.start(SignalTests.spin(SIGUSR1), on: runtime(), log)
          let second = try await SignalTests.start(
            SignalTests.spin(SIGUSR1, SIGUSR2), on: runtime(), log)
          await first.end()
          SignalTests.send(SIGUSR1)
          try await log.until(count: 1)
          await second.end()
          if SignalTests.action(of: SIGUSR1) != unsafeBitCast(SIG_DFL, to: Int.self) { exit(1) }
        }
        SignalTests.send(SIGUSR1)
        await Gate().wait()  // Another thread may be the one that gets it.
      }
    }

    /// As under `nohup`.
    @Test(.promises("14.4", "14.6"))
    func aProcessThatIgnoresASignalHearsItMeanwhileAndIgnoresItAgain() async {
      await #expect(processExitsWith: .success) {
        _ = signal(SIGHUP, SIG_IGN)
        let log = Transcript<String>()
        for (times, runtime) in RuntimeUnderTest.all.enumerated() {
          SignalTests.send(SIGHUP)
          let running = try await SignalTests.start(SignalTests.spin(SIGHUP), on: runtime(), log)
          SignalTests.send(SIGHUP)
          try await log.until(count: times + 1)
          await running.end()
          if SignalTests.action(of: SIGHUP) != unsafeBitCast(SIG_IGN, to: Int.self) { exit(1) }
        }
        SignalTests.send(SIGHUP)
        exit(0)
      }
    }

    /// And whoever puts our handler back, having found it there, swallows no signal by it.
    @Test func aHandlerThatSomebodyInstallsMeanwhileStays() async {
      await #expect(processExitsWith: .signal(SIGUSR1)) {
        let log = Transcript<String>()
        let running = try await SignalTests.start(
          SignalTests.spin(SIGUSR1), on: .callersThread, log)
        var ours = sigaction()
        _ = sigaction(SIGUSR1, nil, &ours)
        _ = signal(SIGUSR1, SIG_IGN)
        SignalTests.send(SIGUSR1)
        await running.end()
        if SignalTests.action(of: SIGUSR1) != unsafeBitCast(SIG_IGN, to: Int.self) { exit(1) }
        if !log.entries.isEmpty { exit(2) }
        _ = sigaction(SIGUSR1, &ours, nil)
        // It is heard again by whoever listens, and has its default action after that.
        let again = try await SignalTests.start(SignalTests.spin(SIGUSR1), on: .async, log)
        SignalTests.send(SIGUSR1)
        try await log.until(count: 1)
        _ = signal(SIGUSR1, SIG_IGN)
        await again.end()
        _ = sigaction(SIGUSR1, &ours, nil)
        SignalTests.send(SIGUSR1)
        await Gate().wait()  // Until the signal was sent once more.
      }
    }

    /// The C library keeps 33 for itself, and the system has no 100.
    @Test(arguments: [SIGKILL, SIGSTOP, SIGSEGV, 33, 100, 0, -1] as [Int32])
    func aSignalThatCannotBeHeardIsRefused(_ signal: Int32) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [signal = signal as Int32] in
        let running = SignalTests.spin(signal).start(on: .callersThread)
        exit(running.isStopped ? 0 : 0)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("No loop can listen to signal \(signal)"))
    }

    /// No signal ends the process, none is lost for the loop that always listens, and in the end the
    /// action is the one that was there.
    @Test(.promises("14.5", "14.6"))
    func loopsMayComeAndGoWhileSignalsArrive() async {
      await #expect(processExitsWith: .success) {
        _ = signal(SIGUSR1, SIG_IGN)
        let log = Transcript<String>()
        let listening = try await SignalTests.start(
          SignalTests.spin(SIGUSR1), on: .callbacks, log)
        let others = Transcript<RunningLoop>()
        await onThreads(3) { thread in
          for number in 0..<300 {
            if thread == 0 {
              SignalTests.send(SIGUSR1)
            } else {
              let runtime = RuntimeUnderTest.all[number % RuntimeUnderTest.all.count]
              let running = SignalTests.spin(SIGUSR1).start(on: runtime())
              running.stop()
              others(RunningLoop(running: running))
            }
          }
        }
        for other in others.entries { await other.running.finished() }
        let count = log.entries.count
        SignalTests.send(SIGUSR1)
        try await log.until(count: count + 1)
        await listening.end()
        if SignalTests.action(of: SIGUSR1) != unsafeBitCast(SIG_IGN, to: Int.self) { exit(1) }
        exit(0)
      }
    }
  #endif
}

/// A handle, for a transcript.
private struct RunningLoop: Equatable, Sendable {
  let running: RunningSpin<[String], String>

  static func == (left: RunningLoop, right: RunningLoop) -> Bool { left.running === right.running }
}
