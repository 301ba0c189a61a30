import Testing

@testable import SpinCore

struct RunawayMeterTests {
  private let feedback = Origin.feedback(FeedbackOrigin(index: 1, name: "echo"))

  private func report(of events: Int, by meter: inout RunawayMeter<Int>) -> [String] {
    (1...events).compactMap { meter.noted($0, from: feedback, isCausedByLoop: true) }
  }

  @Test func aRowOfEventsIsReportedOnceWithTheNewest() {
    var meter = RunawayMeter<Int>()
    let reports = report(of: 3 * RunawayMeter<Int>.limit, by: &meter)
    #expect(reports.count == 1)
    #expect(
      reports.first?.contains(
        "The newest: 99997 from \"echo\", 99998 from \"echo\", 99999 from \"echo\", 100000 from")
        == true)
  }

  @Test func anEventFromElsewhereStartsTheCountAgain() {
    var meter = RunawayMeter<Int>()
    #expect(report(of: RunawayMeter<Int>.limit - 1, by: &meter).isEmpty)
    #expect(meter.noted(0, from: .outside, isCausedByLoop: false) == nil)
    #expect(report(of: RunawayMeter<Int>.limit - 1, by: &meter).isEmpty)
    #expect(report(of: 1, by: &meter).count == 1)
  }
}
