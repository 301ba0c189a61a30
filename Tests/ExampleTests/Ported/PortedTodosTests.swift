import SpinCore
import SpinTestSupport
import SpinTesting
import Testing

@testable import ported

@Suite struct PortedTodosTests {
  struct Refused: Error {}

  let time = ManualScheduler()
  let asked = Transcript<String>()

  /// Todos that are loaded, with a server that takes a second and may refuse.
  func todos(refuses: Bool = false) -> TestSpin<Todos, Todos.Event> {
    let (clock, asked) = (time.clock, asked)
    let spin = Todos.spin { line in
      asked.append(line)
      try await clock.sleep(for: .seconds(1))
      if refuses { throw Refused() }
      return "ok"
    }
    let loaded = Todos(items: [.init(id: "bread"), .init(id: "milk")])
    return TestSpin(spin, initialState: loaded, on: TestRuntime(time: time), exhaustivity: .off)
  }

  @Test func theRequestsOfAnItemAreMadeOneAfterAnother() {
    let test = todos()
    test.emit(.tapped("milk"))
    test.emit(.tapped("milk"))
    #expect(asked.entries == ["done milk"])
    test.advance(by: .seconds(1))
    #expect(asked.entries == ["done milk", "open milk"])
    #expect(test.state.items[1].save.isRunning)
    test.advance(by: .seconds(1))
    #expect(test.state.items[1].save.success == "ok")
    #expect(!test.state.items[1].isDone && !test.state.items[1].isDoneThere)
    test.finish()
  }

  @Test func theRequestsOfDifferentItemsAreMadeAtOnce() {
    let test = todos()
    test.emit(.tapped("milk"))
    test.emit(.tapped("bread"))
    #expect(asked.entries == ["done milk", "done bread"])
    test.advance(by: .seconds(1))
    #expect(test.state.items.allSatisfy { $0.isDoneThere })
    test.finish()
  }

  @Test func aRefusalShowsWhatTheServerKnows() {
    let test = todos(refuses: true)
    test.emit(.tapped("milk"))
    #expect(test.state.items[1].isDone)
    test.advance(by: .seconds(1))
    #expect(!test.state.items[1].isDone)
    #expect(test.state.items[1].save.failure == "Refused()")
    test.finish()
  }

  @Test func propsAreEqualIfTheViewWouldBe() {
    let todos = Todos(items: [.init(id: "milk")])
    var other = todos
    other.items[0].isDoneThere = true
    #expect(todos != other && Todos.Props(todos) == Todos.Props(other))
  }
}
