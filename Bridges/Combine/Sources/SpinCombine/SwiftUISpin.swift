public import SpinAsync
internal import SpinCallbacks
public import SpinCore

#if canImport(Combine)
  public import Combine
#else
  public import OpenCombine
#endif
#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// A spin for views that observe by Combine: an `ObservableObject`, which `@ObservedObject`, `@StateObject` and
/// `@EnvironmentObject` take.
///
/// ```swift
/// @ObservedObject
/// var uiSpin: SwiftUISpin<State, Event> = {
///   // previously defined or injected: counterSpin is the Spin that handles our counter business
///   let spin = SwiftUISpin(spin: counterSpin)
///   spin.start()
///   return spin
/// }()
/// ```
///
/// Each new state redraws every view that observes the object. With ``/SpinAsync/ObservableSpin``, which uses Swift's
/// Observation, only those views that have read a value that changed are drawn again: prefer it where a view need not
/// be an observer of Combine.
///
/// *Isolation*: the main actor. The loop runs there by default. On another runtime, ``state`` follows shortly after
/// the step, and leaves out states if several wait for the main actor.
///
/// *Cancellation*: when the last reference to the object is released, the loop stops.
@MainActor
public final class SwiftUISpin<State: Sendable, Event: Sendable>: ObservableObject {
  /// The newest state; the initial one until the loop has started.
  ///
  /// `objectWillChange` sends before it changes.
  @Published public private(set) var state: State

  private let begin: @MainActor () -> RunningSpin<State, Event>
  private var running: RunningSpin<State, Event>?
  private var token: ObservationToken?
  /// The events that were emitted before the start.
  private var early: [(RunningSpin<State, Event>) -> Void] = []

  /// Creates the object, whose loop ``start()`` starts.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - runtime: The runtime that executes the loop; the main actor by default.
  ///   - options: The settings of the run.
  public init(
    spin: Spin<State, Event>, on runtime: any SpinRuntime = .mainActor,
    options: RunOptions<State, Event> = RunOptions()
  ) {
    state = options.initialState ?? spin.initialState
    begin = { spin.start(on: runtime, options: options) }
  }

  /// Starts the loop.
  ///
  /// The events that were emitted before come first, in order. Calling it again has no effect.
  public func start() {
    if running != nil { return }
    let running = begin()
    self.running = running
    token = running.observe(on: .mainActor) { [weak self] state in self?.state = state }
    for emit in early { emit(running) }
    early = []
  }

  /// Emits an event.
  ///
  /// If the loop runs on the main actor, ``state`` is the new one when this returns, except inside a closure of
  /// the spin.
  ///
  /// - Parameters:
  ///   - event: The event. Before ``start()``, it waits.
  ///   - fileID: The file of the call, for a `Monitor`.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  public func emit(
    _ event: Event, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    let emit = { (running: RunningSpin<State, Event>) -> Void in
      running.emit(event, fileID: fileID, line: line, function: function)
    }
    if let running { emit(running) } else { early.append(emit) }
  }

  /// The two directions of a binding.
  package func accessors<Value>(
    for keyPath: KeyPath<State, Value>, event: @escaping @MainActor (Value) -> Event,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (get: @MainActor () -> Value, set: @MainActor (Value) -> Void) {
    (
      { self.state[keyPath: keyPath] },
      { self.emit(event($0), fileID: fileID, line: line, function: function) }
    )
  }

  #if canImport(SwiftUI)
    /// Makes a binding whose value comes from the state, and whose changes are events.
    ///
    /// The binding keeps this object alive.
    ///
    /// - Parameters:
    ///   - keyPath: Selects the value.
    ///   - event: Makes the event of a new value.
    ///   - fileID: The file that makes the binding, for a `Monitor`.
    ///   - line: The line that makes the binding.
    ///   - function: The function that makes the binding.
    /// - Returns: The binding.
    public func binding<Value>(
      for keyPath: KeyPath<State, Value>, event: @escaping @MainActor (Value) -> Event,
      fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) -> Binding<Value> {
      let (get, set) = accessors(
        for: keyPath, event: event, fileID: fileID, line: line, function: function)
      return Binding(get: get, set: set)
    }

    /// Makes a binding whose value comes from the state, and whose changes are all the same event.
    ///
    /// The new value itself is not used. The binding keeps this object alive.
    ///
    /// - Parameters:
    ///   - keyPath: Selects the value.
    ///   - event: The event of each change.
    ///   - fileID: The file that makes the binding, for a `Monitor`.
    ///   - line: The line that makes the binding.
    ///   - function: The function that makes the binding.
    /// - Returns: The binding.
    public func binding<Value>(
      for keyPath: KeyPath<State, Value>, event: Event, fileID: StaticString = #fileID,
      line: UInt = #line, function: StaticString = #function
    ) -> Binding<Value> {
      binding(
        for: keyPath, event: { _ in event }, fileID: fileID, line: line, function: function)
    }
  #endif
}
