import Dispatch
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Testing

/// What debug and release builds refuse, in words.
@Suite(.timeLimit(.minutes(5)))
struct RefusalTests {
  /// Calls a closure in a process of its own, which must end with a message.
  private func expect(
    _ words: [String], from result: ExitTest.Result?, _ location: SourceLocation = #_sourceLocation
  ) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for word in words {
      #expect(message.contains(word), "\(message)", sourceLocation: location)
    }
  }

  // MARK: Lists

  @Test(arguments: LongList.allCases)
  func aSpinWithTooManyFeedbacksIsRefusedAtOnce(_ list: LongList) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [list = list as LongList] in
      _ = list.spin(of: 70_000).start(on: .callersThread)
    }
    expect(["A spin has at most 65536 feedbacks; this one has 70000."], from: result)
  }

  /// The last feedback of the longest list works as the first one does.
  @Test(arguments: LongList.allCases)
  func aSpinHasAsManyFeedbacksAsItIsPermitted(_ list: LongList) {
    let running = list.spin(of: 65_536).start(on: .callersThread)
    #expect(running.state == [0, 65_535])
    running.stop()
  }

  @Test(.promises("22.15"), arguments: DeepDifference.allCases)
  func aListThatDiffersDeepInARecursionIsRefused(_ difference: DeepDifference) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [difference = difference as DeepDifference] in
      Box.spin {
        difference.feedback(at: $0)
      } scope: {
        difference.changed($1, at: $0)
      }
      .start(on: .callersThread).emit(.put(Box(depth: 25)))
    }
    expect(
      ["The list of a Box that contains others has the feedbacks", "give a feedback a filter"],
      from: result)
  }

  @Test(.promises("22.15"))
  func aListThatDropsRepeatsOnlyDeepInARecursionIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Box.filtered(from: 20).start(on: .callersThread).emit(.put(Box(depth: 25)))
    }
    expect(
      ["The list of a Box that contains others has a DropRepeats at one depth", "at each depth"],
      from: result)
  }

  @Test(.promises("22.15"), arguments: [0, 1, 2, 5])
  func aListMayDropRepeatsFromSomeDepthOn(_ first: Int) {
    let running = Box.filtered(from: first).start(on: .callersThread)
    running.emit(.put(Box(depth: 25)))
    #expect(running.state == Box(depth: 25))
    running.stop()
  }

  @Test(.promises("22.15"))
  func aListThatDiffersAtEachDepthIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Box.spin { depth in Feedback(on: \.id) { _ in .none }.named("depth \(depth)") }
        .start(on: .callersThread)
    }
    expect(["Scopes are 256 deep in each other", "the same feedbacks at each depth"], from: result)
  }

  // MARK: Keys

  @Test(.promises("24.14"), arguments: KeyMistake.allCases)
  func aKeyThatUsesALoopIsRefused(_ mistake: KeyMistake) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [mistake = mistake as KeyMistake] in
      mistake.make()
    }
    expect(
      ["The `==` or `hash(into:)` of BusyKey, a key of a mailbox that coalesces", "used a loop"],
      from: result)
  }

  // MARK: Closures that run while the state changes

  @Test(.promises("4.6"), arguments: [true, false], ScopeClosure.allCases)
  func aClosureOfAScopeThatReadsAStateIsNamed(_ isOwn: Bool, _ closure: ScopeClosure) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [closure = closure as ScopeClosure, isOwn = isOwn as Bool] in
      closure.read(own: isOwn)
    }
    expect(
      [closure.words, isOwn ? "read the state of its own loop" : "read the state of another loop"],
      from: result)
  }
}

/// A long list of feedbacks, the first and the last of which emit.
enum LongList: String, CaseIterable, Codable, Sendable {
  case list, nested, group, array, scopes, chain, parts

  typealias Numbers = [Int]

