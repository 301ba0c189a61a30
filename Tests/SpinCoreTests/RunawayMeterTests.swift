import Testing

@testable import SpinCore

struct RunawayMeterTests {
  private let limit = 1000
  private let feedback = FeedbackOrigin(index: 1, name: "echo")

  private func reports(
    of events: ClosedRange<Int>, by meter: RunawayMeter<Int>
  ) -> [RunawayReport<Int>] {
    events.compactMap { meter.noted($0, from: feedback) }
  }

  @Test func aRowOfEventsIsReportedWithTheNewestAndAgainAfterAsManyMore() {
    let meter = RunawayMeter<Int>(limit: limit)
    let reports = reports(of: 1...3 * limit + 999, by: meter)
    #expect(reports.map(\.count) == [limit, 2 * limit, 3 * limit])
    #expect(
      reports.map { $0.newest.map(\.event) }
        == (1...3).map { Array($0 * limit - 63...$0 * limit) })
    #expect(
      reports.first?.description.contains(
        "The newest: 997 from \"echo\", 998 from \"echo\", 999 from \"echo\", 1000 from") == true)
  }

  @Test func anEventFromElsewhereStartsTheCountAgain() {
    let meter = RunawayMeter<Int>(limit: limit)
    #expect(reports(of: 1...limit - 1, by: meter).isEmpty)
    meter.startAgain()
    #expect(reports(of: 1...limit - 1, by: meter).isEmpty)
    let report = meter.noted(limit, from: feedback)
    #expect(report?.newest.map(\.event) == Array(limit - 63...limit))
  }

  @Test func aReportOfALowLimitHasEachEventOnce() {
    let meter = RunawayMeter<Int>(limit: 1)
    #expect(reports(of: 1...3, by: meter).map { $0.newest.map(\.event) } == [[1], [2], [3]])
  }
}
