import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

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
    let stage = Scene(ui(spin))
    stage.terminal.type("1??23x1")
    #expect(remote.log.entries == ["+1", "+2", "-1", "+3"])
    remote.finish("3")
    stage.terminal.type("x")
    #expect(remote.log.entries == ["+1", "+2", "-1", "+3", "-3"])
  }

  @Test func theElementsOfAShownSpinEmitAndAreNamed() {
    let origins = Transcript<String>()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback(forEach: \.self) { $0 < 3 ? .just($0 + 10) : .none }.named("jobs")
      Feedback.transitions { transition in
        origins("\(transition.origin)")
        return .none
      }
      toggling
    }
    let stage = Scene(ui(spin))
    stage.terminal.type("12")
    #expect(origins.entries == ["start", "outside", "jobs[1]", "outside", "jobs[2]"])
  }

  private struct Page: Equatable, Sendable {
    var numbers: [Int] = []
    var lists: [Int: [Int]] = [0: []]
  }

  @Test func theElementsOfAPartOfAShownSpinHaveEffects() {
    let remote = Remote<Int>()
    let sources = Transcript<Int>()
    let list = Spin<[Int], Int>(initialState: []) {
      Feedback(forEach: \.self) { remote.effect($0) }
      Feedback.source {
        sources(1)
        return remote.effect("source \(sources.entries.count)")
      }
      toggling
    }
    let spin = Spin<Page, Int>(initialState: Page()) {
      Scope(state: \.numbers, event: { $0 }, from: { $0 < 3 ? $0 : nil }) { list }
      Scope(forEach: \.lists, event: { _, number in number }, from: { $0 > 2 ? (0, $0) : nil }) {
        list
      }
    }
    let ui = UISpin(spin) { page, _ in
      Text("\(page.numbers) \(page.lists)")
    } keys: {
      Key("1", help: "1", 1)
      Key("2", help: "2", 2)
      Key("3", help: "3", 3)
    }
    let stage = Scene(ui)
    stage.terminal.type("12321")
    #expect(
      remote.log.entries == ["+source 1", "+source 2", "+1", "+2", "+3", "-2", "-1"])
    #expect(stage.rehearsal.state == Page(lists: [0: [3]]))
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
    let stage = Scene(ui(spin), on: .callersThread(scheduler: time))
    stage.terminal.type("12?")
    time.advance(by: .seconds(1))
    #expect(log.entries == ["0 []", "2 [1, 2]"])
  }
}
