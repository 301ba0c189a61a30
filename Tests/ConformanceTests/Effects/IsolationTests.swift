import Dispatch
import Foundation
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 11.
extension Conformance {
  @Test(.promises("11.1"), arguments: RuntimeUnderTest.all)
  func everyClosureIsCalledWhereTheRuntimeSays(_ runtime: RuntimeUnderTest) async throws {
    let instance = runtime.instance(nil)
    let away = Transcript<String>()
    let visited = Transcript<String>()
    let visit = { @Sendable (place: String, isAtHome: @Sendable () -> Bool) in
      visited(place)
      if !isAtHome() { away(place) }
    }
    let atHome = instance.isAtHome
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(
        filteredBy: { number in
          visit("filter", atHome)
          return number == 1
        },
        effect: { _ in
          visit("effect", atHome)
          return .callback { _ in
            visit("registration", atHome)
            return Cancellation { visit("cancellation", atHome) }
          }
        })
      Feedback(
        on: { number in
          visit("selector", atHome)
          return number == 1 ? true : nil
        },
        effect: { _ in
          .run {
            if let isAtHome = instance.isBodyAtHome { visit("body", isAtHome) }
            return 1
          }
        })
      Reducer { number, step in
        visit("reducer", atHome)
        number += step
      }
    }
    let running = spin.start(on: instance.runtime) { _ in visit("observer", atHome) }
    running.emit(1)
    #expect(try await running.settled() == 2)
    let token = running.observe { _ in visit("late observer", atHome) }
    let settled = Gate()
    let notice = running.onSettled {
      visit("settled", atHome)
      settled.open()
    }
    await settled.wait()
    await running.idle()
    #expect(away.entries == [])
    var places: Set = [
      "filter", "effect", "registration", "cancellation", "selector", "reducer", "observer",
      "late observer", "settled",
    ]
    if instance.isBodyAtHome != nil { places.insert("body") }
    #expect(Set(visited.entries) == places)
    withExtendedLifetime((token, notice)) {}
    await running.end()
  }

  @Test(.promises("11.5"))
  func onTheCallersThreadWhoeverFindsTheMailboxIdleDoesTheWork() async throws {
    let threads = Transcript<ObjectIdentifier>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 == 1 }) { _ in
        threads(ObjectIdentifier(Thread.current))
        return .just(1)
      }
      Reducer { number, step in
        threads(ObjectIdentifier(Thread.current))
        number += step
      }
    }
    let (own, state) = await onThread {
      let running = spin.start(on: .callersThread) { _ in
        threads(ObjectIdentifier(Thread.current))
      }
      running.emit(1)
      return (ObjectIdentifier(Thread.current), running.state)
    }
    #expect(state == 2)  // Up to date when emit has returned.
    #expect(threads.entries == Array(repeating: own, count: 6))
  }

  @Test(.promises("4.2", "11.5"))
  func onTheCallersThreadOthersEmitReturnsWhileOneDrainsForAll() async throws {
    let inStep = Gate()
    let goOn = Gate()
    let spin = Spin<[Int], Int>(initialState: []) { Reducer.appending }
    let running = spin.start(on: .callersThread) { transition in
      guard transition.event == 1 else { return }
      inStep.open()
      goOn.waitBlocking()
    }
    async let drainer: [Int] = onThread {
      running.emit(1)
      return running.state
    }
    await inStep.wait()
    let other = await onThread {
      let emission = running.emit(2)
      return (emission, running.state)
    }
    #expect(other.0 == .accepted)
    #expect(other.1 == [1])  // Not taken yet: it is the other thread's to do.
    goOn.open()
    #expect(await drainer == [1, 2])
    await running.end()
  }

  @Test(.promises("6.10", "11.2"), arguments: RuntimeUnderTest.all)
  func anExecutorMovesBodiesRegistrationsAndCancellationsAndNothingElse(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let queue = DispatchQueue(label: "elsewhere")
    let wrongQueue = DispatchQueue(label: "wrong")
    let isElsewhere = RuntimeUnderTest.isOn(queue)
    let visited = Transcript<String>()
    let visit = { @Sendable (place: String) in
      visited("\(place) \(isElsewhere() ? "elsewhere" : "at home")")
    }
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(
        on: { number in
          if number == 1 { visit("selector") }
          return number >= 1 ? true : nil
        },
        effect: { _ in
          visit("effect")
          return .merge(
            .run {
              visit("body")
              return 1
            },
            .callback { emit in
              visit("registration")
              emit.finish()
              return Cancellation { visit("cancellation") }
            })
        }
      )
      .executor(.queue(wrongQueue))
      .executor(.queue(queue))
      Reducer { number, step in
        visit("reducer")
        number += step
      }
    }
    let executing = runtime()
    let running = spin.start(on: executing) { if $0.number > 0 { visit("observer") } }
    running.emit(1)
    try await visited.until("cancellation elsewhere")
    #expect(try await running.settled() == 2)
    await running.end()
    // On the caller's thread the body's end makes a step where the body was.
    let second = executing.isolation == .callersThread ? "elsewhere" : "at home"
    #expect(
      visited.entries.sorted() == [
        "body elsewhere", "cancellation elsewhere", "effect at home", "observer at home",
        "observer \(second)", "reducer at home", "reducer \(second)", "registration elsewhere",
        "selector at home",
      ])
  }

  @Test(.promises("11.1"))
  func everyRuntimeWritesItsIsolationDown() {
    #expect(AsyncRuntime().isolation == .tasks)
    #expect(MainActorRuntime().isolation == .mainActor)
    #expect(CallbackRuntime(label: "own").isolation == .serialQueue("own"))
    #expect(
      CallbackRuntime(on: DispatchQueue(label: "given")).isolation == .serialQueue("given"))
    #expect(CallbackRuntime.callersThread.isolation == .callersThread)
    let running = Spin<Int, Int>(initialState: 0) { Reducer { _, _ in } }.start(on: .callersThread)
    #expect(running.isolation == .callersThread)
    running.stop()
  }
}