  func spin(of count: Int) -> Spin<Numbers, Int> {
    switch self {
    case .list:
      return Spin(initialState: []) {
        for number in 0..<count { Self.feedback(number, of: count) }
        Self.reducer
      }
    case .nested:
      return Spin(initialState: []) {
        for block in 0..<10 {
          Feedbacks {
            for number in 0..<count where number * 10 / count == block {
              if number % 2 == 0 { Self.feedback(number, of: count) }
              if number % 2 == 1 { [Self.feedback(number, of: count)] }
            }
          }
        }
        Self.reducer
      }
    case .group:
      return Spin(initialState: [], reducer: Self.reducer) {
        for number in 0..<count { Self.feedback(number, of: count) }
      }
    case .array:
      return Spin(initialState: []) {
        (0..<count).map { Self.feedback($0, of: count) }
        Self.reducer
      }
    case .scopes:
      return Spin(initialState: []) {
        for half in 0..<2 {
          Scope(state: \.self, event: { $0 }, from: { $0 }) {
            for number in 0..<count where number * 2 / count == half {
              Self.feedback(number, of: count)
            }
            Reducer { _, _ in }
          }
        }
        Self.reducer
      }
    case .chain:
      var chain = Spinner.initialState(Numbers()).feedback(Self.feedback(0, of: count))
      for number in 1..<count { chain = chain.feedback(Self.feedback(number, of: count)) }
      return chain.reducer(Self.reducer)
    case .parts:
      return Spin(
        initialState: [], feedbacks: (0..<count).map { Self.feedback($0, of: count) },
        reducer: Self.reducer)
    }
  }

  private static let reducer = Reducer<Numbers, Int> { numbers, number in numbers.append(number) }

  private static func feedback(_ number: Int, of count: Int) -> Feedback<Numbers, Int> {
    if number == 0 || number == count - 1 {
      return Feedback(while: \.isEmpty) { .just(number) }
    }
    return .source { .none }
  }
}

/// A box may contain another one.
struct Box: Equatable, Identifiable, Sendable {
  var id = 0
  var boxes: [Box] = []

  init(depth: Int) {
    boxes = depth == 0 ? [] : [Box(depth: depth - 1)]
  }

  enum Event: Sendable {
    case put(Box)
    indirect case box(Int, Event)

    var box: (Int, Event)? {
      if case .box(let id, let event) = self { (id, event) } else { nil }
    }
  }

  /// A spin of boxes, whose list depends on the depth.
  static func spin(
    depth: Int = 0, _ feedback: @escaping @Sendable (Int) -> Feedback<Box, Event>,
    scope: @escaping @Sendable (Int, Scope<Box, Event>) -> Scope<Box, Event> = { $1 }
  ) -> Spin<Box, Event> {
    Spin<Box, Event>(initialState: Box(depth: 0)) {
      feedback(depth)
      scope(
        depth,
        Scope(forEach: \.boxes, event: Event.box, from: \.box) {
          spin(depth: depth + 1, feedback, scope: scope)
        })
      Reducer { box, event in if case .put(let other) = event { box = other } }
    }
  }

  /// A box whose list drops repeats from a depth on.
  static func filtered(from first: Int, depth: Int = 0) -> Spin<Box, Event> {
    Spin<Box, Event>(initialState: Box(depth: 0)) {
      if depth >= first {
        DropRepeats<Box, Event>(within: .seconds(100)) { if case .put = $0 { false } else { true } }
      }
      Scope(forEach: \.boxes, event: Event.box, from: \.box) {
        filtered(from: first, depth: depth + 1)
      }
      Reducer { box, event in if case .put(let other) = event { box = other } }
    }
  }
}

/// What differs at one depth of many.
enum DeepDifference: String, CaseIterable, Codable, Sendable {
  case name, form, kind, strategy, executor, limit, throttle, scope

  func feedback(at depth: Int) -> Feedback<Box, Box.Event> {
    let isOther = depth == 20
    let usual = Feedback<Box, Box.Event>(forEach: { [$0.id] }) { _ in .none }.named("load")
    guard isOther else { return usual }
    return switch self {
    case .name: usual.named("other")
    case .form: Feedback(on: \.id) { _ in .none }.named("load")
    case .kind: Feedback.source { .none }.named("load")
    case .strategy: usual.strategy(.queueNewState)
    case .executor: usual.executor(DispatchQueueExecutor(.global()))
    case .limit: Feedback(forEach: { [$0.id] }, atMost: 1) { _ in .none }.named("load")
    case .throttle: usual.throttled(for: .seconds(1), latest: true)
    case .scope: usual
    }
  }

