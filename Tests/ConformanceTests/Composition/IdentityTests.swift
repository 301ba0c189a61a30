import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 14.
extension Conformance {
  @Test(.promises("14.1"), arguments: RuntimeUnderTest.all)
  func twoLoopsOfOneDefinitionNeverMeet(_ runtime: RuntimeUnderTest) async throws {
    let feedback = Feedback<[Int], Int>(on: \.first) { first in .run { first * 10 } }
    let spin = Spin<[Int], Int>(initialState: []) {
      feedback
      feedback  // Nor do two places of one feedback: each remembers for itself.
      Feedback(filteredBy: { $0.count == 1 }) { $0.first == 1 ? .just(5) : .none }
      Reducer.appending
    }
    let executing = runtime()
    let drops = Drops()
    let first = spin.start(on: executing, options: drops.options())
    let second = spin.start(on: executing, options: drops.options())
    first.emit(1)
    second.emit(2)
    #expect(try await first.settled() == [1, 5, 10, 10])
    #expect(try await second.settled() == [2, 20, 20])
    await first.end()
    #expect(second.emit(3) == .accepted)
    #expect(try await second.settled() == [2, 20, 20, 3])
    await second.end()
    #expect(drops.entries.isEmpty)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aLoopMayStartAnotherFromItsOwnClosures(_ runtime: RuntimeUnderTest) async throws {
    let executing = runtime()
    let inner = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in .just("inner") }
      Reducer.appending
    }
    let outer = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .callback { emit in
          let running = inner.start(on: executing) { transition in
            if let event = transition.event { emit(event + " seen") }
            if transition.number == 1 { emit.finish() }
          }
          return Cancellation { running.stop() }
        }
      }
      Reducer.appending
    }
    #expect(try await outer.run(on: executing) == ["inner seen"])
  }

  @Test(.promises("2.1"), arguments: RuntimeUnderTest.all)
  func twoLoopsMayEmitToEachOther(_ runtime: RuntimeUnderTest) async throws {
    let executing = runtime()
    let ping = Handle<Int, Int>()
    let pong = Handle<Int, Int>()
    let spins = [(ping, pong), (pong, ping)].map { _, other in
      Spin<Int, Int>(initialState: 0) {
        Feedback(filteredBy: { (1..<1000).contains($0) }) { count in
          other.emit(count + 1)
          return .none
        }
        Reducer { count, next in count = next }
      }
    }
    let first = spins[0].start(on: executing, handle: ping)
    let second = spins[1].start(on: executing, handle: pong)
    let reached = Gate()
    let token = second.observe { if $0.state == 1000 { reached.open() } }
    first.emit(1)
    await reached.wait()
    #expect(second.state == 1000)
    #expect(first.state == 999)
    token.cancel()
    await first.end()
    await second.end()
    ping.set(nil)
    pong.set(nil)
  }

  @Test(.promises("14.2"))
  func theLoopsOfTasksAndOfTheMainActorShareOneClock() {
    let (tasks, mainActor) = (AsyncRuntime.async.scheduler, MainActorRuntime().scheduler)
    for _ in 0..<100 {
      let (before, now, after) = (tasks.now, mainActor.now, tasks.now)
      #expect(before <= now && now <= after)
    }
  }

  @Test(.promises("14.3"))
  func theLoopsOfCallbacksShareAFewQueues() {
    // Each runtime has a queue in its core.
    let cores = (0..<1000).compactMap { _ in
      Mirror(reflecting: CallbackRuntime.callbacks).descendant(0, 0) as AnyObject?
    }
    #expect(cores.count == 1000)
    let processors = ProcessInfo.processInfo.activeProcessorCount
    #expect(Set(cores.map { ObjectIdentifier($0) }).count == max(4, processors))
  }
}
