import SpinAsync
import SpinCallbacks
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

  @Test(arguments: RuntimeUnderTest.all)
  func aPartThatLeavesItsIDToAnotherLivesByItsNewOne(_ runtime: RuntimeUnderTest) async {
    let counts = Transcript<Int>()
    let running = Self.seats([Seat(id: 1), Seat(id: 1, count: 10)], counts).start(on: runtime())
    running.emit(SeatEvent(1, .rename(9)))
    running.emit(SeatEvent(9, .add))
    running.emit(SeatEvent(1, .add))
    await running.idle()
    #expect(running.state == [Seat(id: 9, count: 1), Seat(id: 1, count: 11)])
    #expect(counts.entries == [0, 0, 10, 1, 11])
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aPartThatTakesTheIDOfOneBehindItBeginsTheLifeOfThatID(_ runtime: RuntimeUnderTest) async {
    let counts = Transcript<Int>()
    let running = Self.seats([Seat(id: 1, count: 5), Seat(id: 2)], counts).start(on: runtime())
    running.emit(SeatEvent(1, .rename(2)))
    running.emit(SeatEvent(2, .add))
    await running.idle()
    #expect(running.state == [Seat(id: 2, count: 6), Seat(id: 2)])
    #expect(counts.entries == [5, 0, 5, 6])
    await running.end()
  }

  /// The first with an id counts, so the part has no life any more.
  @Test(arguments: RuntimeUnderTest.all)
  func aPartThatTakesTheIDOfOneBeforeItHasNoLife(_ runtime: RuntimeUnderTest) async {
    let counts = Transcript<Int>()
    let running = Self.seats([Seat(id: 1), Seat(id: 2, count: 5)], counts).start(on: runtime())
    running.emit(SeatEvent(2, .rename(1)))
    running.emit(SeatEvent(1, .add))
    running.emit(SeatEvent(2, .add))
    await running.idle()
    #expect(running.state == [Seat(id: 1, count: 1), Seat(id: 1, count: 5)])
    #expect(counts.entries == [0, 5, 1])
    await running.end()
  }
}
