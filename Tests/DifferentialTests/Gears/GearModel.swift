import SpinCore

/// What a loop on gears has to send, given the events that it has taken, in order.
struct GearModel {
  let plan: CogPlan
  let sender: Int

  /// The messages to a gear.
  func sent(to gear: Int, after events: [Message]) -> [MessageName] {
    var state = plan.initial
    var newest: [Int?] = plan.feedbacks.map { _ in nil }
    var all: [MessageName] = []
    for number in 0...events.count {
      let event = number == 0 ? nil : events[number - 1]
      if let event { plan.reduce(&state, event) }
      // The messages of a step are sent in the order of the feedbacks.
      for (slot, feedback) in plan.feedbacks.enumerated() {
        let name = MessageName(sender: sender, slot: slot, stamp: number)
        switch feedback {
        case .sending(let other, _):
          // An equal value is not sent again; nil sends nothing, and forgets the value before.
          let kind = feedback.kind(state)
          if kind != nil && kind != newest[slot] && other == gear { all.append(name) }
          newest[slot] = kind
        case .sendingTransitions(let other, _):
          if feedback.kind(state, event) != nil && other == gear { all.append(name) }
        case .receiving, .opening: break
        }
      }
    }
    return all
  }
}

extension GearLook {
  /// What it sends about a state.
  func kind(_ state: Cog) -> Int? {
    guard case .sending(_, let parts) = self, state.fuel > 0 else { return nil }
    return parts[state.value]
  }

  /// What it sends about a transition.
  func kind(_ state: Cog, _ event: Message?) -> Int? {
    guard case .sendingTransitions(_, let kinds) = self, state.fuel > 0 else { return nil }
    return kinds[event?.kind ?? GearPlan.kinds]
  }
}

/// What was written down of loops on gears.
struct GearRecord: Sendable {
  /// For each gear, who has heard which message, as the delivering threads have told it.
  var heard: [[(by: Hearer, message: MessageName, kind: Int)]]
  /// For each loop, the events that it has published, in order.
  var events: [[Message]]
  /// For each loop, how many messages each gear had delivered when it was started, if all was at rest.
  var startedAt: [[Int]?]
  /// For each loop, the events that others emitted into it, and what they were told.
  var emitted: [[(stamp: Int, isAccepted: Bool)]]
  var isStarted: [Bool]
  var isStopped: [Bool]
  /// Events and messages that were posted, in order of each thread.
  var posts: [Int: [MessageName]] = [:]
  /// For what the run has waited in vain.
  var stuck: String?

  /// Whoever hears messages: a feedback of a loop, or the test itself.
  struct Hearer: Hashable, Sendable {
    var loop: Int
    var slot: Int

    static let test = Hearer(loop: -1, slot: 0)
  }

  init(_ plan: GearPlan) {
    heard = plan.gears.map { _ in [] }
    events = plan.loops.map { _ in [] }
    startedAt = plan.loops.map { _ in nil }
    emitted = plan.loops.map { _ in [] }
    isStarted = plan.loops.map { _ in false }
    isStopped = plan.loops.map { _ in false }
  }
}

/// What is promised of gears, whatever the order between loops.
struct GearAudit {
  let plan: GearPlan
  let record: GearRecord
  /// For each gear, its messages in their one order.
  private let order: [[MessageName]]
  private(set) var complaints: [String] = []

  init(_ plan: GearPlan, _ record: GearRecord) {
    self.plan = plan
    self.record = record
    order = record.heard.map { heard in heard.filter { $0.by == .test }.map(\.message) }
  }

  /// Looks at a record that was taken when all loops were settled together.
  static func complaints(_ plan: GearPlan, _ record: GearRecord) -> [String] {
    var audit = GearAudit(plan, record)
    for gear in plan.gears.indices { audit.check(gear) }
    for loop in plan.loops.indices where record.isStarted[loop] { audit.check(loop: loop) }
    return audit.complaints
  }

  // MARK: Gears

  private mutating func check(_ gear: Int) {
    let names = order[gear]
    let known = Set(names)
    if known.count != names.count { complain("gear \(gear) has delivered a message twice") }
    // A message is with all receivers before the next one is with any of them.
    var one: [MessageName] = []
    for (_, message, _) in record.heard[gear] where message != one.last { one.append(message) }
    if one != names { complain("gear \(gear) has no one order: \(one) instead of \(names)") }
    for (poster, posts) in record.posts {
      let all = names.filter { $0.sender == poster }
      let mine = posts.filter { $0.slot == gear && known.contains($0) }
      if all != mine { complain("the posts of \(poster) on gear \(gear) are in disorder: \(all)") }
    }
    let posted = record.posts.values.flatMap { $0 }.filter { $0.slot == gear }
    for name in posted where !known.contains(name) { complain("\(name) was lost") }
  }

