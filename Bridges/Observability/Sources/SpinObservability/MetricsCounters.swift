public import CoreMetrics
public import SpinMonitors
internal import Synchronization

/// Gives the numbers of runs to swift-metrics.
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
/// | metric | kind | dimensions |
/// |---|---|---|
/// | `spin.events` | counter | `loop` |
/// | `spin.drops` | counter | `loop`, `reason` |
/// | `spin.effects.started`, `.ended`, `.cancelled` | counter | `loop`, `feedback` |
/// | `spin.effects`, `spin.mailbox` | meter | `loop` |
/// | `spin.reducer` | timer | `loop` |
/// | `spin.feedback.asking`, `.describing` | timer | `loop`, `feedback` |
///
/// A feedback for the elements of a collection has one value for all of them, so that each name of a run has as many
/// series as feedbacks. A durable run has the name of its log unless ``/SpinCore/RunOptions`` give it another: give one
/// name to all runs of a definition if there are many. Runs of one name share their series: a meter has their sum.
/// Share one `MetricsCounters` among the runs of a name: for a backend that has no meters of its own, each
/// `MetricsCounters` counts from 0, and its value would replace that of another.
public final class MetricsCounters: LoopCounters {
  private struct Known: Sendable {
    var counters: [LoopTotal: Counter] = [:]
    var meters: [LoopLevel: Meter] = [:]
    var timers: [LoopTime: CoreMetrics.Timer] = [:]
  }

  private let prefix: String
  private let factory: any MetricsFactory
  private let known = Mutex(Known())

  /// Creates counters.
  ///
  /// - Parameters:
  ///   - prefix: What the names of the metrics begin with.
  ///   - factory: Makes the metrics.
  public init(prefix: String = "spin", factory: any MetricsFactory = MetricsSystem.factory) {
    self.prefix = prefix
    self.factory = factory
  }

  /// Adds to a counter.
  public func add(_ amount: Int, to total: LoopTotal) {
    let counter = known.withLock { known in
      let counter = known.counters[total] ?? make(total)
      known.counters[total] = counter
      return counter
    }
    counter.increment(by: amount)
  }

  /// Raises or lowers a meter.
  public func add(_ change: Int, to level: LoopLevel) {
    let meter = known.withLock { known in
      let meter = known.meters[level] ?? make(level)
      known.meters[level] = meter
      return meter
    }
    // NB: some backends take only amounts above 0.
    if change > 0 { meter.increment(by: Double(change)) }
    if change < 0 { meter.decrement(by: Double(-change)) }
  }

  /// Adds a time to a timer.
  public func record(_ time: Duration, of work: LoopTime) {
    let timer = known.withLock { known in
      let timer = known.timers[work] ?? make(work)
      known.timers[work] = timer
      return timer
    }
    timer.recordNanoseconds(Int64(clamping: time.attoseconds / 1_000_000_000))
  }

  private func make(_ total: LoopTotal) -> Counter {
    let (name, reason): (String, String?) =
      switch total.kind {
      case .events: ("events", nil)
      case .drops(let reason): ("drops", "\(reason)")
      case .starts: ("effects.started", nil)
      case .ends: ("effects.ended", nil)
      case .cancellations: ("effects.cancelled", nil)
      // Later versions of Spin may count more.
      @unknown default: ("\(total.kind)", nil)
      }
    let dimensions =
      [("loop", total.loop)] + (total.feedback.map { [("feedback", $0)] } ?? [])
      + (reason.map { [("reason", $0)] } ?? [])
    return Counter(label: "\(prefix).\(name)", dimensions: dimensions, factory: factory)
  }

  private func make(_ level: LoopLevel) -> Meter {
    let name =
      switch level.kind {
      case .effects: "effects"
      case .mailbox: "mailbox"
      @unknown default: "\(level.kind)"
      }
    return Meter(label: "\(prefix).\(name)", dimensions: [("loop", level.loop)], factory: factory)
  }

  private func make(_ work: LoopTime) -> CoreMetrics.Timer {
    let name =
      switch work.kind {
      case .reducer: "reducer"
      case .asking: "feedback.asking"
      case .describing: "feedback.describing"
      @unknown default: "\(work.kind)"
      }
    let dimensions = [("loop", work.loop)] + (work.feedback.map { [("feedback", $0)] } ?? [])
    return CoreMetrics.Timer(
      label: "\(prefix).\(name)", dimensions: dimensions, factory: factory)
  }
}
