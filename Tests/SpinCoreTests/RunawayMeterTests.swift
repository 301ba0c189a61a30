import Testing

@testable import SpinCore

struct RunawayMeterTests {
  private let limit = 1000
  private let feedback = FeedbackOrigin(index: 1, name: "echo")

  /// Owns a meter and keeps its reports.
  private final class Meter {
    private final class Log: Sendable {
      let reports = Guarded<[RunawayReport<Int>]>([])
    }

    private let meter: RunawayMeter
    private let log = Log()
    private let events = TypeOps(Int.self)

    init(limit: Int) {
      let alarm = RunawayAlarm<Int>.after(limit) { [log] report in
        log.reports.withLock { $0.append(report) }
      }
      meter = RunawayMeter(alarm.rule)
    }

    func startAgain() { meter.startAgain() }

    /// Notes an event, and returns whether the turn must yield.
    func yields(after number: Int, from feedback: FeedbackOrigin) -> Bool {
      let event = withPlace(of: number) { EventBox(taking: $0, events) }
      return meter.noted(event, from: feedback) != nil
    }

    /// Notes events, and returns the reports about them.
    func reports(
      of numbers: ClosedRange<Int>, from feedback: FeedbackOrigin
    ) -> [RunawayReport<Int>] {
      for number in numbers {
        let event = withPlace(of: number) { EventBox(taking: $0, events) }
        meter.noted(event, from: feedback)?()
      }
      return log.reports.withLock { reports in
        defer { reports = [] }
        return reports
      }
    }
  }

  private func reports(of events: ClosedRange<Int>, by meter: Meter) -> [RunawayReport<Int>] {
    meter.reports(of: events, from: feedback)
  }

  @Test func aRowOfEventsIsReportedWithTheNewestAndAgainWhenItHasDoubled() {
    let meter = Meter(limit: limit)
    let reports = reports(of: 1...8 * limit - 1, by: meter)
    #expect(reports.map(\.count) == [limit, 2 * limit, 4 * limit])
    #expect(
      reports.map { $0.newest.map(\.event) }
        == [1, 2, 4].map { Array($0 * limit - 63...$0 * limit) })
    #expect(
      reports.first?.description.contains(
        "The newest: 997 from echo, 998 from echo, 999 from echo, 1000 from echo.") == true)
  }

  @Test func theTurnYieldsAfterEachLimitWhetherThereIsAReportOrNot() {
    let meter = Meter(limit: 10)
    let yields = (1...65).filter { meter.yields(after: $0, from: feedback) }
    #expect(yields == [10, 20, 30, 40, 50, 60])
  }

  @Test func anEventFromElsewhereStartsTheCountAgain() {
    let meter = Meter(limit: limit)
    #expect(reports(of: 1...limit, by: meter).map(\.count) == [limit])
    meter.startAgain()
    #expect(reports(of: 1...limit - 1, by: meter).isEmpty)
    meter.startAgain()
    #expect(reports(of: 1...limit - 1, by: meter).isEmpty)
    let report = reports(of: limit...limit, by: meter).first
    #expect(report?.newest.map(\.event) == Array(limit - 63...limit))
  }

  @Test func aReportOfALowLimitHasEachEventOnce() {
    let meter = Meter(limit: 1)
    #expect(reports(of: 1...7, by: meter).map { $0.newest.map(\.event) } == [[1], [2], [3, 4]])
  }
}
