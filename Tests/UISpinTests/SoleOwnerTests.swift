import SpinAsync
import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

@testable import SpinTTY

/// A screen keeps no second copy of the state longer than the drawing of its frame, so that the
/// reducer changes large values in place.
@Suite struct SoleOwnerTests {
  /// Rows that count how often they were copied because somebody else held them.
  struct Rows: Sendable {
    private final class Storage: Sendable {
      let values: Guarded<[Int]>
      init(_ values: [Int]) { self.values = Guarded(values) }
    }

    private var storage = Storage([0])
    private(set) var copies = 0

    var count: Int { storage.values.withLock { $0.count } }

    mutating func append() {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage(storage.values.withLock { $0 })
        copies += 1
      }
      storage.values.withLock { $0.append($0.count) }
    }
  }

  struct State: Sendable {
    var rows = Rows()
    var focus = Focus(Area.rows)
    var isAsking = true
  }

  enum Area: Hashable, Sendable { case rows, other }

  enum Event: Sendable { case append, focus(Focus<Area>.Action) }

  static let spin = Spin<State, Event>(initialState: State()) {
    Reducer { state, event in
      switch event {
      case .append: state.rows.append()
      case .focus(let action): state.focus.reduce(action)
      }
    }
  }

  private static var keys: Keys<State, Event> {
    Keys {
      Key("+", help: "more", when: { $0.rows.count < 1_000 }, .append)
      Click(Area.rows, .append)
      Control.focus { .focus($0) }
      Key.help("?")
      Key.palette("p")
    }
  }

  /// The ways to show rows.
  enum Shape: String, CaseIterable, Sendable {
    case whole, part, layers, owner, inline
  }

  private final class Owner: Sendable {
    @Sendable func view(_ state: State, _ screen: Screen) -> any View {
      Text("\(state.rows.count) rows").id(Area.rows)
    }
  }

  @ViewBuilder private static func view(_ state: State, _ screen: Screen) -> ViewList {
    // The view closes over the state, which its frame map and its clicks do not.
    EnvironmentReader { _ in Text("\(state.rows.count) rows") }.id(Area.rows)
    Button("more", id: Area.other)
    Help()
  }

  private static func ui(_ shape: Shape, _ owner: Owner) -> UISpin<State, Event> {
    switch shape {
    case .whole: return UISpin(spin, focus: \.focus, render: view, keys: { keys })
    case .inline:
      return UISpin(spin, options: .inline, focus: \.focus, render: view, keys: { keys })
    case .part:
      return UISpin(
        spin, showing: \.rows.count, render: { count, _ in Text("\(count) rows") }, keys: { keys })
    case .owner:
      let ui = UISpin(spin: spin) { keys }
      ui.render(on: owner, using: Owner.view)
      return ui
    case .layers:
      return UISpin(
        spin, focus: \.focus, theme: { _ in .standard }, render: view, keys: { keys },
        layers: {
          Layer(when: \.isAsking, catches: .itsOwn) { state, _ in
            EnvironmentReader { _ in Text("\(state.rows.count)?") }
          }
        })
    }
  }

  @Test(arguments: RuntimeUnderTest.all, Shape.allCases)
  func rowsAreAppendedInPlaceBetweenFrames(_ runtime: RuntimeUnderTest, _ shape: Shape) async {
    let owner = Owner()
    let ui = Self.ui(shape, owner)
    let rehearsal = ui.rehearse(on: runtime(), columns: 40, rows: 8)
    for round in 1...12 {
      switch round % 4 {
      case 0: rehearsal.input("+".utf8)
      case 1: rehearsal.emit(.append)
      // A key whose region no frame shows yet, so that the view of the current state is asked.
      case 2: rehearsal.input("\t+".utf8)
      default:
        ui.emit(.append)
        rehearsal.resize(columns: 40, rows: 8 + round % 3)
      }
      await rehearsal.idle()
      #expect(rehearsal.frame().isEmpty == false)
      #expect(ui.state.rows.count == round + 1)
    }
    // The first change copies the rows of the definition, from which another run may start.
    #expect(ui.state.rows.copies == 1)
    withExtendedLifetime(owner) {}
  }

  @Test(arguments: RuntimeUnderTest.all)
  func framesThatAreOnlyComparedKeepNothing(_ runtime: RuntimeUnderTest) async {
    let ui = UISpin(Self.spin, showing: \.isAsking) { isAsking, _ in Text("\(isAsking)") }
    let rehearsal = ui.rehearse(on: runtime(), columns: 40, rows: 8)
    await rehearsal.idle()
    _ = rehearsal.frame()
    for _ in 1...5 {
      rehearsal.emit(.append)
      await rehearsal.idle()
      #expect(rehearsal.frame().isEmpty)
    }
    #expect(ui.state.rows.copies == 1)
  }

  /// Each frame as text is drawn inside the step.
  @Test func framesAsTextKeepNothing() {
    let ui = UISpin(Self.spin, render: Self.view, keys: { Self.keys })
    let printer = FramePrinter<State, Event>(
      ui.views.makeRunRenderer, Size(columns: 40, rows: 8), ui.stack,
      ViewEnvironment(), ManualScheduler(), noting: nil)
    var state = State()
    for _ in 1...5 {
      state.rows.append()
      #expect(printer.frame(of: ShownState(state, ui.stack.extras(for: state))) != nil)
    }
    #expect(state.rows.copies == 0)
  }

  /// A frame that is drawn while the loop goes on costs one copy, and no more.
  @Test func aCopyThatTheLoopLeavesIsGoneAfterItsFrame() async {
    let (began, isFree) = (Gate(), Gate())
    let spin = Spin<State, Int>(initialState: State()) {
      Reducer { state, event in
        state.rows.append()
        if event == 1 {
          began.open()
          isFree.waitBlocking()
        }
      }
    }
    let ui = UISpin(spin) { state, _ in Text("\(state.rows.count)") }
    let rehearsal = ui.rehearse(on: .callbacks)
    rehearsal.emit(1)
    await began.wait()
    #expect(rehearsal.frame() == [], "The state cannot be read.")
    isFree.open()
    await rehearsal.idle()
    #expect(rehearsal.frame().isEmpty == false)
    for _ in 1...5 {
      rehearsal.emit(0)
      await rehearsal.idle()
      #expect(rehearsal.frame().isEmpty == false)
    }
    #expect(ui.state.rows.copies == 1)
  }
}
