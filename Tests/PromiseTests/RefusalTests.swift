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
  func aListThatDiffersAtEachDepthIsRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Box.spin { depth in Feedback(on: \.id) { _ in .none }.named("depth \(depth)") }
        .start(on: .callersThread)
    }
    expect(["Scopes are 256 deep in each other", "the same feedbacks at each depth"], from: result)
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
