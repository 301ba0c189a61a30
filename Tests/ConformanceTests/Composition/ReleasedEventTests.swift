import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A `deinit` in an event of a part runs under no lock, as that in an event of the whole does; and so does
/// one in a part of which the engine has the last copy.
extension Conformance {
  /// How a scope finds the part.
  enum BoxPlace: CaseIterable {
    case property, closure, optional, array, nested
  }

  /// Reads the state when it goes.
  private final class Reading: Equatable, Sendable {
    private let read: @Sendable () -> Void

    init(_ read: @escaping @Sendable () -> Void) {
      self.read = read
    }

    deinit {
      read()
    }

    static func == (left: Reading, right: Reading) -> Bool { left === right }
  }

  private struct Box: Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
    var content: Reading?
  }

  private enum BoxEvent: Sendable {
    case add(Reading)
  }

  private struct Crate: Equatable, Sendable {
    var box: Box? = Box()
  }

  private struct Shelf: Equatable, Sendable {
    var only = Box()
    var open: Box? = Box()
    var boxes = [Box()]
    var crate = Crate()
    var noise = 0
  }

  private enum ShelfEvent: Sendable {
    case box(BoxEvent)
    case boxes(Int, BoxEvent)
    case noise
    /// The whole changes the part.
    case fill(Reading)
    /// The parts leave that can leave.
    case clear

    var box: BoxEvent? { if case .box(let event) = self { event } else { nil } }
    var boxes: (Int, BoxEvent)? {
      if case .boxes(let id, let event) = self { (id, event) } else { nil }
    }
  }

  private static func shelf(_ place: BoxPlace, keepsPrevious: Bool) -> Spin<Shelf, ShelfEvent> {
    let box = Spin<Box, BoxEvent>(initialState: Box()) {
      if keepsPrevious { Feedback.transitions(keepingPrevious: true) { _ in .none } }
      Reducer { box, _ in box.count += 1 }
    }
    let crate = Spin<Crate, BoxEvent>(initialState: Crate()) {
      Scope(state: \.box, event: { $0 }, from: { $0 }) { box }
    }
    return Spin<Shelf, ShelfEvent>(initialState: Shelf()) {
      switch place {
      case .property: Scope(state: \.only, event: ShelfEvent.box, from: \.box) { box }
      case .closure:
        Scope(
          modify: { (shelf: inout Shelf, change: (inout Box) -> Void) in change(&shelf.only) },
          event: ShelfEvent.box, from: \.box
        ) { box }
      case .optional: Scope(state: \.open, event: ShelfEvent.box, from: \.box) { box }
      case .array: Scope(forEach: \.boxes, event: ShelfEvent.boxes, from: \.boxes) { box }
      case .nested: Scope(state: \.crate, event: ShelfEvent.box, from: \.box) { crate }
      }
      Reducer { shelf, event in
        switch event {
        case .box, .boxes: break
        case .noise: shelf.noise += 1
        case .fill(let content):
          shelf.only.content = content
          shelf.open?.content = content
          if !shelf.boxes.isEmpty { shelf.boxes[0].content = content }
          shelf.crate.box?.content = content
        case .clear: (shelf.open, shelf.boxes, shelf.crate.box) = (nil, [], nil)
        }
      }
    }
  }

  @Test(.promises("22.1"), arguments: RuntimeUnderTest.all, BoxPlace.allCases)
  func theDeinitOfAnEventOfAPartMayReadTheState(
    _ runtime: RuntimeUnderTest, _ place: BoxPlace
  ) async throws {
    for keepsPrevious in [false, true] {
      let handle = Handle<Shelf, ShelfEvent>()
      let reads = Transcript<Int>()
      let running = Self.shelf(place, keepsPrevious: keepsPrevious)
        .start(on: runtime(), handle: handle)
      for _ in 0..<5 {
        let event = BoxEvent.add(Reading { if let now = handle.value { reads(now.state.noise) } })
        running.emit(place == .array ? .boxes(0, event) : .box(event))
      }
      for event in [ShelfEvent.noise, .clear, .noise] { running.emit(event) }
      try await running.settled()
      // A part that is still there keeps its newest event, and the one before if a feedback needs that.
      let kept = place == .property || place == .closure ? keepsPrevious ? 2 : 1 : 0
      #expect(reads.entries.count == 5 - kept, "\(keepsPrevious)")
      await running.end()
      handle.set(nil)
    }
  }

  @Test(.promises("22.1"), arguments: RuntimeUnderTest.all, BoxPlace.allCases)
  func theDeinitInThePartThatTheWholeHasChangedMayReadTheState(
    _ runtime: RuntimeUnderTest, _ place: BoxPlace
  ) async throws {
    let handle = Handle<Shelf, ShelfEvent>()
    let reads = Transcript<Int>()
    let running = Self.shelf(place, keepsPrevious: false).start(on: runtime(), handle: handle)
    for _ in 0..<5 {
      running.emit(.fill(Reading { if let now = handle.value { reads(now.state.noise) } }))
      running.emit(.noise)
    }
    try await running.settled()
    #expect(reads.entries == [1, 2, 3, 4])
    await running.end()
    handle.set(nil)
  }
}
