import Testing

@testable import SpinCore

#if DEBUG
  struct RestartMeterTests {
    private let place = RestartMeter.Place(feedback: 1, element: nil)
    private let other = RestartMeter.Place(feedback: 1, element: ElementID(7))

    /// Replaces an effect in each of the steps given, and returns those that are told.
    private func told(
      _ place: RestartMeter.Place, in steps: ClosedRange<Int>, by meter: inout RestartMeter,
      _ end: RestartMeter.End = .cancelled
    ) -> [Int] {
      steps.filter { step in
        meter.note(end, of: place, at: step)
        let told = meter.noteStarted(place, at: step)
        if let told { #expect(told == end) }
        return told != nil
      }
    }

    @Test func aRowOfReplacementsIsToldOnceWhenItIsLongEnough() {
      var meter = RestartMeter()
      #expect(!meter.isWatching)
      #expect(told(place, in: 1...30, by: &meter) == [RestartMeter.limit])
    }

    @Test(arguments: [RestartMeter.End.cancelled, .finished])
    func aRowSaysHowItsEffectsEnd(_ end: RestartMeter.End) {
      var meter = RestartMeter()
      #expect(told(place, in: 1...12, by: &meter, end) == [10])
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
      meter.note(.cancelled, of: place, at: 10)
      let told = meter.noteStarted(place, at: 11)  // Another step has started it.
      #expect(told == nil)
      #expect(self.told(place, in: 12...20, by: &meter) == [])
      #expect(self.told(place, in: 21...21, by: &meter) == [21])
    }
  }
#endif
