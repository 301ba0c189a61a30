import Testing

@testable import SpinCore

#if DEBUG
  struct RestartMeterTests {
    private let subject = RestartMeter.Subject(feedback: 1, element: nil)
    private let other = RestartMeter.Subject(feedback: 1, element: ElementID(7))

    /// Replaces an effect in each of the steps given, and returns those that are told.
    private func told(
      _ subject: RestartMeter.Subject, in steps: ClosedRange<Int>, by meter: inout RestartMeter,
      _ end: RestartMeter.End = .cancelled
    ) -> [Int] {
      steps.filter { step in
        meter.note(end, of: subject, at: step)
        let told = meter.noteStarted(subject, at: step)
        if let told { #expect(told == end) }
        return told != nil
      }
    }

    @Test func aRowOfReplacementsIsToldOnceWhenItIsLongEnough() {
      var meter = RestartMeter()
      #expect(!meter.isWatching)
      #expect(told(subject, in: 1...30, by: &meter) == [RestartMeter.limit])
    }

    @Test(arguments: [RestartMeter.End.cancelled, .finished])
    func aRowSaysHowItsEffectsEnd(_ end: RestartMeter.End) {
      var meter = RestartMeter()
      #expect(told(subject, in: 1...12, by: &meter, end) == [10])
    }

    @Test func placesCountSeparately() {
      var meter = RestartMeter()
      #expect(told(subject, in: 1...9, by: &meter) == [])
      #expect(told(other, in: 10...18, by: &meter) == [])
      #expect(told(subject, in: 19...19, by: &meter) == [19])
    }

    /// Nothing tells that an element is gone.
    @Test func rowsOfElementsThatAreGoneAreForgotten() {
      var meter = RestartMeter()
      for number in 1...10_000 {
        let subject = RestartMeter.Subject(feedback: 1, element: ElementID(number))
        #expect(told(subject, in: number...number, by: &meter) == [])
      }
      #expect(meter.counts.count <= RestartMeter.subjectLimit)
      #expect(told(subject, in: 1...30, by: &meter) == [RestartMeter.limit])
    }

    @Test func anyOtherStartBeginsTheRowAgain() {
      var meter = RestartMeter()
      #expect(told(subject, in: 1...9, by: &meter) == [])
      meter.note(.cancelled, of: subject, at: 10)
      let told = meter.noteStarted(subject, at: 11)  // Another step has started it.
      #expect(told == nil)
      #expect(self.told(subject, in: 12...20, by: &meter) == [])
      #expect(self.told(subject, in: 21...21, by: &meter) == [21])
    }
  }
#endif
