import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 10.
extension Conformance {
  @Test(.promises("10.1", "10.2"), arguments: RuntimeUnderTest.all)
  func anEffectThatThrowsLeavesItsSiblingsAlive(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { _ in
        .run({ throw Failure.broken }, catch: { "\($0) body" })
      }
      Feedback(on: \.changes) { _ in
        .merge(
          .callback({ _ in throw Failure.broken }, catch: { "\($0) callback" }),
          remote.effect("twin"))
      }
      Feedback(on: \.changes) { _ in remote.effect("sibling") }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    try await remote.log.until("+sibling")
    let token = running.observe { transition in
      if transition.number == 2 { remote.log("two failures") }
    }
    try await remote.log.until("two failures")
    #expect(remote.emit("twin", from: "twin") == .accepted)
    #expect(remote.emit("sibling", from: "sibling") == .accepted)
    remote.finishAll()
    let events = try await running.settled()
    #expect(Set(events.prefix(2)) == ["broken body", "broken callback"])
    #expect(events.dropFirst(2) == ["twin", "sibling"])
    #expect(!running.isStopped)
    token.cancel()
  }

  @Test(.promises("17.16"), arguments: RuntimeUnderTest.all)
  func theErrorOfACancelledEffectIsNotMapped(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let drops = Drops()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .run(
          {
            log("begins")
            if await !Gate().wait() { throw Failure.broken }
            return nil
          }, catch: { "mapped \($0)" })
      }
      Feedback(filteredBy: \.isEmpty) { _ in
        .run(
          { _ in
            log("begins")
            if await !Gate().wait() { throw Failure.broken }
          }, catch: { "mapped \($0)" })
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime(), options: drops.options())
    try await log.until("begins", times: 2)
    running.emit("cancel")
    #expect(try await running.settled() == ["cancel"])
    await running.end()
    #expect(running.state == ["cancel"])
    #expect(drops.entries.isEmpty)
  }

  @Test(.promises("10.1"), arguments: RuntimeUnderTest.all)
  func aMappedErrorIsTyped(_ runtime: RuntimeUnderTest) async throws {
    @Sendable func fail() async throws(Failure) -> String? { throw .broken }
    @Sendable func emitAndFail(_ emit: Emitter<String>) async throws(Failure) {
      emit("before")
      throw .broken
    }
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { .run(fail, catch: \.word) }
      Reducer.appending
    }
    _ = spin.start(on: runtime)
    let other = Spin<Events, String>(initialState: []) {
      Feedback(on: \.first) { _ in .none }
      Feedback(on: \.changes) { _ in .run(emitAndFail, catch: \.word) }
      Reducer.appending
    }
    #expect(try await other.run(on: runtime()) == ["before", "broken"])
  }
}

extension Conformance.Failure {
  var word: String { "broken" }
}
