import SpinCallbacks
import SpinMonitors
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

struct CaseNamesTests {
  /// More cases than names are kept, of which some have the same values.
  private enum Many: Sendable {
    case none, also, a(Int), b(Int), c(Int), d(Int), e(Int), text(String), other(String)
    case list([Int])
    case box(Box)
    indirect case nested(Many)
  }

  private final class Box: Sendable {
    let value = Mutex(0)
  }

  /// Its description is another one at each call.
  private enum Spoken: CustomStringConvertible {
    case word, words(Int)

    private static let calls = Atomic(0)
    var description: String { "call \(Self.calls.add(1, ordering: .relaxed).newValue)" }
  }

  @Test func eventsAreNamedByTheirCases() {
    let box = Box()
    let events: [Many] = [
      .none, .also, .a(1), .b(1), .c(1), .d(1), .e(1), .text("x"), .other("x"), .list([1]),
      .box(box), .nested(.a(1)), .a(2), .text("y"),
    ]
    let names = [
      "none", "also", "a", "b", "c", "d", "e", "text", "other", "list",
      "box", "nested", "a", "text",
    ]
    #expect(self.names(of: events + events) == names + names)
    #expect(self.names(of: events.flatMap { [$0, $0] }) == names.flatMap { [$0, $0] })
  }

  @Test func aCaseWithADescriptionOfItsOwnIsDescribedEachTime() {
    let events: [Spoken] = [.word, .words(1), .word, .words(1)]
    #expect(names(of: events) == ["call 1", "words", "call 2", "words"])
  }

  private protocol Action: Sendable {}
  private enum Loaded: Action { case found(String, String), failed(String, String) }

  /// The values are in boxes, of which the next may have the place of the one before.
  @Test func eventsOfSeveralTypesAreNamedByTheirCases() {
    let events = (0..<100).map { (number: Int) -> any Action in
      let text = "a text that is not in the value \(number)"
      return number % 2 == 0 ? Loaded.found(text, text) : Loaded.failed(text, text)
    }
    #expect(names(of: events) == (0..<100).map { $0 % 2 == 0 ? "found" : "failed" })
  }

  @Test func otherValuesAreNamedAsTheyArePrinted() {
    #expect(names(of: ["a", "b", "a"]) == ["a", "b", "a"])
    #expect(names(of: [(1, 2), (1, 2)].map { Pair(left: $0, right: $1) }) == [pair, pair])
  }

  private struct Pair { var left, right: Int }
  private var pair: String { "Pair(left: 1, right: 2)" }

  /// The names that a graph gives to the events of a run.
  private func names<Event: Sendable>(of events: [Event]) -> [String] {
    let graph = Recorded(StateGraph())
    let spin = Spin<Int, Event>(initialState: 0) { Reducer { state, _ in state += 1 } }
    let options = RunOptions<Int, Event>(monitors: [.graph(of: { $0 }, into: graph)])
    let running = spin.start(on: .callersThread, options: options)
    for event in events { running.emit(event) }
    return graph.value.edges.sorted { Int($0.to) ?? 0 < Int($1.to) ?? 0 }.map(\.event)
  }
}
