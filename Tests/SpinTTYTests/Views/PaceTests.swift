import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct PaceTests {
  @Test func theRateFollowsTheLastSeconds() throws {
    var pace = Pace(of: 1_000)
    pace.reach(0, at: .seconds(10))
    #expect(pace.rate == nil && pace.remaining == nil)
    pace.reach(100, at: .seconds(11))
    #expect(pace.rate == 100 && pace.remaining == .seconds(9))
    pace.reach(500, at: .seconds(15))
    #expect(pace.rate == 100)
    pace.reach(500, at: .seconds(20))
    #expect(pace.rate == 50 && pace.remaining == .seconds(10), "Five seconds count for half.")
    pace.reach(.nan, at: .seconds(21))
    pace.reach(500, at: .seconds(20))
    #expect(pace.rate == 50 && pace.done == 500)
    pace.reach(20, at: .seconds(22))
    #expect(pace.rate == nil, "It began again.")
    pace.reach(1_000, at: .seconds(23))
    #expect(pace.remaining == .zero)
  }

  /// Of ten parts that arrived at one time, only the last counted.
  @Test func whatIsReachedAtTheSameTimeIsCounted() {
    var pace = Pace(of: 1_000)
    for part in 0..<100 { pace.reach(Double(part), at: .seconds(part / 10)) }
    // The parts from 0 to 90 have taken nine seconds; the last nine came at the end of them.
    #expect(pace.done == 99)
    #expect(pace.rate.map { abs($0 - 10) < 1e-9 } == true)
  }

  /// A first step of a millisecond counted like seconds.
  @Test func aStepCountsByItsLength() {
    var pace = Pace(of: 1e9)
    pace.reach(0, at: .zero)
    pace.reach(64_000, at: .milliseconds(1))
    pace.reach(1_064_000, at: .milliseconds(1_001))
    #expect(pace.rate.map { 1e6..<1.1e6 ~= $0 } == true)
    // A clock that went back gives no rate, and begins a new step.
    pace.reach(2_064_000, at: .zero)
    pace.reach(3_064_000, at: .seconds(1))
    #expect(pace.rate.map { 1e6..<1.1e6 ~= $0 } == true)
  }

  /// However the steps come, the rate lies between the slowest and the fastest.
  @Test(arguments: Seeds.series(20))
  func theRateIsOneOfThoseSeen(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var pace = Pace(of: 1e6)
    var (done, time) = (0.0, Duration.zero)
    var rates: [Double] = []
    pace.reach(done, at: time)
    for _ in 0..<30 {
      let (step, seconds) = (Double(random.number(0..<5_000)), random.number(1..<9))
      done += step
      time += .seconds(seconds)
      pace.reach(done, at: time)
      rates.append(step / Double(seconds))
      let rate = try #require(pace.rate)
      #expect((rates.min() ?? 0) - 1e-6...(rates.max() ?? 0) + 1e-6 ~= rate, "seed \(seed)")
    }
  }

  @Test func theBarNamesWhatThereIsRoomFor() {
    var pace = Pace(of: 64e6)
    pace.reach(0, at: .zero)
    func shown(_ columns: Int) -> String {
      picture(columns, 1, in: .ascii) { ProgressBar(pace, unit: "B") }
    }
    #expect(shown(50) == "--------------------    0 %")
    pace.reach(16e6, at: .seconds(8))
    #expect(shown(50) == "#####---------------   25 %    0:24 left    2 MB/s")
    #expect(shown(30) == "##--------   25 %    0:24 left")
    #expect(shown(20) == "###----------   25 %")
    #expect(shown(12) == "###---------")
    #expect(ProgressBar(pace, unit: "B").plainLines() == ["[##--------] 25 %, 0:24 left, 2 MB/s"])
    var german = ViewEnvironment.ascii
    german.words.remaining = "noch {time}"
    #expect(picture(30, 1, in: german) { ProgressBar(pace) } == "##--------   25 %    noch 0:24")
  }

  @Test func amountsAndTimesAreShort() {
    func captions(_ rate: Double, _ rest: Double) -> [String?] {
      var pace = Pace(of: rate + rest)
      pace.reach(0, at: .zero)
      pace.reach(rate, at: .seconds(1))
      return [pace.rateCaption("B"), pace.remainingCaption]
    }
    #expect(captions(1, 0) == ["1 B/s", "0:00"])
    #expect(captions(999.4, 999.4 * 61) == ["999 B/s", "1:01"])
    #expect(captions(999.6, 999.6 * 3_661) == ["1 kB/s", "1:01:01"])
    #expect(captions(1_234_567, 1e18) == ["1.2 MB/s", nil])
    #expect(captions(1e300, 0).first??.hasSuffix(" PB/s") == true)
    #expect(captions(0, 1) == ["0 B/s", nil])
  }
}
