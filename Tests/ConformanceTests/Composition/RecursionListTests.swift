import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A branch, which has branches on two sides.
struct Branch: Identifiable, Equatable, Sendable {
  var id: Int
  var value: Int?
  var items: [Int] = []
  var marks: [String] = []
  var left: [Branch] = []
  var right: [Branch] = []

  indirect enum Event: Equatable, Sendable {
    case value(Int?)
    case items([Int])
    case mark(String)
    case put([Branch], [Branch])
    case left(Int, Event)
    case right(Int, Event)

    var left: (Int, Event)? { if case .left(let id, let event) = self { (id, event) } else { nil } }
    var right: (Int, Event)? {
      if case .right(let id, let event) = self { (id, event) } else { nil }
    }
  }

  static let reducer = Reducer<Branch, Event> { branch, event in
    switch event {
    case .value(let value): branch.value = value
    case .items(let items): branch.items = items
    case .mark(let mark): branch.marks.append(mark)
    case .put(let left, let right): (branch.left, branch.right) = (left, right)
    case .left, .right: break
    }
  }
}

/// The list of one depth.
struct BranchList: Sendable {
  enum Form: CaseIterable, Sendable { case value, items, condition, filter, states, source }

  struct Own: Sendable {
    var name: String
    var form: Form
    var strategy = ExecutionStrategy.cancelOnNewState
    var limit: Int?
    var throttle: Bool?
  }

  var feedbacks: [Own]
  /// Behind how many feedbacks the scopes stand.
  var place = 0
  /// What the scopes change about the strategies in them.
  var change: ExecutionStrategy?
  var hasRight = false
}

/// A spin of branches, whose list depends on the depth.
struct BranchSpin: Sendable {
  /// The lists of the first depths; the last ones are repeated.
  var lists: [BranchList]
  /// How many of the last lists are repeated.
  var period = 1
  /// How many depths there are, if they are written out.
  ///
  /// Each of them has a scope with a name of its own, so
  /// that nothing is a recursion of anything.
  var depths: Int?
  let remote: Remote<Branch.Event>

  private func list(_ depth: Int) -> BranchList {
    if depth < lists.count { return lists[depth] }
    return lists[lists.count - period + (depth - lists.count) % period]
  }

  func spin(_ depth: Int = 0, of initial: Branch = Branch(id: 0)) -> Spin<Branch, Branch.Event> {
    let list = list(depth)
    return Spin<Branch, Branch.Event>(initialState: initial) {
      for own in list.feedbacks[..<list.place] { feedback(own, depth) }
      if depth + 1 != depths {
        changed(left(depth), list.change)
        if list.hasRight { changed(right(depth), list.change) }
      }
      for own in list.feedbacks[list.place...] { feedback(own, depth) }
      Branch.reducer
    }
  }

  private func changed(
    _ scope: Scope<Branch, Branch.Event>, _ strategy: ExecutionStrategy?
  ) -> Scope<Branch, Branch.Event> {
    strategy.map { scope.strategy($0) } ?? scope
  }

  private func left(_ depth: Int) -> Scope<Branch, Branch.Event> {
    Scope(forEach: \.left, event: Branch.Event.left, from: \.left) { spin(depth + 1) }
      .named(depths == nil ? "left" : "left\(depth)")
  }

  private func right(_ depth: Int) -> Scope<Branch, Branch.Event> {
    Scope(forEach: \.right, event: Branch.Event.right, from: \.right) { spin(depth + 1) }
      .named(depths == nil ? "right" : "right\(depth)")
  }

  private func feedback(_ own: BranchList.Own, _ depth: Int) -> Feedback<Branch, Branch.Event> {
    let name = own.name
    let made: Feedback<Branch, Branch.Event> =
      switch own.form {
      case .value:
        Feedback(on: { branch in branch.value.map { "\(name) \(branch.id) is \($0)" } }) {
          remote.effect($0)
        }
      case .items:
        Feedback(
          forEach: { branch in branch.items.map { "\(name) \(branch.id) has \($0)" } },
          atMost: own.limit
        ) { remote.effect($0) }
      case .condition:
        Feedback(while: { $0.value == 1 }) { lasting("\(name) at \(depth) is one") }
      case .filter:
        Feedback(filteredBy: { $0.value == 2 }) { remote.effect("\(name) \($0.id) two") }
      case .states: Feedback { remote.effect("\(name) \($0.id) \($0.items.count)") }
      case .source: .source { lasting("\(name) at \(depth)") }
      }
    let feedback = made.strategy(own.strategy).named(name)
    return own.throttle.map { feedback.throttled(for: .seconds(1), latest: $0) } ?? feedback
  }

  /// An effect that knows no branch, and ends only when it is cancelled.
  private func lasting(_ name: String) -> Effect<Branch.Event> {
    let log = remote.log
    return .callback { emit in
      log("+\(name)")
      return Cancellation {
        log("-\(name)")
        _ = emit
      }
    }
  }
}

