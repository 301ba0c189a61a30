public import Observation
public import SpinCore
internal import Synchronization

#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// A running spin for code that observes it with Swift's Observation, such as views of SwiftUI.
///
/// ```swift
/// import SwiftUI
///
/// struct CounterView: View {
///   let counter: ObservableSpin<Counter, Event>
///   var body: some View {
///     Text("\(counter.count)")
///     Button("more") { counter.emit(.increase) }
///     TextField("name", text: counter.binding(get: \.name, event: Event.named))
///   }
/// }
/// ```
///
/// The members of the state are members of this object: `counter.count` is the `count` of the newest state.
/// Code that has read a value is invalidated when that value has changed. A value that is `Equatable` has
/// changed when the newer value does not equal it. Any other value, and a value that does not equal itself,
/// such as NaN, counts as changed with each transition and, on other runtimes than the main actor's, perhaps
/// once before. Other values of the state invalidate nobody. A value that changes back before the main actor
/// looks has not changed.
///
/// ``init(_:on:options:)`` starts the loop. SwiftUI makes the default values of a view's properties
/// again and again, so make the object elsewhere, such as in the `App`.
///
/// It keeps the handle of its loop, a ``/SpinCore/RunningSpin``: when the last reference to the object
/// is released, and nobody else has its ``running`` spin, the loop stops.
///
/// *Isolation*: the main actor. The loop runs on its own runtime, which is the main actor's by
/// default. On other runtimes, each read sees the newest state, and those who have read are
/// invalidated by a task of the main actor shortly after the step.
///
/// *Cost*: from the reading of a value to its next change, each transition compares the value once,
/// and copies the state for that. While nobody has read a value, transitions cost nothing.
///
/// In a module whose declarations belong to the main actor by default, mark the types of the state
/// and of the event `nonisolated`, because the loop uses them wherever it runs.
@MainActor @dynamicMemberLookup
public final class ObservableSpin<State: Sendable, Event: Sendable>: Observable {
  /// The handle of the loop, for all that a running spin can do.
  public nonisolated let running: RunningSpin<State, Event>

  /// The values that somebody has read and that have not changed since, by key path.
  private var readings: [PartialKeyPath<State>: Reading<State>] = [:]
  /// The place of the next reading in their order.
  private var nextOrder = 0
  /// The membership among the loop's observers, from the first reading to the first transition without
  /// readings.
  private var membership: Membership?

  private struct Membership {
    let entry: ObserverEntry
    let watch: TransitionWatch
  }

  /// Starts a spin.
  ///
  /// - Parameters:
  ///   - spin: The definition.
  ///   - runtime: The runtime that executes the loop; the main actor by default.
  ///   - options: The settings of the run.
  public convenience init(
    _ spin: Spin<State, Event>, on runtime: some SpinRuntime = .mainActor,
    options: RunOptions<State, Event> = RunOptions()
  ) {
    self.init(spin.start(on: runtime, options: options))
  }

  /// Makes a running spin observable, and keeps its handle.
  ///
  /// Several objects may observe one loop.
  ///
  /// - Parameter running: The handle.
  public init(_ running: RunningSpin<State, Event>) {
    self.running = running
  }

  deinit {
    if let membership { running.loop.leave(membership.entry) }
  }

  /// The newest state.
  ///
  /// Code that has read it is invalidated when the state has changed.
  ///
  /// - Precondition: Not read inside a reducer.
  public var state: State { self[dynamicMember: \.self] }

