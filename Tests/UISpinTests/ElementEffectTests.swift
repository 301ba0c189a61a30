import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing

/// The feedbacks of a shown spin that have an effect for each element, or are throttled.
@Suite struct ElementEffectTests {
  private func ui(_ spin: Spin<[Int], Int>) -> UISpin<[Int], Int> {
    UISpin(spin) { numbers, _ in
      Text("\(numbers)")
    } keys: {
      Key("1", help: "1", 1)
      Key("2", help: "2", 2)
      Key("3", help: "3", 3)
      Key("x", help: "x", when: { _ in false }, 4)
      Key.help("?")
    }
  }

  private let toggling = Reducer<[Int], Int> { numbers, number in
    if let index = numbers.firstIndex(of: number) {
      numbers.remove(at: index)
    } else {
      numbers.append(number)
    }
  }

  @Test func eachElementHasAnEffectAndKeysThatMeanNothingChangeNone() {
    let remote = Remote<Int>()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(forEach: \.self, atMost: 2) { remote.effect($0) }
      toggling
    }
    let stage = Stage(ui(spin))
    stage.terminal.type("1?23x1")
    #expect(remote.log.entries == ["+1", "+2", "-1", "+3"])
    remote.finish("3")
    stage.terminal.type("x")
    #expect(remote.log.entries == ["+1", "+2", "-1", "+3", "-3"])
  }

  @Test func aThrottledFeedbackSeesTheNewestTransitionOfTheSpin() {
    let time = ManualScheduler()
    let log = Transcript<String>()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback.transitions { transition in
        log("\(transition.number) \(transition.state)")
        return .none
      }
      .throttled(for: .seconds(1), latest: true)
      toggling
    }
    let stage = Stage(ui(spin), on: .callersThread(scheduler: time))
    stage.terminal.type("12?")
    time.advance(by: .seconds(1))
    #expect(log.entries == ["0 []", "2 [1, 2]"])
  }
}
