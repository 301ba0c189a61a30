public import SpinMonitors
internal import Synchronization
public import Tracing

/// Makes a span of each effect, whose parent is the span of the effect that has caused it.
///
/// ```swift
/// let metrics = MetricsCounters()
/// let options = RunOptions<Order, Order.Event>(
///   name: "order",
///   monitors: [
///     .log(to: Logger(label: "orders")),
///     .counters(into: metrics),
///     .spans(into: EffectSpans(InstrumentationSystem.tracer)),
///   ])
/// ```
///
/// The name of a span is the name of the feedback. The span lasts from the start of the effect to its end or
/// cancellation. If an event of one effect leads to the step that describes a second effect, the second span
/// is a child of the first. Steps and immediate events may be in between, and a gear may have carried the
/// event to another run. An effect that an event from outside has caused begins a new trace. Runs whose spans
/// are to be connected share one `EffectSpans`.
///
/// The attributes are `spin.loop`, `spin.feedback`, `spin.transition`, `spin.execution` and, for an effect
/// that others have cancelled, `spin.cancelled` with the reason. Each attempt after the first is an event of the span.
///
/// A monitor changes nothing, so the span is not the current one inside the effect: spans that the work of
/// an effect makes are not its children.
///
/// - Complexity: An `EffectSpans` keeps the contexts of at least the newest 1,000 steps and effects.
public final class EffectSpans: Sendable {
  /// A step or an execution of a run.
  private enum Place: Hashable, Sendable {
    case step(LoopID, Int)
    case execution(LoopID, UInt64)
  }

  private struct Content: Sendable {
    /// The spans of the executions that are alive.
    var alive: [Place: any Span] = [:]
    /// The contexts of the spans that have led to steps, and those of executions that have ended.
    var known: [Place: InstrumentationContext] = [:]
    /// The places in `known`, from the oldest to the newest.
    var places: [Place] = []
    /// For each run, the context of the effect that has led to the step under way.
    var taken: [LoopID: InstrumentationContext] = [:]

    /// The span that a cause belongs to: that of the execution or, for an immediate event, of its step.
    func context(of cause: Cause) -> InstrumentationContext? {
      guard let execution = cause.execution else {
        return known[.step(cause.loop, cause.transition)]
      }
      let place = Place.execution(cause.loop, execution)
      return alive[place]?.context ?? known[place]
    }

    mutating func keep(_ context: InstrumentationContext, of place: Place) {
      known[place] = context
      places.append(place)
      guard places.count >= 2 * EffectSpans.limit else { return }
      for place in places.prefix(EffectSpans.limit) { known[place] = nil }
      places.removeFirst(EffectSpans.limit)
    }
  }

  fileprivate static let limit = 1_000

  private let tracer: any Tracer
  private let content = Mutex(Content())

  /// Creates an empty set of spans.
  ///
  /// - Parameter tracer: Makes the spans.
  public init(_ tracer: any Tracer) {
    self.tracer = tracer
  }

  /// Takes a fact of a run.
  fileprivate func note(_ fact: Fact, _ number: Int, of loop: LoopID) {
    switch fact {
    case .taken(let entry):
      content.withLock { $0.taken[loop] = entry.cause.flatMap($0.context) }
    case .dropped: content.withLock { $0.taken[loop] = nil }
    case .reduced:
      content.withLock { content in
        guard let context = content.taken.removeValue(forKey: loop) else { return }
        content.keep(context, of: .step(loop, number))
      }
    case .started(let effect): start(effect, loop)
    case .finished(let effect), .cancelled(let effect, .ownEvent): end(effect, loop, nil)
    case .cancelled(let effect, let reason): end(effect, loop, reason)
    default: break
    }
  }

  private func start(_ effect: EffectFact, _ loop: LoopID) {
    let place = Place.execution(loop, effect.execution)
    if effect.stage != nil {
      guard let attempt = effect.attempt, attempt > 1 else { return }
      let span = content.withLock { $0.alive[place] }
      span?.addEvent(SpanEvent(name: "attempt \(attempt)"))
      return
    }
    let parent = content.withLock { $0.known[.step(loop, effect.transition)] }
    let span = tracer.startAnySpan("\(effect.feedback.family)", context: parent ?? .topLevel)
    span.updateAttributes { attributes in
      attributes["spin.loop"] = "\(loop)"
      attributes["spin.feedback"] = "\(effect.feedback)"
      attributes["spin.transition"] = effect.transition
      attributes["spin.execution"] = "\(effect.execution)"
    }
    content.withLock { $0.alive[place] = span }
  }

  private func end(_ effect: EffectFact, _ loop: LoopID, _ reason: CancelReason?) {
    guard effect.stage == nil else { return }
    let place = Place.execution(loop, effect.execution)
    let span = content.withLock { content in
      let span = content.alive.removeValue(forKey: place)
      if let span { content.keep(span.context, of: place) }
      return span
    }
    guard let span else { return }
    if let reason { span.updateAttributes { $0["spin.cancelled"] = "\(reason)" } }
    span.end()
  }
}

extension Monitor {
  /// Makes spans of the effects of each run.
  ///
  /// - Parameter spans: The spans, which several runs may share.
  /// - Returns: A monitor.
  public static func spans(into spans: EffectSpans) -> Monitor {
    Monitor { spans.note($0.fact, $0.number ?? 0, of: $0.loop) }
  }
}

extension FeedbackOrigin {
  /// The name of the feedback for all elements.
  fileprivate var family: String { FeedbackOrigin(index: index, name: name).description }
}
