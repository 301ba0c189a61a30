import Dispatch
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinCore
import SpinTestSupport
import Testing

/// What a subscription emits while it begins.
extension Conformance {
  /// Subscribes to a source that has some events at once, and is then at its end.
  private static func values<Event: Sendable>(_ events: Event...) -> Effect<Event> {
    .subscription { emit in
      for event in events { emit(event) }
      return .none
    }
  }

  /// The mailboxes whose inboxes are a ring and a list.
  private static func bounds<Event>(of _: Event.Type) -> [MailboxBound<Event>] {
    [.unbounded, .bounded(1, .dropNewest)]
  }

  /// Two levels regulate each other: no event of one takes back that of the other.
  @Test(.promises("5.1", "5.8"), arguments: RuntimeUnderTest.all)
  func whatASubscriptionEmitsWhileItBeginsIsImmediate(_ runtime: RuntimeUnderTest) async throws {
    for bound in Self.bounds(of: Bool.self) {
      let (drops, log) = (Drops(), Transcript<String>())
      let spin = Spin<[Int], Bool>(initialState: [10, 20]) {
        Feedback { $0[0] == $0[1] ? .none : Self.values(true) }.named("left")
        Feedback { $0[0] == $0[1] ? .none : Self.values(false) }.named("right")
        Reducer { if $0[0] != $0[1] { $0[$1 ? 0 : 1] += $1 ? 1 : -1 } }
      }
      var options: RunOptions<[Int], Bool> = drops.options()
      options.mailbox = bound
      options.observers = [Observer { log($0.origin.summary) }]
      let running = spin.start(on: runtime(), options: options)
      #expect(try await running.settled() == [15, 15])
      #expect(Set(log.entries) == ["start", "left immediate", "right immediate"])
      #expect(drops.entries == [])
    }
  }