  // MARK: Loops

  private mutating func check(loop: Int) {
    let events = record.events[loop]
    let model = GearModel(plan: plan.loops[loop], sender: loop)
    for gear in plan.gears.indices {
      let sent = order[gear].filter { $0.sender == loop }
      let expected = model.sent(to: gear, after: events)
      // A stop in the newest step keeps its messages from being sent.
      let isCut =
        record.isStopped[loop] && sent == Array(expected.prefix(sent.count))
        && (plan.loops[loop].isGated
          || expected.dropFirst(sent.count).allSatisfy { $0.stamp == events.count })
      if sent != expected && !isCut {
        complain("loop \(loop) has sent \(sent) to gear \(gear) instead of \(expected)")
      }
    }
    for (slot, feedback) in plan.loops[loop].feedbacks.enumerated() {
      if case .receiving(let gear, let passes) = feedback { check(loop, slot, gear, passes) }
    }
    check(outsideEventsOf: loop)
    // The immediate events of transition 0 come first, in order.
    let openings = plan.loops[loop].feedbacks.filter(\.isOpening).count
    let first = events.prefix(openings)
    if first.contains(where: { $0.sender != loop }) && !record.isStopped[loop] {
      complain("an event of loop \(loop) overtakes an immediate one: \(events.map(\.name))")
    }
  }

  private mutating func check(_ loop: Int, _ slot: Int, _ gear: Int, _ passes: [Bool]) {
    let hearer = GearRecord.Hearer(loop: loop, slot: slot)
    let heard = record.heard[gear].filter { $0.by == hearer }
    // Messages of other loops that one receiver heard are all that came since it has joined.
    let names = heard.map(\.message)
    let start = names.first.flatMap { order[gear].firstIndex(of: $0) } ?? order[gear].count
    let range = order[gear].dropFirst(start).prefix(names.count)
    if Array(range) != names { complain("\(hearer) has heard \(names) of \(order[gear])") }
    if !record.isStopped[loop] && start + names.count != order[gear].count {
      complain("\(hearer) has missed the end of \(order[gear]): \(names)")
    }
    if !names.isEmpty || !record.isStopped[loop] { checkJoin(hearer, gear, start) }
    // The receiver's mailbox has them in the order of the gear.
    let taken = record.events[loop].filter { $0.receiver == slot }.map(\.name)
    let passed = heard.filter { passes[$0.kind] }.map(\.message)
    let isCut = record.isStopped[loop] && taken == Array(passed.prefix(taken.count))
    if taken != passed && !isCut { complain("\(hearer) has taken \(taken) of \(passed)") }
  }

  /// A receiver hears what is sent after it has joined; a replayed message precedes that.
  private mutating func checkJoin(_ hearer: GearRecord.Hearer, _ gear: Int, _ start: Int) {
    guard let count = record.startedAt[hearer.loop]?[gear] else { return }
    let loop = plan.loops[hearer.loop]
    let own = GearModel(plan: loop, sender: hearer.loop)
    let before = loop.feedbacks.prefix(hearer.slot)
    let isFirst = !before.contains { $0.isSending }
    // What the loop itself sends at its start, before the place where it joins.
    let sentBefore = own.sent(to: gear, after: []).filter { $0.slot < hearer.slot }.count
    let replays = plan.gears[gear] && count + sentBefore > 0
    let earliest = count + sentBefore - (replays ? 1 : 0)
    if isFirst ? start != earliest : start < earliest {
      complain("\(hearer) hears from \(start) on instead of \(earliest): \(order[gear])")
    }
  }

  private mutating func check(outsideEventsOf loop: Int) {
    let taken = record.events[loop].filter { $0.sender < 0 && $0.receiver == nil }.map(\.stamp)
    let accepted = record.emitted[loop].filter(\.isAccepted).map(\.stamp)
    if Set(taken).count != taken.count { complain("loop \(loop) took an event twice: \(taken)") }
    let lost = Set(accepted).subtracting(taken)
    if !lost.isEmpty && !record.isStopped[loop] { complain("loop \(loop) has lost \(lost)") }
    if !Set(taken).isSubset(of: accepted) { complain("loop \(loop) has taken \(taken)") }
  }

  private mutating func complain(_ complaint: String) {
    complaints.append(complaint)
  }
}

extension GearLook {
  fileprivate var isOpening: Bool { if case .opening = self { true } else { false } }

  fileprivate var isSending: Bool {
    switch self {
    case .sending, .sendingTransitions: true
    case .receiving, .opening: false
    }
  }
}
