import Testing

@testable import SpinCore

#if DEBUG
  struct RestartMeterTests {
    private let place = RestartMeter.Place(feedback: 1, element: nil)
    private let other = RestartMeter.Place(feedback: 1, element: ElementID(7))

    /// Replaces an effect in each of the steps given, and returns those that are told.
    private func told(
      _ place: RestartMeter.Place, in steps: ClosedRange<Int>, by meter: inout RestartMeter
    ) -> [Int] {
      steps.filter { step in
        meter.noteCancelled(place, at: step)
        return meter.noteStarted(place, at: step)
      }
    }

    @Test func aRowOfReplacementsIsToldOnceWhenItIsLongEnough() {
      var meter = RestartMeter()
      #expect(!meter.isWatching)
      #expect(told(place, in: 1...30, by: &meter) == [RestartMeter.limit])
    }

    @Test func placesCountSeparately() {
      var meter = RestartMeter()
      #expect(told(place, in: 1...9, by: &meter) == [])
      #expect(told(other, in: 10...18, by: &meter) == [])
      #expect(told(place, in: 19...19, by: &meter) == [19])
    }

    @Test func anyOtherStartBeginsTheRowAgain() {
      var meter = RestartMeter()
      #expect(told(place, in: 1...9, by: &meter) == [])
      meter.noteCancelled(place, at: 10)
      let isTold = meter.noteStarted(place, at: 11)  // Another step has started it.
      #expect(!isTold)
      #expect(told(place, in: 12...20, by: &meter) == [])
      #expect(told(place, in: 21...21, by: &meter) == [21])
    }
  }
#endif
