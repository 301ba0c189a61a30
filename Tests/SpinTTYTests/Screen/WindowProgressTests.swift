import Testing

@testable import SpinTTY

@Suite struct WindowProgressTests {
  @Test(arguments: [
    (0, 1, 0), (1, 1, 100), (0.29, 1, 29), (1, 3, 33), (0.999_99, 1, 99), (2, 1, 100), (-1, 1, 0),
    (1, 0, 0), (1, -1, 0), (.nan, 1, 0), (1, .nan, 0), (.infinity, 1, 100), (1, .infinity, 0),
    (.infinity, .infinity, 0), (1e300, 1e-300, 100), (199, 200, 99), (57, 100, 57),
  ])
  func onlyTheWholeIsAHundredPercent(_ value: Double, _ total: Double, _ percent: Int) {
    #expect(WindowProgress.value(value, of: total).percent == percent)
    #expect(WindowProgress.paused(value, of: total).percent == percent)
    #expect(WindowProgress.failed(value, of: total).percent == percent)
  }

  @Test func equalPercentsAreOneFrame() {
    #expect(WindowProgress.value(0.501) == .value(0.509))
    #expect(WindowProgress.value(0.5) != .paused(0.5))
  }
}