  func changed(_ scope: Scope<Box, Box.Event>, at depth: Int) -> Scope<Box, Box.Event> {
    self == .scope && depth == 20 ? scope.strategy(.ignoreNewState) : scope
  }
}

/// A key that calls a closure when it is hashed or compared.
private struct BusyKey: Hashable, Sendable {
  var hashing: @Sendable () -> Void = {}
  var comparing: @Sendable () -> Void = {}

  static func == (left: BusyKey, right: BusyKey) -> Bool {
    left.comparing()
    return true
  }

  func hash(into hasher: inout Hasher) { hashing() }
}

/// What a key must not do.
enum KeyMistake: String, CaseIterable, Codable, Sendable {
  case emits, stops, counts, reads, suspends, observes, hashEmits, hashStops, hashCounts, hashReads
  case emitsIntoAnotherLoop, readsAnotherLoop, letsAnotherLoopPostBack

  func make() {
    let (handle, other) = (Handle<Int, Int>(), Handle<Int, Int>())
    let key: BusyKey =
      switch self {
      case .emits: BusyKey(comparing: { handle.emit(1) })
      case .stops: BusyKey(comparing: { handle.stop() })
      case .counts: BusyKey(comparing: { _ = handle.value?.mailboxCounts })
      case .reads: BusyKey(comparing: { _ = handle.value?.state })
      case .suspends: BusyKey(comparing: { handle.value?.suspend() })
      case .observes: BusyKey(comparing: { _ = handle.value?.observe { _ in } })
      case .hashEmits: BusyKey(hashing: { handle.emit(1) })
      case .hashStops: BusyKey(hashing: { handle.stop() })
      case .hashCounts: BusyKey(hashing: { _ = handle.value?.mailboxCounts })
      case .hashReads: BusyKey(hashing: { _ = handle.value?.state })
      case .emitsIntoAnotherLoop, .letsAnotherLoopPostBack:
        BusyKey(comparing: { other.emit(1) })
      case .readsAnotherLoop: BusyKey(comparing: { _ = other.value?.state })
      }
    let plain = Reducer<Int, Int> { number, _ in number += 1 }
    let isPostedBack = self == .letsAnotherLoopPostBack
    other.set(
      Spin<Int, Int>(initialState: 0) {
        if isPostedBack { Feedback.sideEffect { _ in handle.emit(2) } }
        plain
      }.start(on: .callersThread))
    var options = RunOptions<Int, Int>()
    options.mailbox = .bounded(5, .coalesce { $0 == 0 ? nil : key })
    let running = Spin<Int, Int>(initialState: 0) { plain }
      .start(on: .callersThread, options: options)
    handle.set(running)
    running.suspend()
    for event in [0, 1, 2, 3] { running.emit(event) }
    running.resume()
  }
}

/// An id that calls a closure when it is compared or hashed.
private struct BusyID: Hashable, Comparable, Sendable {
  var number: Int
  var hashing: (@Sendable () -> Void)?
  var comparing: (@Sendable () -> Void)?
  var ordering: (@Sendable () -> Void)?

  static func == (left: BusyID, right: BusyID) -> Bool {
    left.comparing?()
    return left.number == right.number
  }

  static func < (left: BusyID, right: BusyID) -> Bool {
    left.ordering?()
    return left.number < right.number
  }

  func hash(into hasher: inout Hasher) {
    hashing?()
    hasher.combine(number)
  }
}

/// A part that calls a closure when it is compared.
private struct BusyPart: Equatable, Identifiable, Sendable {
  var id: BusyID
  var value = 0
  var comparing: (@Sendable () -> Void)?

  static func == (left: BusyPart, right: BusyPart) -> Bool {
    left.comparing?()
    return left.id.number == right.id.number && left.value == right.value
  }
}

/// The user's code of a scope that runs while the state changes.
enum ScopeClosure: String, CaseIterable, Codable, Sendable {
  case from, modify, reducer, equality, innerFrom, innerEquality, idEquality, idHash, idOrder, list

  var words: String {
    switch self {
    case .from, .idHash: "A closure by which the scope parts[] finds the part of an event"
    case .modify: "A closure by which the scope part finds the part of an event"
    case .reducer: "A reducer in the scope parts[], or the scope's `modify`"
    case .innerFrom: "A closure by which the scope self finds the part of an event"
    case .equality: "A closure by which the scope parts[] compares its part"
    case .innerEquality: "A closure by which the scope self compares its part"
    case .idEquality: "A closure by which the scope one compares its part"
    case .idOrder: "A closure by which the scope byID[] compares its part"
    case .list: "A closure by which the scope boxes[] compares its part"
    }
  }

