import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTestSupport
import Testing

/// A part of an array that may change its own id.
private struct Seat: Identifiable, Equatable, Sendable {
  var id: Int
  var count = 0

  enum Event: Sendable { case rename(Int), add }
}

private struct SeatEvent: Sendable {
  let id: Int
  let event: Seat.Event

  init(_ id: Int, _ event: Seat.Event) {
    (self.id, self.event) = (id, event)
  }
}

/// Parts that change their own ids, where others have the old id or the new one.
extension Conformance {
  private static func seats(
    _ seats: [Seat], _ counts: Transcript<Int>
  ) -> Spin<[Seat], SeatEvent> {
    Spin<[Seat], SeatEvent>(initialState: seats) {
      Scope(forEach: \.self, event: { SeatEvent($0, $1) }, from: { ($0.id, $0.event) }) {
        Feedback.sideEffect(on: \.count) { counts($0) }
        Reducer { seat, event in
          switch event {
          case .rename(let id): seat.id = id
          case .add: seat.count += 1
          }
        }
      }
    }
  }

  @Test(.promises("22.5"), arguments: RuntimeUnderTest.all)
  func aPartThatLeavesItsIDToAnotherLivesByItsNewOne(_ runtime: RuntimeUnderTest) async {
    let counts = Transcript<Int>()
    let running = Self.seats([Seat(id: 1), Seat(id: 1, count: 10)], counts).start(on: runtime)
    running.emit(SeatEvent(1, .rename(9)))
    running.emit(SeatEvent(9, .add))
    running.emit(SeatEvent(1, .add))
    await running.idle()
    #expect(running.state == [Seat(id: 9, count: 1), Seat(id: 1, count: 11)])
    #expect(counts.entries == [0, 0, 10, 1, 11])
  }

  @Test(.promises("22.5"), arguments: RuntimeUnderTest.all)
  func aPartThatTakesTheIDOfOneBehindItBeginsTheLifeOfThatID(_ runtime: RuntimeUnderTest) async {
    let counts = Transcript<Int>()
    let running = Self.seats([Seat(id: 1, count: 5), Seat(id: 2)], counts).start(on: runtime)
    running.emit(SeatEvent(1, .rename(2)))
    running.emit(SeatEvent(2, .add))
    await running.idle()
    #expect(running.state == [Seat(id: 2, count: 6), Seat(id: 2)])
    #expect(counts.entries == [5, 0, 5, 6])
  }

  /// The first with an id counts, so the part has no life any more.
  @Test(.promises("15.7"), arguments: RuntimeUnderTest.all)
  func aPartThatTakesTheIDOfOneBeforeItHasNoLife(_ runtime: RuntimeUnderTest) async {
    let counts = Transcript<Int>()
    let running = Self.seats([Seat(id: 1), Seat(id: 2, count: 5)], counts).start(on: runtime)
    running.emit(SeatEvent(2, .rename(1)))
    running.emit(SeatEvent(1, .add))
    running.emit(SeatEvent(2, .add))
    await running.idle()
    #expect(running.state == [Seat(id: 1, count: 1), Seat(id: 1, count: 5)])
    #expect(counts.entries == [0, 5, 1])
  }
}

/// A whole with three kinds of collections, whose ids are numbers.
private struct Measures: Equatable, Sendable {
  struct Reading: Identifiable, Equatable, Sendable {
    var id: Double
    var count = 0
  }

  var list = [Reading(id: .nan), Reading(id: 2)]
  var table: [Double: Int] = [.nan: 0, 2: 0]
  var children = Children<Double, Int>([(.nan, 0), (2, 0)])
}

/// Ids that do not equal themselves.
extension Conformance {
  /// It cannot be found again, so nothing could end its life.
  @Test(arguments: RuntimeUnderTest.all)
  func aPartWhoseIDDoesNotEqualItselfHasNoLife(_ runtime: RuntimeUnderTest) async {
    let begun = Transcript<String>()
    @Sendable func part<Part: Equatable & Sendable>(
      _ name: String, _ initial: Part
    ) -> Spin<Part, Int> {
      Spin<Part, Int>(initialState: initial) {
        Feedback.source {
          begun(name)
          return .none
        }
        Reducer { _, _ in }
      }
    }
    let spin = Spin<Measures, Int>(initialState: Measures()) {
      Scope(forEach: \.list, event: { _, event in event }, from: { _ in nil }) {
        part("list", Measures.Reading(id: 0))
      }
      Scope(forEach: \.table, event: { _, event in event }, from: { _ in nil }) {
        part("table", 0)
      }
      Scope(forEach: \.children, event: { _, event in event }, from: { _ in nil }) {
        part("children", 0)
      }
      Reducer { measures, number in
        for index in measures.list.indices { measures.list[index].count = number }
        measures.table = [.nan: number, 2: number]
        measures.children = Children([(.nan, number), (2, number)])
      }
    }
    let running = spin.start(on: runtime)
    for number in 1...5 { running.emit(number) }
    await running.idle()
    #expect(begun.entries == ["list", "table", "children"])
  }
}
