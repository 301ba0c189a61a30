import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A loop into which somebody puts something without pause until the test has seen enough.
extension Conformance {
  /// A loop that counts its events, and is slower than a flood of them; -1 is a mark.
  private static func counter(_ flood: Flood) -> Spin<Int, Int> {
    Spin<Int, Int>(initialState: 0) {
      Reducer { count, event in
        if event < 0 { return }
        count += 1
        flood.outpace()
      }
    }
  }

  private static func start(
    on runtime: any SpinRuntime, _ flood: Flood, _ marked: Gate,
    mailbox: MailboxBound<Int> = .unbounded, monitors: [Monitor<Int, Int>] = []
  ) -> RunningSpin<Int, Int> {
    var options = RunOptions<Int, Int>(observers: [Observer { if $0.event == -1 { marked.open() } }]
    )
    options.mailbox = mailbox
    options.monitors = monitors
    return counter(flood).start(on: runtime, options: options)
  }

  /// Emits into a loop while something else happens to it without pause: the call comes back, and the loop
  /// reduces the event.
  private static func mark(
    _ running: RunningSpin<Int, Int>, _ marked: Gate, during flood: Flood,
    of act: @escaping @Sendable (Int) -> Void
  ) async {
    await flood.begin(act)
    await onThread { while !running.emit(-1).isAccepted {} }
    await marked.waitStubbornly()
    #expect(await flood.end())
    await running.end()
  }

  @Test(.promises("11.9"), arguments: RuntimeUnderTest.all)
  func anEmitComesBackWhileAnotherThreadEmitsWithoutPause(_ runtime: RuntimeUnderTest) async {
    let (flood, marked) = (Flood(), Gate())
    let running = Self.start(on: runtime(), flood, marked)
    await Self.mark(running, marked, during: flood) { running.emit($0) }
  }

  @Test(.promises("11.9", "24.1"), arguments: RuntimeUnderTest.all)
  func anEmitIntoABoundedMailboxComesBackToo(_ runtime: RuntimeUnderTest) async {
    let (flood, marked) = (Flood(), Gate())
    let running = Self.start(on: runtime(), flood, marked, mailbox: .bounded(8, .dropNewest))
    await Self.mark(running, marked, during: flood) { running.emit($0) }
  }

  @Test(.promises("11.9", "27.10"), arguments: RuntimeUnderTest.all)
  func anEmitIntoAMonitoredLoopComesBackToo(_ runtime: RuntimeUnderTest) async {
    let (flood, marked) = (Flood(), Gate())
    let running = Self.start(on: runtime(), flood, marked, monitors: [Monitor { _ in }])
    await Self.mark(running, marked, during: flood) { running.emit($0) }
  }

  @Test(.promises("11.9"), arguments: RuntimeUnderTest.all)
  func aStartComesBackWhileAnotherThreadEmitsWithoutPause(_ runtime: RuntimeUnderTest) async {
    let (handle, flood, marked, begun) = (Handle<Int, Int>(), Flood(), Gate(), Gate())
    await flood.begin { handle.emit($0) }
    let running = await onThread {
      Self.counter(flood).start(on: runtime(), handle: handle) { transition in
        begun.open()
        if transition.event == -1 { marked.open() }
      }
    }
    await begun.waitStubbornly()
    await onThread { _ = running.emit(-1) }
    await marked.waitStubbornly()
    #expect(await flood.end())
    handle.set(nil)
    await running.end()
  }

  @Test(.promises("11.10"), arguments: RuntimeUnderTest.all)
  func aLoopGoesOnWhileObserversJoinAndLeaveWithoutPause(_ runtime: RuntimeUnderTest) async {
    let (flood, marked) = (Flood(), Gate())
    let running = Self.start(on: runtime(), flood, marked)
    let tokens = Tokens()
    await Self.mark(running, marked, during: flood) { _ in
      tokens.replace(by: running.observe { _ in flood.outpace() })
    }
    tokens.drop()
  }