/// A random spin of branches, and what happens to it.
private struct BranchPlan {
  /// How many branches may be in each other; fewer if there are two at each depth, which are written out.
  private let deepest: Int
  let spin: BranchSpin
  let writtenOut: BranchSpin
  private var seed: SeededGenerator
  private var newestID = 0

  init(_ seed: UInt64) {
    var seed = SeededGenerator(seed: seed)
    let hasRight = seed.below(3) == 0
    deepest = hasRight ? 5 : 7
    let period = 1 + seed.below(2)
    // Most lists are like another one but for something.
    var lists = [Self.list(&seed, hasRight)]
    for _ in 0..<period + seed.below(3) {
      var list = lists[seed.below(lists.count)]
      if seed.below(4) == 0 { list = Self.list(&seed, hasRight) }
      if seed.below(3) > 0 { Self.change(&list, &seed) }
      lists.append(list)
    }
    spin = BranchSpin(lists: lists, period: period, remote: Remote())
    writtenOut = BranchSpin(
      lists: lists, period: period, depths: deepest + 1, remote: Remote())
    self.seed = seed
  }

  private static func list(_ seed: inout SeededGenerator, _ hasRight: Bool) -> BranchList {
    var list = BranchList(feedbacks: [], hasRight: hasRight)
    for name in ["a", "b", "c"].prefix(1 + seed.below(3)) {
      list.feedbacks.append(own(name, &seed))
    }
    list.place = seed.below(list.feedbacks.count + 1)
    if seed.below(4) == 0 { list.change = strategy(&seed) }
    return list
  }

  private static func own(_ name: String, _ seed: inout SeededGenerator) -> BranchList.Own {
    var own = BranchList.Own(
      name: name, form: BranchList.Form.allCases[seed.below(6)], strategy: strategy(&seed))
    if seed.below(2) == 0 { own.limit = 1 + seed.below(2) }
    if seed.below(4) == 0 { own.throttle = seed.below(2) == 0 }
    return own
  }

  private static func strategy(_ seed: inout SeededGenerator) -> ExecutionStrategy {
    [.cancelOnNewState, .continueOnNewState, .ignoreNewState, .queueNewState][seed.below(4)]
  }

  /// Changes one thing about a list.
  private static func change(_ list: inout BranchList, _ seed: inout SeededGenerator) {
    let index = seed.below(list.feedbacks.count)
    let other = own(list.feedbacks[index].name, &seed)
    switch seed.below(8) {
    case 0, 1: list.feedbacks[index].form = other.form
    case 2, 3: (list.feedbacks[index].form, list.feedbacks[index].limit) = (.items, other.limit)
    case 4: list.feedbacks[index].strategy = other.strategy
    case 5: list.feedbacks[index].throttle = other.throttle
    case 6: list.change = seed.below(2) == 0 ? nil : strategy(&seed)
    default: list.feedbacks[index] = other
    }
  }

  /// Something that happens to a loop.
  enum Act: Sendable {
    case emit(Branch.Event)
    case finish(Int)
    case emitFromEffect(Int)
    case advance
  }

  mutating func act(_ state: Branch) -> Act {
    switch seed.below(10) {
    case 0, 1: return .finish(seed.below(100))
    case 2: return .emitFromEffect(seed.below(100))
    case 3: return .advance
    default: return .emit(event(for: state, at: 0))
    }
  }

  /// An event for a random branch.
  private mutating func event(for branch: Branch, at depth: Int) -> Branch.Event {
    if seed.below(4) > 0 {
      let isLeft = branch.right.isEmpty || seed.below(2) == 0
      let branches = isLeft ? branch.left : branch.right
      if !branches.isEmpty {
        let next = branches[seed.below(branches.count)]
        let inner = event(for: next, at: depth + 1)
        return isLeft ? .left(next.id, inner) : .right(next.id, inner)
      }
    }
    switch seed.below(3) {
    case 0 where depth < deepest:
      return .put(branches(depth + 1), spin.lists[0].hasRight ? branches(depth + 1) : [])
    case 1: return .value(seed.below(4) == 0 ? nil : seed.below(3))
    default: return .items(Array(0..<seed.below(4)))
    }
  }

  private mutating func branches(_ depth: Int) -> [Branch] {
    (0..<seed.below(3)).map { _ in
      newestID += 1
      var branch = Branch(
        id: newestID, value: seed.below(3), items: Array(0..<seed.below(4)))
      if depth < deepest, seed.below(3) > 0 { branch.left = branches(depth + 1) }
      return branch
    }
  }
}

/// A run of a random spin of branches.
private final class BranchRun: Sendable {
  let running: RunningSpin<Branch, Branch.Event>
  private let remote: Remote<Branch.Event>
  private let time = ManualScheduler()
  private let drops = Drops()
  private let seen = Guarded(0)

  init(_ spin: BranchSpin, _ runtime: RuntimeUnderTest) {
    remote = spin.remote
    running = spin.spin().start(on: runtime, scheduler: time, options: drops.options())
  }