  /// A value of the newest state.
  ///
  /// - Precondition: Not read inside a reducer.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    while true {
      let watch = observe()
      let number = watch.newest
      let value = running.state[keyPath: keyPath]
      if let reading = readings[keyPath], reading.hasEnded(by: value, watch) {
        // Those who are invalidated may emit and read, so the value may be old when they return.
        end([(keyPath, reading)])
        continue
      }
      let reading =
        readings[keyPath] ?? Reading(of: keyPath, value, at: number, order: nextOrder)
      readings[keyPath] = reading
      nextOrder += 1
      reading.mark.noteAccess()
      return value
    }
  }

  /// Emits an event.
  ///
  /// On a runtime that makes steps at once, such as that of the caller's thread, the state has
  /// changed, and those who have read it are invalidated, when this returns.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - fileID: The file of the call, for a `Monitor`.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  /// - Returns: Whether the mailbox took the event.
  @discardableResult
  public func emit(
    _ event: Event, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> EmitResult {
    emit(event, at: CodeSite(fileID, line, function))
  }

  /// Emits an event without noting the call, for passing the method as a function.
  @_disfavoredOverload
  @discardableResult
  public func emit(_ event: Event) -> EmitResult { emit(event, at: .unknown) }

  private func emit(_ event: Event, at site: CodeSite) -> EmitResult {
    // Inside a reducer, whose state cannot be read, the event waits, and the observer looks after its step.
    defer { if ThreadFrame.reducingLoop == nil { look() } }
    return running.emit(event, at: site)
  }

  /// The two directions of a binding that is made at a place.
  package func accessors<Value>(
    get keyPath: KeyPath<State, Value>, event: @escaping @MainActor (Value) -> Event,
    at site: CodeSite = .unknown
  ) -> (get: @MainActor () -> Value, set: @MainActor (Value) -> Void) {
    ({ self[dynamicMember: keyPath] }, { _ = self.emit(event($0), at: site) })
  }

  /// The same with one event for all new values.
  package func accessors<Value>(
    for keyPath: KeyPath<State, Value>, event: Event, at site: CodeSite = .unknown
  ) -> (get: @MainActor () -> Value, set: @MainActor (Value) -> Void) {
    accessors(get: keyPath, event: { _ in event }, at: site)
  }

  #if canImport(SwiftUI)
    /// Makes a binding whose value comes from the state, and whose changes are events.
    ///
    /// ``ObservableSpin`` has an example. The binding keeps this object alive.
    ///
    /// - Parameters:
    ///   - keyPath: Selects the value.
    ///   - event: Makes the event of a new value.
    ///   - fileID: The file that makes the binding, for a `Monitor`.
    ///   - line: The line that makes the binding.
    ///   - function: The function that makes the binding.
    /// - Returns: The binding.
    public func binding<Value>(
      get keyPath: KeyPath<State, Value>, event: @escaping @MainActor (Value) -> Event,
      fileID: StaticString = #fileID, line: UInt = #line,
      function: StaticString = #function
    ) -> Binding<Value> {
      let (get, set) = accessors(get: keyPath, event: event, at: CodeSite(fileID, line, function))
      return Binding(get: get, set: set)
    }

    /// Makes a binding whose value comes from the state, and whose changes are all the same event.
    ///
    /// `Toggle("paused", isOn: counter.binding(for: \.isPaused, event: .toggle))` emits `toggle` for each
    /// change. The new value itself is not used. The binding keeps this object alive.
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
      let (get, set) = accessors(for: keyPath, event: event, at: CodeSite(fileID, line, function))
      return Binding(get: get, set: set)
    }
  #endif

  // MARK: Changes

  /// Whether the object is among the observers of the loop.
  package var isObserving: Bool { membership != nil }

  /// Joins the observers of the loop.
  private func observe() -> TransitionWatch {
    if let membership { return membership.watch }
    let watch = TransitionWatch(isAtHome: running.isolation == .mainActor) { [weak self] in
      self?.look()
    }
    let entry = ObserverEntry(Observer<State, Event> { watch.note($0.number) })
    membership = Membership(entry: entry, watch: watch)
    running.loop.join(entry)
    return watch
  }

  /// Compares the values that were read with the newest state.
  private func look() {
    guard let membership else { return }
    if readings.isEmpty {
      running.loop.leave(membership.entry)
      self.membership = nil
      return
    }
    let state = running.state
    let ended = readings.filter { $0.value.hasEnded(in: state, membership.watch) }
    end(ended.sorted { $0.value.order < $1.value.order })
  }

  /// Ends readings, and then invalidates those who have read.
  private func end(_ readings: [(key: PartialKeyPath<State>, value: Reading<State>)]) {
    for reading in readings { self.readings[reading.key] = nil }
    for reading in readings { reading.value.mark.noteChange() }
  }
}

/// A value that somebody has read.
@MainActor
private struct Reading<State> {
  let mark = ReadingMark()
  let order: Int
  /// The number of the newest transition that the main actor knew of.
  private let number: Int
  private let select: (State) -> Any
  /// Compares a value with the one that was read; `nil` if that is not `Equatable`, or does not equal itself.
  ///
  /// If a value such as NaN were compared, each reading would end the one before, and two readers would
  /// invalidate each other without end.
  private let equals: ((Any) -> Bool)?

  init<Value>(of keyPath: KeyPath<State, Value>, _ value: Value, at number: Int, order: Int) {
    self.order = order
    self.number = number
    select = { $0[keyPath: keyPath] }
    equals = (value as? any Equatable).flatMap { Self.comparison(with: $0) }
  }

  private static func comparison<Value: Equatable>(with value: Value) -> ((Any) -> Bool)? {
    value == value ? { $0 as? Value == value } : nil
  }

  /// Whether a newer value differs from the one that was read.
  func hasEnded(by value: Any, _ watch: TransitionWatch) -> Bool {
    equals.map { !$0(value) } ?? watch.hasMoved(since: number)
  }

  func hasEnded(in state: State, _ watch: TransitionWatch) -> Bool {
    equals.map { !$0(select(state)) } ?? watch.hasMoved(since: number)
  }
}

/// What those who have read one value observe.
private final class ReadingMark: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private var change: Void { () }

  func noteAccess() { registrar.access(self, keyPath: \.change) }

  func noteChange() { registrar.withMutation(of: self, keyPath: \.change) {} }
}

/// Has the main actor look at the state after each transition; only once if several transitions wait.
private final class TransitionWatch: Sendable {
  /// The number of the first transition that was noted, which is no news; -1 before that.
  private let first = Atomic(-1)
  private let number = Atomic(-1)
  private let isOnItsWay = Atomic(false)
  private let look: @MainActor @Sendable () -> Void
  /// Whether the loop is on the main actor.
  private let isAtHome: Bool

  init(isAtHome: Bool, _ look: @escaping @MainActor @Sendable () -> Void) {
    self.isAtHome = isAtHome
    self.look = look
  }

  /// The number of the newest transition; -1 before the first one was noted.
  var newest: Int { number.load(ordering: .acquiring) }

  /// Notes a transition; called by the loop.
  func note(_ number: Int) {
    if newest < 0 { first.store(number, ordering: .relaxed) }
    self.number.store(number, ordering: .releasing)
    if isAtHome { return MainActor.assumeIsolated { look() } }
    if isOnItsWay.exchange(true, ordering: .acquiringAndReleasing) { return }
    Task.detached { @MainActor in
      self.isOnItsWay.store(false, ordering: .releasing)
      self.look()
    }
  }

  /// Whether there was a transition since another one was the newest.
  ///
  /// A loop elsewhere may have made a transition between a reading and the first transition that was noted.
  func hasMoved(since number: Int) -> Bool {
    let newest = newest
    if number >= 0 || newest < 0 { return newest != number }
    return !isAtHome || newest != first.load(ordering: .relaxed)
  }
}
