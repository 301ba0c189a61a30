internal import SpinCore

extension Conformance {
  /// Clause 13.
  static var states: [Conformance] {
    [
      Conformance(
        "aStateIsReducedInPlace", promises: ["13.1"],
        "A reducer that changes a collection in place copies nothing, whoever runs the loop."
      ) { trial, subject in
        let places = trial.log(of: Int.self)
        let spin = Spin<[Int], Int>(initialState: []) {
          Reducer { numbers, number in
            if numbers.isEmpty { numbers = Array(repeating: 0, count: 100_000) }
            numbers[number] = number
            places(numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) })
          }
        }
        let running = trial.start(spin, on: subject)
        for number in 0..<50 { running.emit(number) }
        try await trial.settle(running)
        try trial.expect("The number of places the collection was in", Set(places.entries).count, 1)
        try trial.expect("The last number", running.state[49], 49)
      },
      Conformance(
        "aLargeStateFits", promises: ["13.2"],
        "A state of 32 KiB that is no collection is reduced and shown on the stack of any thread."
      ) { trial, subject in
        let spin = Spin<Large, Int>(initialState: Large(bulk: Eight(Eight(Eight(Eight(0)))))) {
          Feedback(lensingOn: \.sum) { $0 < 10 ? .run { 1 } : .none }
          Reducer { state, number in
            state.sum += number
            state.last += number
          }
        }
        let seen = trial.log(of: Bool.self)
        let running = trial.start(spin, on: subject) { seen($0.state.sum == $0.state.last) }
        try await trial.settle(running)
        try trial.expect("The number of events", running.state.sum, 10)
        try trial.expect("The states that were not whole", seen.entries.count { !$0 }, 0)
      },
    ]
  }

  /// The forms of feedback.
  static var forms: [Conformance] {
    [
      Conformance(
        "eachElementHasItsEffect", promises: ["15.1", "15.5"],
        "A feedback for each element starts, keeps and cancels the effect of each, within its limit."
      ) { trial, subject in
        let (log, never) = (trial.log(), trial.signal())
        let spin = Spin<Page, Change>(initialState: Page(names: ["a", "b", "c"])) {
          Feedback(forEach: \.names, atMost: 2) { name in
            .run {
              log("+\(name)")
              if await !never.wait() { log("-\(name)") }
              return nil
            }
          }
          Page.reducer
        }
        let running = trial.start(spin, on: subject)
        try await trial.until("Two elements begin.") { log.count == 2 }
        try await trial.idle(running)
        try trial.expect("The effects of a, b and c", log.entries.sorted(), ["+a", "+b"])
        running.emit(.names(["c", "b", "d"]))
        try await trial.until("A has ended and c has begun.") { log.count == 4 }
        running.emit(.names([]))
        try await trial.until("The others have ended.") { log.count == 6 }
        try await trial.settle(running)
        try trial.expect(
          "What happened", log.entries.sorted(), ["+a", "+b", "+c", "-a", "-b", "-c"])
      },
      Conformance(
        "aWaitingElementBeginsWhenAnotherEnds", promises: ["15.5", "15.14"],
        "Of many elements no more than the limit have effects at a time, and all have their turn."
      ) { trial, subject in
        let alive = Guarded(0)
        let most = Guarded(0)
        let begun = trial.log(of: Int.self)
        let mayEnd = (0..<30).map { _ in trial.signal() }
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(forEach: { _ in Array(0..<30) }, atMost: 3) { number in
            .run {
              let now = alive.withLock { alive in
                alive += 1
                return alive
              }
              most.withLock { $0 = max($0, now) }
              begun(number)
              await mayEnd[number].wait()
              alive.withLock { $0 -= 1 }
              return number
            }
          }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        for number in 0..<30 {
          let count = min(number + 3, 30)
          try await trial.until("\(count) elements have begun.") { begun.count >= count }
          try await trial.idle(running)
          mayEnd[number].set()
        }
        try await trial.settle(running)
        try trial.expect("The events, sorted", running.state.sorted(), Array(0..<30))
        try trial.expect("The most effects at a time", most.withLock { $0 }, 3)
      },
      Conformance(
        "aPulseCountsEachAssignment", promises: ["18.1"],
        "A feedback on a pulse answers each assignment, even of an equal value."
      ) { trial, subject in
        let answers = trial.log()
        let spin = Spin<Page, Change>(initialState: Page()) {
          Feedback.sideEffect(pulse: \.$notice) { (notice: String) in answers(notice) }
          Page.reducer
        }
        let running = trial.start(spin, on: subject)
        for notice in ["a", nil, "a", "b", nil] {
          running.emit(notice.map { .notice($0) } ?? .names([]))
        }
        try await trial.settle(running)
        try trial.expect("The answers", answers.entries, ["a", "a", "b"])
      },
    ]
  }

  /// The operations of the handle.
  static var handle: [Conformance] {
    [
      Conformance(
        "aSentEventIsToldWithItsState", promises: ["19.1", "19.5"],
        "Whoever sends an event learns the state right after it, or that it is dropped."
      ) { trial, subject in
        let states = trial.log(of: [Int?].self)
        let running = trial.start(Spin<Int, Int>(initialState: 0) { Reducer.adding }, on: subject)
        try await trial.onThreads(2) { thread in
          for _ in 0..<50 {
            if thread == 0 {
              running.emit(1000)
            } else {
              trial.send(1, to: running) { states([$0]) }
            }
          }
        }
        try await trial.settle(running)
        let told = states.entries.flatMap(\.self).map { $0.map { $0 % 1000 } ?? -1 }
        try trial.expect("The states after the events", told, Array(1...50))
        running.stop()
        trial.send(1, to: running) { states([$0]) }
        try await trial.finish(running)
        try trial.expect("The state after a dropped event", states.entries.last, [nil])
      },
      Conformance(
        "aReplyReachesWhoeverAsks", promises: ["19.8"],
        "A reply in an event is answered by a reducer or by a body, and known to be lost otherwise."
      ) { trial, subject in
        let log = trial.log()
        let spin = Spin<Page, Change>(initialState: Page()) {
          Feedback(on: { $0.pending.map { $0.number } }) { number in .run { .answer(number * 10) } }
          Page.reducer
        }
        let running = trial.start(spin, on: subject)
        for number in 0...2 {
          let reply = Reply<Int> { answer in
            log("\(number): \(answer)")
            return true
          } isAwaited: {
            true
          } drop: {
            log("\(number) is over")
          }
          trial.ask(.question(number, reply), of: running)
          try await trial.settle(running)
        }
        try await trial.until("Three replies are over.") { log.count == 5 }
        try trial.expect(
          "What was told", log.entries,
          ["0 is over", "1: 10", "1 is over", "2: 20", "2 is over"])
      },
      Conformance(
        "whoeverWaitsForAStateSeesIt", promises: ["19.4"],
        "No state is left out for whoever looks for the first that satisfies a predicate."
      ) { trial, subject in
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback(filteredBy: { $0 > 0 && $0 < 1_000 }) { _ in .just(1) }
          Reducer.adding
        }
        let running = trial.start(spin, on: subject)
        let found = trial.log(of: Int.self)
        trial.observe(running) { if $0.state == 777 { found(777) } }
        running.emit(1)
        try await trial.settle(running)
        try trial.expect("The states that satisfy the predicate", found.entries, [777])
      },
      Conformance(
        "aSuspendedLoopTakesNoEvent", promises: ["21.2", "21.3"],
        "A suspended loop keeps what its mailbox accepts, and reduces it in order when it is resumed."
      ) { trial, subject in
        let spin = Spin<[Int], Int>(initialState: []) {
          Feedback(on: \.first) { first in .run { first + 100 } }
          Reducer.appending
        }
        let running = trial.start(spin, on: subject)
        running.emit(0)
        try await trial.settle(running)
        running.suspend()
        try await trial.onThreads(1) { _ in for number in 1...3 { running.emit(number) } }
        let joined = trial.signal()
        trial.observe(running) { _ in joined.set() }
        try await trial.until("An observer that joins is shown the newest state.") { joined.isSet }
        try trial.expect("The events while it is suspended", running.state, [0, 100])
        running.resume()
        try await trial.settle(running)
        try trial.expect("The events", running.state, [0, 100, 1, 2, 3])
      },
    ]
  }
}

/// A value of 32 KiB that is stored in its owner and not on the heap.
///
/// NB: of generic structs only, which cost the compiler least. (See `LargeState` of the tests.)
private typealias Large = Sums<Eight<Eight<Eight<Eight<Int>>>>>

private struct Sums<Bulk: Sendable>: Sendable {
  var sum = 0
  let bulk: Bulk
  var last = 0
}

private struct Eight<Element: Sendable>: Sendable {
  let elements: (Element, Element, Element, Element, Element, Element, Element, Element)

  init(_ element: Element) {
    elements = (element, element, element, element, element, element, element, element)
  }
}