  @Test(.promises("11.10"), arguments: RuntimeUnderTest.all)
  func aLoopGoesOnWhileOthersWaitForItWithoutPause(_ runtime: RuntimeUnderTest) async {
    let (flood, marked) = (Flood(), Gate())
    let running = Self.start(on: runtime(), flood, marked)
    let tokens = Tokens()
    await Self.mark(running, marked, during: flood) { number in
      tokens.replace(
        by: number % 2 == 0 ? running.onSettled(flood.outpace) : running.onDrained(flood.outpace))
    }
    tokens.drop()
  }

  @Test(.promises("11.10"), arguments: RuntimeUnderTest.all)
  func aLoopGoesOnWhileItsEffectsAreListedWithoutPause(_ runtime: RuntimeUnderTest) async {
    let (flood, marked) = (Flood(), Gate())
    let running = Self.start(on: runtime(), flood, marked)
    await Self.mark(running, marked, during: flood) { _ in
      running.listEffects { _ in flood.outpace() }
    }
  }

  @Test(.promises("11.10", "21.3"), arguments: RuntimeUnderTest.all)
  func aLoopGoesOnWhileItIsSuspendedAndResumedWithoutPause(_ runtime: RuntimeUnderTest) async {
    let (flood, marked) = (Flood(), Gate())
    let running = Self.start(on: runtime(), flood, marked)
    await Self.mark(running, marked, during: flood) { _ in
      running.suspend()
      running.resume()
    }
  }

  /// The flood is of requests, which a slice does not count as entries.
  @Test(.promises("25.5"), arguments: RuntimeUnderTest.all.filter { $0.takesTurnsInOrder })
  func aLoopGoesOnBesideAnotherThatIsAskedWithoutPause(_ runtime: RuntimeUnderTest) async {
    let (flood, marked, shared) = (Flood(), Gate(), runtime())
    let other = Self.counter(flood).start(on: shared)
    let running = Self.start(on: shared, flood, marked)
    let tokens = Tokens()
    await Self.mark(running, marked, during: flood) { number in
      other.emit(number)
      tokens.replace(by: other.observe { _ in flood.outpace() })
    }
    tokens.drop()
    await other.end()
  }

  /// Who emits inside a step meets no offer after it.
  @Test(.promises("11.9"), .serialized, arguments: RuntimeUnderTest.all)
  func anEmitComesBackThoughOthersEmitInsideEachStep(_ runtime: RuntimeUnderTest) async {
    let (other, flood) = (DispatchQueue(label: "other"), Flood())
    let running = Spin<Int, Int>(initialState: 0) { Reducer { count, _ in count += 1 } }
      .start(on: runtime())
    let token = running.observe { [weak running] _ in
      guard flood.goesOn, let running else { return }
      let emitted = DispatchSemaphore(value: 0)
      other.async {
        running.emit(1)
        emitted.signal()
      }
      emitted.wait()
    }
    await onThread { _ = running.emit(0) }
    #expect(await flood.end())
    token.cancel()
    await running.end()
  }

  /// The observer's loop makes the steps of the other one on the caller's thread, and must go on.
  @Test(.promises("2.4", "11.9"), arguments: RuntimeUnderTest.all)
  func aLoopGoesOnWhoseObserverEmitsIntoAFloodedLoop(_ runtime: RuntimeUnderTest) async {
    let (flood, marked) = (Flood(), Gate())
    let flooded = Self.counter(flood).start(on: .callersThread)
    let observer = Observer<Int, Int> { transition in
      flooded.emit(0)
      if transition.event == -1 { marked.open() }
    }
    let running = Self.counter(Flood()).start(
      on: runtime(), options: RunOptions(observers: [observer]))
    await Self.mark(running, marked, during: flood) { flooded.emit($0) }
    await flooded.end()
  }
}
