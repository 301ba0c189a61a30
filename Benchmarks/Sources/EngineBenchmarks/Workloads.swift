import Dispatch
import GenericStore
import SpinAsync
import SpinCallbacks
import Synchronization

@inline(never)
func emitFromOutside(
  _ runtime: some SpinRuntime, _ events: Int, _ spin: Spin<Int, Step> = counting
) async {
  let running = spin.start(on: runtime) { transition in precondition(transition.number >= 0) }
  for _ in 0..<events { running.emit(.add(1)) }
  await reach(events, running)
}

/// Emits where the loop makes its steps, as on the main actor.
@inline(never)
func emitAtHome(_ events: Int) {
  let home = Home()
  let running = counting.start(on: home) { transition in precondition(transition.number >= 0) }
  for _ in 0..<events { running.emit(.add(1)) }
  precondition(running.state == events)
  running.stop()
  home.run()
}

/// A runtime for which every thread is the one that runs its turns.
///
/// NB: the main thread of a benchmark waits, so the main actor would do nothing.
private final class Home: SpinRuntime {
  private let turns = Mutex<[Turn]>([])

  var isolation: LoopIsolation { .custom("home") }
  var scheduler: any SpinScheduler { CallbackRuntime.callersThread.scheduler }

  func isIsolatingCurrentContext() -> Bool? { true }

  func schedule(_ turn: Turn) { turns.withLock { $0.append(turn) } }

  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation { .none }

  /// Runs the turns that the loop has asked for.
  func run() {
    while let turn = turns.withLock({ $0.popLast() }) { turn() }
  }
}

@inline(never)
func emitThroughEmitter(_ runtime: some SpinRuntime, _ events: Int) async {
  let outlet = Outlet()
  let running = outlet.spin.start(on: runtime) { transition in precondition(transition.number >= 0)
  }
  let emit = await outlet.emitter()
  for _ in 0..<events { emit(.add(1)) }
  await reach(events, running)
}

@inline(never)
func emitThroughStore(_ runtime: some SpinRuntime, _ events: Int) async {
  let store = Store(counting, on: runtime)
  for _ in 0..<events { store.send(.add(1)) }
  await reach(events, store.running)
}

@inline(never)
func runToTheEnd(_ spin: Spin<Int, Step>, _ runtime: some SpinRuntime, _ events: Int) async {
  let running = spin.start(on: runtime) { transition in precondition(transition.number >= 0) }
  await reach(events, running)
}

@inline(never)
func runDocument(_ runtime: some SpinRuntime, _ events: Int) async {
  let running = selfFedDocument(events).start(on: runtime) { transition in
    precondition(transition.number >= 0)
  }
  let document = try? await running.settled()
  precondition(document?.count == events)
}

func reach(_ events: Int, _ running: RunningSpin<Int, Step>) async {
  await running.idle()
  let count = try? await running.settled()
  precondition(count == events, "\(count ?? -1) of \(events) events were reduced")
}

/// Repeatedly emits an event into an idle loop and waits for its state.
@inline(never)
func askAndWait(_ runtime: some SpinRuntime, _ events: Int) async {
  let running = counting.start(on: runtime)
  for _ in 0..<events {
    running.emit(.add(1))
    await running.idle()
  }
  precondition(running.state == events)
}

/// Cancels and starts a task at each state.
@inline(never)
func restart(_ runtime: some SpinRuntime, _ events: Int) async {
  let running = restarting.start(on: runtime)
  for _ in 0..<events { running.emit(.add(1)) }
  await reach(events, running)
}

/// Consumes every state, or the newest, as a sequence, while the loop counts.
@inline(never)
func consume(_ runtime: some SpinRuntime, _ events: Int, _ buffering: Buffering) async {
  let running = counting.start(on: runtime)
  var states = running.states(buffering: buffering).makeAsyncIterator()
  for _ in 0..<events { running.emit(.add(1)) }
  while let state = await states.next(), state < events {}
}

/// Consumes the states of the same loop through an `AsyncStream`, for comparison.
@inline(never)
func consumeStream(
  _ runtime: some SpinRuntime, _ events: Int,
  _ policy: AsyncStream<Int>.Continuation.BufferingPolicy
) async {
  let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: policy)
  let running = counting.start(on: runtime) { continuation.yield($0.state) }
  var states = stream.makeAsyncIterator()
  for _ in 0..<events { running.emit(.add(1)) }
  while let state = await states.next(), state < events {}
}

/// Makes loops that each respond to one event, and keeps all of them until the end.
@inline(never)
func makeLoops(_ runtime: some SpinRuntime, _ count: Int) {
  var loops: [RunningSpin<Int, Step>] = []
  loops.reserveCapacity(count)
  for _ in 0..<count { loops.append(counting.start(on: runtime)) }
  for loop in loops { loop.emit(.add(1)) }
}

/// Registers a callback on a queue for each event.
func callingBack(_ queue: DispatchQueue) -> @Sendable () -> Effect<Step> {
  {
    .callback { emit in
      queue.async {
        emit(.add(1))
        emit.finish()
      }
      return .none
    }
  }
}