  /// Does something, and returns what the effects have noted meanwhile, in no order.
  func does(_ act: BranchPlan.Act) async -> [String] {
    let all = remote.log.entries.map { String($0.dropFirst()) }
    let names = Set(all.filter { !$0.contains(" at ") }).sorted()
    switch act {
    case .emit(let event): running.emit(event)
    case .finish(let number): if !names.isEmpty { remote.finish(names[number % names.count]) }
    case .emitFromEffect(let number):
      if !names.isEmpty {
        let name = names[number % names.count]
        remote.emit(.mark(name), from: name)
      }
    case .advance: time.advance(by: .seconds(1))
    }
    await running.idle()
    let noted = remote.log.entries
    let before = seen.withLock { seen in
      defer { seen = noted.count }
      return seen
    }
    return noted[before...].sorted()
  }
}

/// Lists of parts of one kind that differ from depth to depth.
extension Conformance {
  /// A part at any depth has the effects that it has if the lists of all depths are written out.
  @Test(.promises("22.10", "22.11", "22.15"), arguments: 0..<8, RuntimeUnderTest.all)
  func partsInEachOtherHaveTheEffectsOfListsThatAreWrittenOut(
    _ seed: UInt64, _ runtime: RuntimeUnderTest
  ) async {
    await Self.compareWithListsThatAreWrittenOut(seed, runtime)
  }

  @Test(.promises("22.10", "22.11", "22.15"), arguments: 8..<60)
  func manyPartsInEachOtherHaveTheEffectsOfListsThatAreWrittenOut(_ seed: UInt64) async {
    for runtime in RuntimeUnderTest.all.filter(\.isCallersThread).prefix(1) {
      await Self.compareWithListsThatAreWrittenOut(seed, runtime)
    }
  }

  private static func compareWithListsThatAreWrittenOut(
    _ seed: UInt64, _ runtime: RuntimeUnderTest
  ) async {
    var plan = BranchPlan(seed)
    let (one, other) = (BranchRun(plan.spin, runtime), BranchRun(plan.writtenOut, runtime))
    await one.running.idle()
    await other.running.idle()
    for number in 0..<40 {
      let act = plan.act(one.running.state)
      let (noted, expected) = (await one.does(act), await other.does(act))
      #expect(noted == expected, "seed \(seed), after act \(number): \(act)")
      #expect(one.running.state == other.running.state, "seed \(seed), after act \(number): \(act)")
      if noted != expected { return }
    }
  }

  /// The list of one depth differs in something; its feedback serves no other depth.
  @Test(
    .promises("22.15"),
    arguments: [
      BranchList.Own(name: "load", form: .items, limit: 1),
      BranchList.Own(name: "load", form: .items, limit: 2),
      BranchList.Own(name: "load", form: .value),
      BranchList.Own(name: "load", form: .items, strategy: .ignoreNewState),
      BranchList.Own(name: "load", form: .items, throttle: false),
      BranchList.Own(name: "item", form: .items),
    ])
  func aDepthWhoseListDiffersHasFeedbacksOfItsOwn(_ other: BranchList.Own) async {
    let usual = BranchList(feedbacks: [BranchList.Own(name: "load", form: .items)], place: 1)
    let spin = BranchSpin(
      lists: [usual, BranchList(feedbacks: [other], place: 1), usual], remote: Remote())
    #expect(
      "\(spin.spin())" == """
        Spin<Branch, Event> with 3 feedbacks: load, left[].\(other.name), left[].left[].load
        """)
    var chain = Branch(id: 30, value: 7, items: [1, 2])
    for id in (1..<30).reversed() {
      chain = Branch(id: id, value: 7, items: [1, 2], left: [chain])
    }
    let running = spin.spin().start(on: .callersThread)
    running.emit(.put([chain], []))
    let numbers = (2...30).flatMap { id in [1, 2].map { "+load \(id) has \($0)" } }
    #expect(Set(spin.remote.log.entries).isSuperset(of: numbers))
    await running.end()
  }

  /// A scope changes the feedbacks of its part, and so those of all depths below.
  @Test(.promises("22.15"))
  func whatAScopeChangesHoldsForAllDepthsBelowIt() async {
    let remote = Remote<Branch.Event>()
    let list = BranchList(
      feedbacks: [BranchList.Own(name: "load", form: .value)], change: .continueOnNewState)
    let branches = BranchSpin(lists: [list], remote: remote)
    // The list around the branches changes nothing.
    let spin = Spin<Branch, Branch.Event>(initialState: Branch(id: 0)) {
      Scope(forEach: \.left, event: Branch.Event.left, from: \.left) { branches.spin() }
      Branch.reducer
    }
    let running = spin.start(on: .callersThread)
    let deep = Branch(id: 3, value: 1)
    running.emit(.put([Branch(id: 1, value: 1, left: [Branch(id: 2, value: 1, left: [deep])])], []))
    for event in [
      Branch.Event.left(1, .value(2)), .left(1, .left(2, .value(2))),
      .left(1, .left(2, .left(3, .value(2)))),
    ] {
      running.emit(event)
    }
    #expect(remote.log.entries.filter { $0.hasPrefix("-") } == ["-load 1 is 1"])
    await running.end()
  }
}
