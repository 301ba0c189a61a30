import SpinAsync
import SpinCallbacks
import Testing

@testable import SpinCombine

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif
#if canImport(SwiftUI)
  import SwiftUI
#else
  // What the lines of the article take from SwiftUI, as far as they need it.

  struct Binding<Value> {
    let get: @MainActor () -> Value
    let set: @MainActor (Value) -> Void
  }

  @propertyWrapper struct ObservedObject<Observed: ObservableObject> {
    let wrappedValue: Observed
  }

  struct Text {
    let text: String
    init(_ text: String) { self.text = text }
  }

  struct Button {
    let action: @MainActor () -> Void
    let label: Text
    init(action: @escaping @MainActor () -> Void, label: () -> Text) {
      (self.action, self.label) = (action, label())
    }
  }

  struct Toggle {
    let isOn: Binding<Bool>
    init(isOn: Binding<Bool>, label: () -> Text) { self.isOn = isOn }
  }

  extension SwiftUISpin {
    func binding<Value>(for keyPath: KeyPath<State, Value>, event: Event) -> Binding<Value> {
      let (get, set) = accessors(for: keyPath, event: { _ in event })
      return Binding(get: get, set: set)
    }
  }
#endif

/// The rules of the article's counter.
private enum Counting {
  struct State: Equatable, Sendable {
    var isCounterPaused = true
    var isPaused = false
  }

  enum Event: Equatable, Sendable {
    case startCounter
    case toggle
  }
}

private let counterSpin = Spin<Counting.State, Counting.Event>(initialState: Counting.State()) {
  Reducer { state, event in
    switch event {
    case .startCounter: state.isCounterPaused = false
    case .toggle: state.isPaused.toggle()
    }
  }
}

/// The view of the article, each line as it stands there.
@MainActor
private struct CounterView {
  typealias State = Counting.State
  typealias Event = Counting.Event

  // snippet.observed
  @ObservedObject
  var uiSpin: SwiftUISpin<State, Event> = {
    // previously defined or injected: counterSpin is the Spin that handles our counter business
    let spin = SwiftUISpin(spin: counterSpin)
    spin.start()
    return spin
  }()
  // snippet.end

  var button: Button {
    Button(action: {
      self.uiSpin.emit(Event.startCounter)
    }) {
      Text("\(self.uiSpin.state.isCounterPaused ? "Start" : "Stop")")
    }
  }

  var toggle: Toggle {
    // snippet.binding
    Toggle(isOn: self.uiSpin.binding(for: \.isPaused, event: .toggle)) {
      Text("toggle")
    }
    // snippet.end
  }
}

@MainActor
struct SwiftUITests {
  #if !canImport(SwiftUI)
    @Test func theViewOfTheArticleShowsWhatItsControlsChange() {
      let view = CounterView()
      var changes = 0
      let subscription = view.uiSpin.objectWillChange.sink { changes += 1 }
      #expect(view.button.label.text == "Start")
      view.button.action()
      #expect(view.button.label.text == "Stop")
      #expect(!view.toggle.isOn.get())
      view.toggle.isOn.set(true)
      #expect(view.toggle.isOn.get())
      view.toggle.isOn.set(true)
      #expect(!view.toggle.isOn.get())
      // Also the initial state, with which the loop begins.
      #expect(changes == 4)
      subscription.cancel()
    }
  #endif

  @Test func theChangeIsToldBeforeTheStateHasChanged() {
    let uiSpin = SwiftUISpin(spin: counterSpin)
    uiSpin.start()
    uiSpin.emit(.toggle)
    var seen: [Bool] = []
    let subscription = uiSpin.objectWillChange.sink { seen.append(uiSpin.state.isPaused) }
    uiSpin.emit(.toggle)
    uiSpin.emit(.toggle)
    #expect(seen == [true, false])
    #expect(uiSpin.state.isPaused)
    subscription.cancel()
  }

  @Test func whatIsEmittedBeforeTheStartWaitsForIt() async {
    let met = Gate()
    let uiSpin = SwiftUISpin(spin: counterSpin)
    uiSpin.emit(.toggle)
    uiSpin.emit(.startCounter)
    #expect(uiSpin.state == Counting.State())
    uiSpin.start()
    uiSpin.start()
    let subscription = uiSpin.objectWillChange.sink { Task { met.open() } }
    uiSpin.emit(.toggle)
    await met.wait()
    #expect(uiSpin.state == Counting.State(isCounterPaused: false, isPaused: false))
    subscription.cancel()
  }

  @Test(arguments: 0..<runtimes.count)
  func itFollowsALoopThatRunsElsewhere(_ index: Int) async {
    let changed = Gate()
    let uiSpin = SwiftUISpin(spin: counterSpin, on: runtimes[index])
    uiSpin.start()
    let subscription = uiSpin.objectWillChange.sink {
      // It changes when this returns.
      Task { if uiSpin.state.isPaused { changed.open() } }
    }
    uiSpin.emit(.toggle)
    await changed.wait()
    #expect(uiSpin.state.isPaused)
    subscription.cancel()
  }

  @Test func theLoopStopsWhenTheObjectGoes() async {
    let ended = Gate()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .subscription { _ in Cancellation { ended.open() } } }
      Reducer { $0 += $1 }
    }
    var uiSpin: SwiftUISpin? = SwiftUISpin(spin: spin)
    uiSpin?.start()
    uiSpin?.emit(1)
    #expect(uiSpin?.state == 1)
    uiSpin = nil
    await ended.wait()
  }
}
