import CoreMetrics
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import SpinAsync
import SpinCallbacks
import SpinObservability
import SpinTesting
import Testing
import Tracing

@Suite(.timeLimit(.minutes(5)))
struct ObservabilityTests {
  /// Runs an order that is cancelled once, paid and packed.
  private func run(
    on place: Place, _ monitors: [Monitor<Order, Order.Event>]
  ) async throws {
    let time = ManualScheduler()
    let running = order(pause: .seconds(1)).start(
      on: place.runtime(time), options: RunOptions(name: "order", monitors: monitors))
    for event in [Order.Event.pay, .cancel, .pay] { try await running.send(event) }
    for _ in 1...2 {
      time.advance(by: .seconds(1))
      await running.idle()
    }
    try await running.settled()
    running.stop()
    await running.finished()
    running.emit(.pay)
  }

  @Test(arguments: Place.allCases)
  func theTextLogHasLevelsAndMetadata(_ place: Place) async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "order") { _ in handler }
    logger.logLevel = .debug
    try await run(on: place, [.log(to: logger)])
    let entries = handler.entries
    #expect(entries.allSatisfy { $0.metadata["spin.loop"] == "order" })
    #expect(Set(entries.map(\.level)) == [.debug, .info])
    let starts = entries.filter { "\($0.message)".contains("starts") }
    #expect(starts.map { $0.metadata["spin.feedback"] } == ["pay", "pay", "pack"])
    #expect(starts.map { $0.metadata["spin.execution"] == nil } == [false, false, false])
    #expect(starts.map { $0.metadata["spin.transition"] } == ["1", "3", "4"])
    let refused = try #require(entries.last)
    #expect(refused.level == .info)
    #expect("\(refused.message)".hasPrefix("order pay at ObservabilityTests.swift:"))
    #expect("\(refused.message)".contains(" is refused: "))
    // Below the level of the logger nothing is written; a level of one's own is.
    handler.clear()
    try await run(on: .callersThread, [.log(to: logger, level: { _ in .trace })])
    #expect(handler.entries.isEmpty)
    try await run(
      on: .callersThread, [.log(to: logger, excluding: ["pack"], level: { _ in .error })])
    #expect(
      handler.entries.allSatisfy { $0.level == .error && $0.metadata["spin.feedback"] != "pack" })
    #expect(!handler.entries.isEmpty)
  }

  @Test(arguments: Place.allCases)
  func theNumbersAreMetrics(_ place: Place) async throws {
    let metrics = TestMetrics()
    try await run(on: place, [.counters(into: MetricsCounters(factory: metrics))])
    let loop = ("loop", "order")
    func total(_ label: String, _ dimensions: (String, String)...) throws -> Int64 {
      try metrics.expectCounter("spin.\(label)", [loop] + dimensions).totalValue
    }
    #expect(try total("events") == 5)
    #expect(try total("drops", ("reason", "stopped")) == 1)
    #expect(try total("effects.started", ("feedback", "pay")) == 2)
    #expect(try total("effects.cancelled", ("feedback", "pay")) == 1)
    #expect(try total("effects.ended", ("feedback", "pay")) == 1)
    #expect(try total("effects.ended", ("feedback", "pack")) == 1)
    #expect(try metrics.expectMeter("spin.effects", [loop]).lastValue == 0)
    // Nothing has waited behind another event, or it has been taken.
    #expect(try metrics.expectMeter("spin.mailbox", [loop]).lastValue ?? 0 == 0)
    #expect(try metrics.expectTimer("spin.reducer", [loop]).values.count == 5)
    let describing = try metrics.expectTimer(
      "spin.feedback.describing", [loop, ("feedback", "pack")])
    #expect(describing.values.count == 1)
  }

  @Test func aMeterIsTheSumOfTheRunsOfOneName() async throws {
    let metrics = TestMetrics()
    func start() -> RunningSpin<Order, Order.Event> {
      order(pause: .seconds(1)).start(
        on: .callersThread(scheduler: ManualScheduler()),
        options: RunOptions(
          name: "order", monitors: [.counters(into: MetricsCounters(factory: metrics))]))
    }
    let runs = [start(), start()]
    for run in runs { run.emit(.pay) }
    let meter = try metrics.expectMeter("spin.effects", [("loop", "order")])
    for (run, left) in zip(runs, [1, 0]) {
      run.stop()
      #expect(meter.lastValue == Double(left))
    }
    #expect(meter.values == [1, 2, 1, 0])
  }

  @Test(arguments: Place.allCases)
  func anEffectIsASpanBelowThatOfItsCause(_ place: Place) async throws {
    let tracer = InMemoryTracer(idGenerator: .incrementing)
    try await run(on: place, [.spans(into: EffectSpans(tracer))])
    #expect(tracer.activeSpans.isEmpty)
    let spans = tracer.finishedSpans
    #expect(spans.map(\.operationName) == ["pay", "pay", "pack"])
    try #require(spans.count == 3)
    #expect(spans[0].attributes.get("spin.cancelled") == "the condition is false".toSpanAttribute())
    #expect(spans[1].attributes.get("spin.cancelled") == nil)
    #expect(spans.map(\.parentSpanID) == [nil, nil, spans[1].spanID])
    #expect(spans[2].traceID == spans[1].traceID)
    #expect(spans[0].traceID != spans[1].traceID)
    #expect(spans[2].attributes.get("spin.transition") == 4.toSpanAttribute())
  }

  @Test func aProgramWithoutBackendsRunsAsEver() async throws {
    // snippet.options
    let metrics = MetricsCounters()
    let options = RunOptions<Order, Order.Event>(
      name: "order",
      monitors: [
        .log(to: Logger(label: "orders")),
        .counters(into: metrics),
        .spans(into: EffectSpans(InstrumentationSystem.tracer)),
      ])
    let running = order().start(on: .async, options: options)
    // snippet.end
    try await running.send(.pay)
    #expect(try await running.settled().phase == .packed)
    running.stop()
  }

  /// A span follows its cause through immediate events and through a gear to another run.
  @Test func tracesGoThroughStepsAndOtherRuns() async throws {
    let tracer = InMemoryTracer(idGenerator: .incrementing)
    let (spans, gear) = (EffectSpans(tracer), Gear<Int>())
    let sender = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { $0 == 1 }) { .run { 1 } }.named("first")
      Feedback(filteredBy: { $0 == 2 }) { _ in .just(1) }.named("immediate")
      Feedback.sending(on: { $0 == 3 ? 3 : nil }, to: gear).named("gear")
      Reducer { $0 += $1 }
    }
    let receiver = Spin<Int, Int>(initialState: 0) {
      Feedback.receiving(from: gear) { $0 }
      Feedback(while: { $0 == 3 }) { .run { 1 } }.named("last")
      Reducer { $0 += $1 }
    }
    let heard = receiver.start(on: .callbacks, options: RunOptions(monitors: [.spans(into: spans)]))
    try await heard.settled()
    let running = sender.start(on: .async, options: RunOptions(monitors: [.spans(into: spans)]))
    try await running.send(1)
    try await settled(running, heard)
    #expect(heard.state == 4)
    running.stop()
    heard.stop()
    await running.finished()
    await heard.finished()
    let first = try #require(tracer.finishedSpans.first { $0.operationName == "first" })
    let last = try #require(tracer.finishedSpans.first { $0.operationName == "last" })
    #expect(last.traceID == first.traceID)
    let byID = Dictionary(uniqueKeysWithValues: tracer.finishedSpans.map { ($0.spanID, $0) })
    let chain = sequence(first: last) { $0.parentSpanID.flatMap { byID[$0] } }
    #expect(chain.map(\.operationName).last == "first")
  }
}
