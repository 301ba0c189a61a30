import SpinChildren
import SpinCore
import Testing

@Suite struct ScopedReducerTests {
  private struct Part: Identifiable, Equatable, Sendable {
    var id = 0
    var numbers: [Int] = []
  }

  private enum Page: Equatable, Sendable {
    case none
    case part(Part)
  }

  private struct Whole: Equatable, Sendable {
    var plain = Part()
    var optional: Part?
    var page = Page.none
    var array: [Part] = []
    var dictionary: [Int: Part] = [:]
    var children = Children<Int, Part>()
  }

  private enum Place { case plain, optional, page, array, dictionary, children }

  /// An event: where it belongs, the id and the number.
  private typealias Event = (place: Place, id: Int, number: Int)

  private let part = Reducer<Part, Int> { part, number in part.numbers.append(number) }

  private var whole: Reducer<Whole, Event> {
    let one = { (place: Place) in
      { @Sendable (event: Event) -> Int? in event.place == place ? event.number : nil }
    }
    let each = { (place: Place) in
      { @Sendable (event: Event) -> (Int, Int)? in
        event.place == place ? (event.id, event.number) : nil
      }
    }
    return part.scoped(state: \.plain, from: one(.plain))
      .then(part.scoped(state: \.optional, from: one(.optional)))
      .then(
        part.scoped(
          modify: { (whole: inout Whole, change: (inout Part) -> Void) in
            guard case .part(var part) = whole.page else { return }
            change(&part)
            whole.page = .part(part)
          }, from: one(.page))
      )
      .then(part.scoped(forEach: \.array, from: each(.array)))
      .then(part.scoped(forEach: \.dictionary, from: each(.dictionary)))
      .then(part.scoped(forEach: \.children, from: each(.children)))
  }

  private func reduced(_ start: Whole, _ events: Event...) -> Whole {
    var state = start
    for event in events { whole.reduce(&state, event) }
    return state
  }

  @Test func anEventOfAPartIsReducedIntoThisPartOnly() {
    let (one, two) = (Part(id: 1), Part(id: 2))
    let start = Whole(
      optional: one, page: .part(one), array: [one, two, one], dictionary: [1: one, 2: two],
      children: [one, two])
    let changed = reduced(
      start, (.plain, 9, 10), (.optional, 9, 20), (.page, 9, 30), (.array, 1, 40),
      (.dictionary, 2, 50), (.children, 2, 60))
    let expected = Whole(
      plain: Part(numbers: [10]), optional: Part(id: 1, numbers: [20]),
      page: .part(Part(id: 1, numbers: [30])), array: [Part(id: 1, numbers: [40]), two, one],
      dictionary: [1: one, 2: Part(id: 2, numbers: [50])],
      children: [one, Part(id: 2, numbers: [60])])
    #expect(changed == expected)
  }

  @Test func anEventOfAPartThatIsNotThereChangesNothing() {
    let events: [Event] = [
      (.optional, 0, 1), (.page, 0, 1), (.array, 0, 1), (.dictionary, 0, 1), (.children, 0, 1),
    ]
    for event in events { #expect(reduced(Whole(), event) == Whole()) }
  }

  @Test func aPartChangesWhereItIs() {
    var large = Part(id: 1)
    large.numbers.reserveCapacity(1_000)
    var state = Whole(
      plain: large, optional: large, array: [large], dictionary: [1: large], children: [large])
    // Each of them has a buffer of its own after its first event.
    let places: [(Place, (Whole) -> Part?)] = [
      (.plain, { $0.plain }), (.optional, { $0.optional }), (.array, { $0.array.first }),
      (.dictionary, { $0.dictionary[1] }), (.children, { $0.children[id: 1] }),
    ]
    let whole = whole
    for (place, part) in places {
      var addresses: Set<Int> = []
      for number in 0..<500 {
        whole.reduce(&state, (place, 1, number))
        part(state)?.numbers.withUnsafeBufferPointer { buffer in
          if number > 400 { _ = addresses.insert(Int(bitPattern: buffer.baseAddress)) }
        }
      }
      #expect(addresses.count == 1, "\(place)")
    }
  }
}
