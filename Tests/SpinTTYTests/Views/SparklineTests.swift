import Testing

@testable import SpinTTY

@Suite struct SparklineTests {
  @Test func valuesRiseFromTheLeastToTheLargest() {
    #expect(picture(8, 1) { Sparkline([0, 1, 2, 3, 4, 5, 6, 7]) } == "▁▂▃▄▅▆▇█")
    #expect(picture(8, 1, in: .ascii) { Sparkline([0, 1, 2, 3, 4, 5, 6, 7]) } == ".:-=+*#@")
    #expect(picture(3, 1) { Sparkline([0, 6.999, 7], in: 0...7) } == "▁▇█")
  }

  @Test func theNewestValueStandsAtTheRight() {
    #expect(picture(6, 1) { Sparkline([0, 7]) } == "    ▁█")
    #expect(picture(2, 1) { Sparkline([7, 7, 7, 0, 7]) } == "▁█")
  }

  @Test func whatIsMissingIsAGap() {
    #expect(picture(5, 1) { Sparkline([0, nil, .nan, 7, nil]) } == "▁  █")
  }

  @Test func valuesBeyondTheRangeCountAsItsEnds() {
    #expect(picture(4, 1) { Sparkline([-5, 50, .infinity, -.infinity], in: 0...10) } == "▁██▁")
    #expect(picture(4, 1) { Sparkline([0, .infinity, 1, -.infinity]) } == "▁██▁")
  }

  @Test func equalValuesAreInTheMiddle() {
    #expect(picture(3, 1) { Sparkline([5, 5, 5]) } == "▄▄▄")
    #expect(picture(3, 1) { Sparkline([Double]()) } == "")
    #expect(picture(3, 1) { Sparkline([nil, .nan]) } == "")
    let most = Double.greatestFiniteMagnitude
    #expect(picture(3, 1) { Sparkline([-most, 0, most]) } == "▁▄█")
  }

  @Test func itIsAsWideAsItsRoomOrItsValues() {
    let line = Sparkline([1, 2, 3])
    #expect(line.measure(.unlimited, in: ViewEnvironment()) == Size(columns: 3, rows: 1))
    #expect(
      line.measure(Proposal(columns: 9, rows: 5), in: ViewEnvironment())
        == Size(columns: 9, rows: 1))
  }

  @Test func itIsSaidByItsEndsAndExtremes() {
    let said = ViewList([Sparkline([3, nil, 1, 9.5])]).plainLines(width: 60, in: ViewEnvironment())
    #expect(said == ["from 3 to 9.5, between 1 and 9.5"])
    #expect(ViewList([Sparkline([nil])]).plainLines(width: 60, in: ViewEnvironment()) == [])
  }
}
