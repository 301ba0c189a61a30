import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct AnimatedTests {
  @Test func aValueGoesFromWhereItIsToItsTargetInItsTime() {
    var load = Animated(2.0)
    #expect(!load.isMoving && load.value == 2)
    load.move(to: 6, over: .seconds(4), easing: .linear)
    #expect(load.isMoving && load.value == 2 && load.target == 6)
    load.advance(by: .seconds(1))
    #expect(load.value == 3 && load.elapsed == .seconds(1))
    load.advance(by: .seconds(2))
    #expect(load.value == 5 && load.isMoving)
    load.advance(by: .seconds(9))
    #expect(load.value == 6 && !load.isMoving)
  }

  @Test func aNewTargetIsReachedFromTheMiddleOfTheWay() {
    var load = Animated(0.0)
    load.move(to: 8, over: .seconds(4), easing: .linear)
    load.advance(by: .seconds(2))
    load.move(to: 0, over: .seconds(4), easing: .linear)
    #expect(load.value == 4 && load.start == 4)
    load.advance(by: .seconds(1))
    #expect(load.value == 3)
  }

  @Test func theSameTargetChangesNothing() {
    var load = Animated(0.0)
    load.move(to: 8, over: .seconds(4))
    load.advance(by: .seconds(1))
    let before = load
    load.move(to: 8, over: .seconds(9))
    #expect(load == before)
    var still = Animated(8)
    still.move(to: 8)
    #expect(!still.isMoving)
  }

  @Test func withoutTimeItIsThereAtOnce() {
    for duration in [Duration.zero, .seconds(-3)] {
      var load = Animated(0)
      load.move(to: 5)
      load.move(to: 5, over: duration)
      #expect(!load.isMoving && load.value == 5)
    }
  }

  @Test func valuesThatRestAtOnePlaceAreEqual() {
    var load = Animated(0.0)
    load.move(to: 1)
    load.advance(by: .seconds(1))
    #expect(load == Animated(1.0))
  }

  @Test func itTakesAnyTimesAndNumbers() {
    let numbers = [0, -1, 1e308, -1e308, .infinity, -.infinity, .nan]
    let whole = [0, 1, -1, .max, .min]
    let times: [Duration] = [.zero, .seconds(-1), .seconds(Int64.max), .nanoseconds(1)]
    for easing in Easing.allCases {
      for time in times {
        for span in times {
          for (from, to) in numbers.flatMap({ from in numbers.map { (from, $0) } }) {
            var value = Animated(from)
            value.move(to: to, over: span, easing: easing)
            value.advance(by: time)
            value.advance(by: time)
            _ = value.value
          }
          for (from, to) in whole.flatMap({ from in whole.map { (from, $0) } }) {
            var value = Animated(from)
            value.move(to: to, over: span, easing: easing)
            value.advance(by: time)
            #expect((min(from, to)...max(from, to)).contains(value.value))
          }
        }
      }
    }
  }

  @Test(arguments: Easing.allCases) func easingGoesFromNothingToAllAndNeverBack(_ easing: Easing) {
    let steps = (0...100).map { easing.progress(at: Double($0) / 100) }
    #expect(steps.first == 0 && steps.last == 1)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 })
    #expect(easing.progress(at: -1) == 0 && easing.progress(at: 7) == 1)
    #expect(easing.progress(at: .nan) == 0)
  }

  @Test func easingIsSlowWhereItSays() {
    #expect(Easing.linear.progress(at: 0.25) == 0.25)
    #expect(Easing.easeIn.progress(at: 0.25) < 0.25)
    #expect(Easing.easeOut.progress(at: 0.25) > 0.25)
    #expect(Easing.easeInOut.progress(at: 0.25) < 0.25)
    #expect(Easing.easeInOut.progress(at: 0.75) > 0.75)
    #expect(Easing.easeInOut.progress(at: 0.5) == 0.5)
  }

  @Test func coloursMixByTheirPartsAndThoseOfTheTerminalChangeOnce() {
    #expect(
      Color.rgb(0, 100, 200).value(towards: .rgb(100, 0, 200), by: 0.5) == .rgb(50, 50, 200))
    #expect(Color.black.value(towards: .palette(15), by: 0.2) == .rgb(51, 51, 51))
    #expect(Color.default.value(towards: .red, by: 0.4) == .default)
    #expect(Color.default.value(towards: .red, by: 0.6) == .red)
    var color = Animated(Color.red)
    color.move(to: .blue, over: .seconds(1))
    #expect(color.value == .red)
    color.advance(by: .seconds(1))
    #expect(color.value == .blue)
  }

  @Test func viewsShowWhereItIsOrWithReducedMotionTheTarget() {
    var part = Animated(0.0)
    part.move(to: 1, over: .seconds(2), easing: .linear)
    part.advance(by: .seconds(1))
    var reduced = ViewEnvironment(isASCII: true)
    reduced.reducesMotion = true
    #expect(picture(4, 1, in: .ascii) { ProgressBar(part) } == "##--")
    #expect(picture(4, 1, in: reduced) { ProgressBar(part) } == "####")
    #expect(picture(12, 1, in: .ascii) { Gauge("", part) } == "##---   50 %")
    #expect(picture(12, 1, in: reduced) { Gauge("", part) } == "#####  100 %")
    #expect(part.value(in: .ascii) == 0.5 && part.value(in: reduced) == 1)
  }

  @Test func wordsSayTheTarget() {
    var part = Animated(0.0)
    part.move(to: 1, over: .seconds(2))
    let said = ViewList([ProgressBar(part), Gauge("disk", part)]).plainLines()
    #expect(said == ["[##########] 100 %", "disk: [##########] 100 %"])
  }
}