  @Test(.promises("5.8"), arguments: RuntimeUnderTest.all)
  func whatASubscriptionEmitsLaterIsDelivered(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let emitters = Guarded<[Emitter<String>]>([])
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in
        .subscription { emit in
          emit("at once")
          emitters.withLock { $0.append(emit) }
          return .none
        }
      }.named("source")
      Reducer.appending
    }
    let running = spin.start(on: runtime(), options: drops.options())
    _ = try await running.first { !$0.isEmpty }
    await running.idle()
    // The first event has cancelled the rest.
    #expect(emitters.withLock { $0 }.map { $0("late") } == [.dropped(.stale)])
    #expect(drops.entries == ["late stale source delivered"])
    await running.end()
  }

  /// The source begins on the loop's thread and goes on on another one, before the closure returns.
  @Test(.promises("5.8", "1.1"), arguments: RuntimeUnderTest.all)
  func aSubscriptionThatBeginsOnTwoThreadsStaysInOrder(_ runtime: RuntimeUnderTest) async throws {
    for bound in Self.bounds(of: String.self) {
      let (drops, log) = (Drops(), Transcript<String>())
      let spin = Spin<[String], String>(initialState: []) {
        Feedback.source {
          .subscription { emit in
            emit("a")
            emit("b")
            onThreadBlocking { emit("c") }
            return .none
          }
        }.named("source")
        Reducer.appending
      }
      var options: RunOptions<[String], String> = drops.options()
      options.mailbox = bound
      options.observers = [Observer { log("\($0.event ?? "") \($0.origin.summary)") }]
      let running = spin.start(on: runtime(), options: options)
      try await running.settled()
      #expect(
        log.entries == [
          " start", "a source immediate", "b source immediate", "c source delivered",
        ])
      #expect(drops.entries == [])
    }
  }

  /// Beside other work, inside a stage, and on an executor.
  @Test(.promises("5.8"), arguments: RuntimeUnderTest.all)
  func aSubscriptionThatIsNotAWholeEffectOfTheLoopDelivers(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let effects: [Effect<String>] = [
      .merge(Self.values("a", "b"), .run { nil }),
      Self.values("a", "b").timeout(after: .seconds(9), ""),
      Self.values("a", "b").delayed(by: .zero),
      Effect.none.then(.run { nil }).then(Self.values("a", "b")),
    ]
    for effect in effects {
      #expect(
        try await Self.origins(of: Feedback(while: { _ in true }) { effect }, on: runtime) == [
          "delivered"
        ])
    }
    let elsewhere = Feedback<[String], String>(while: { _ in true }) { Self.values("a", "b") }
      .executor(.queue(.global()))
    #expect(try await Self.origins(of: elsewhere, on: runtime) == ["delivered"])
    let beside = Feedback<[String], String>(while: { _ in true }) {
      .merge(.none, Self.values("a", "b"))
    }
    #expect(try await Self.origins(of: beside, on: runtime) == ["immediate"])
    let mapped = Feedback<[String], String>(while: { _ in true }) {
      Self.values(1, 2).map { $0 == 1 ? "a" : "b" }
    }
    #expect(try await Self.origins(of: mapped, on: runtime) == ["immediate"])
  }

  private static func origins(
    of feedback: Feedback<[String], String>, on runtime: RuntimeUnderTest
  ) async throws -> Set<String> {
    let log = Transcript<String>()
    let spin = Spin<[String], String>(initialState: []) {
      feedback.named("source")
      Reducer.appending
    }
    let running = spin.start(on: runtime) {
      if case .feedback(let origin) = $0.origin {
        log(origin.isImmediate ? "immediate" : "delivered")
      }
    }
    #expect(try await running.settled() == ["a", "b"])
    return Set(log.entries)
  }

  /// The next effect begins when the last of them has been reduced.
  @Test(.promises("5.7", "5.8"), .needsOpenGate, arguments: RuntimeUnderTest.all)
  func aQueueWaitsForTheImmediateEventsOfASubscription(_ runtime: RuntimeUnderTest) async throws {
    for bound in Self.bounds(of: String.self) {
      let log = Transcript<String>()
      let spin = Spin<[String], String>(initialState: []) {
        Feedback(filteredBy: { $0.last.map { $0.count == 1 } ?? true }) { events in
          let name = events.last ?? "0"
          return .merge(
            .just("\(name) one"),
            .subscription { emit in
              log("+\(name)")
              emit("\(name) two")
              return Cancellation { log("-\(name)") }
            })
        }
        .strategy(.queueNewState)
        Reducer.appending
      }
      var options = RunOptions<[String], String>()
      options.mailbox = bound
      options.observers = [Observer { if let event = $0.event { log(event) } }]
      let running = spin.start(on: runtime(), options: options)
      try await running.settled()
      running.emit("a")
      try await running.settled()
      let entries = log.entries
      // The cancellation of an effect runs when its emitter is gone, which may be before or after its events.
      #expect(
        entries.filter { !$0.hasPrefix("-") }
          == ["+0", "0 one", "0 two", "a", "+a", "a one", "a two"])
      #expect(Set(entries.filter { $0.hasPrefix("-") }) == ["-0", "-a"])
      await running.end()
    }
  }

  /// Each element's events have its name, also if they wait behind those of others.
  @Test(.promises("5.8"), arguments: RuntimeUnderTest.all)
  func theImmediateEventsOfASubscriptionHaveTheNameOfTheirElement(
    _ runtime: RuntimeUnderTest
  ) async throws {
    for bound in Self.bounds(of: String.self) {
      let (told, seen) = (Transcript<String>(), Transcript<String>())
      let spin = Spin<[String], String>(initialState: ["x", "y"]) {
        Feedback(forEach: { $0.prefix(2).map(Named.init) }) { item in
          .merge(.just("\(item.id) one"), Self.values("\(item.id) two"))
        }.named("each")
        Reducer.appending
      }
      var options = RunOptions<[String], String>()
      options.mailbox = bound
      options.observers = [
        Observer {
          guard case .feedback(let origin) = $0.origin else { return }
          seen("\($0.event ?? "") of \(origin.element.map { "\($0)" } ?? "nobody")")
        }
      ]
      options.monitors = [
        Monitor {
          guard case .taken(let entry) = $0.fact, case .feedback(let origin) = entry.origin else {
            return
          }
          told(
            "\(origin.isImmediate) \(origin.element.map { "\($0)" } ?? "nobody") \(entry.cause?.transition ?? -1)"
          )
        }
      ]
      let running = spin.start(on: runtime(), options: options)
      try await running.settled()
      #expect(seen.entries == ["x one of x", "y one of y", "x two of x", "y two of y"])
      #expect(told.entries == ["true x 0", "true y 0", "true x 0", "true y 0"])
      await running.end()
    }
  }

  private struct Named: Identifiable, Equatable, Sendable {
    let id: String
  }

  @Test(.promises("5.8", "8.5"), arguments: RuntimeUnderTest.all)
  func aSubscriptionThatStopsTheLoopEmitsNothingMore(_ runtime: RuntimeUnderTest) async {
    let (drops, handle, ended) = (Drops(), Handle<[String], String>(), Transcript<String>())
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(filteredBy: { $0 == ["go"] }) { _ in
        .subscription { emit in
          emit("before")
          handle.value?.stop()
          let result = emit("after")
          return Cancellation { ended("\(result)") }
        }
      }.named("source")
      Reducer.appending
    }
    let running = spin.start(on: runtime, handle: handle, options: drops.options()) { _ in }
    running.emit("go")
    await running.finished()
    #expect(ended.entries == ["dropped(stopped)"])
    #expect(
      Set(drops.entries) == ["before stopped source immediate", "after stopped source immediate"])
    #expect(running.state == ["go"])
  }
}