  private struct Whole: Sendable {
    var parts: [BusyPart]
    var one: BusyPart
    var byID: [BusyID: Int]
  }

  private enum Event: Sendable {
    case part(Int)
    case whole
  }

  /// Lets the closure read the state of its own loop or of another one.
  func read(own: Bool) {
    let (handle, other) = (Handle<Whole, Event>(), Handle<Int, Int>())
    other.set(
      Spin<Int, Int>(initialState: 0) { Reducer { _, _ in } }.start(on: .callersThread))
    let isReady = Guarded(false)
    let reads: @Sendable () -> Void = {
      guard isReady.withLock({ $0 }) else { return }
      if own { _ = handle.value?.state } else { _ = other.value?.state }
    }
    if self == .list { return Self.readInList(own: own, other) }
    let none: (@Sendable () -> Void)? = nil
    let id = BusyID(
      number: 1, hashing: self == .idHash ? reads : none,
      comparing: self == .idEquality ? reads : none)
    let keys = (1...2).map { BusyID(number: $0, ordering: self == .idOrder ? reads : none) }
    let part = BusyPart(
      id: id, comparing: self == .equality || self == .innerEquality ? reads : none)
    let running = spin(
      Whole(parts: [part], one: part, byID: [keys[0]: 0, keys[1]: 0]), reads
    ).start(on: .callersThread)
    handle.set(running)
    isReady.withLock { $0 = true }
    running.emit(self == .modify ? .whole : .part(1))
  }

  private func spin(_ whole: Whole, _ reads: @escaping @Sendable () -> Void) -> Spin<Whole, Event> {
    let (isFrom, isInner, isReducer) = (self == .from, self == .innerFrom, self == .reducer)
    let changesParts = self != .innerEquality
    let part = Reducer<BusyPart, Int> { part, _ in
      if isReducer { reads() }
      part.value += 1
    }
    return Spin<Whole, Event>(initialState: whole) {
      switch self {
      case .from, .reducer, .equality, .idHash, .innerFrom, .innerEquality:
        Scope(
          forEach: \.parts, event: { _, event in Event.part(event) },
          from: { (event: Event) -> (BusyID, Int)? in
            if isFrom { reads() }
            guard case .part(let own) = event else { return nil }
            return (whole.parts[0].id, own)
          }
        ) {
          if self == .innerFrom || self == .innerEquality {
            Scope(
              state: \.self, event: { $0 },
              from: { (event: Int) -> Int? in
                if isInner { reads() }
                return nil
              }
            ) { part }
            .named("self")
          }
          part
        }
      case .modify:
        Scope(
          modify: { (whole: inout Whole, change: (inout BusyPart) -> Void) in
            reads()
            change(&whole.one)
          }, event: { Event.part($0) },
          from: { if case .part(let own) = $0 { own } else { nil } }
        ) { part }
      case .idEquality:
        Scope(
          state: \.one, event: { Event.part($0) },
          from: { if case .part(let own) = $0 { own } else { nil } }
        ) { part }
      case .idOrder, .list:
        Scope(
          forEach: \.byID, event: { _, event in Event.part(event) },
          from: { (_: Event) -> (BusyID, Int)? in nil }
        ) { Reducer { _, _ in } }
      }
      Reducer { whole, event in
        if changesParts {
          for index in whole.parts.indices { whole.parts[index].value += 1 }
        }
        whole.one.value += 1
        for id in whole.byID.keys { whole.byID[id, default: 0] += 1 }
      }
    }
  }

  /// The list of a deep part is made when the part appears.
  private static func readInList(own: Bool, _ other: Handle<Int, Int>) {
    let handle = Handle<Box, Box.Event>()
    let spin = Box.spin { depth in
      if depth > 20 {
        if own { _ = handle.value?.state } else { _ = other.value?.state }
      }
      return Feedback(on: \.id) { _ in .none }
    }
    let running = spin.start(on: .callersThread)
    handle.set(running)
    running.emit(.put(Box(depth: 25)))
  }
}
