import SpinCore

/// What monitors are told of the answers of feedbacks: promise 27.8.
extension Model {
  /// Tells what a feedback answers, apart from its elements, or why one in a part was not asked.
  mutating func answer(_ group: SeatGroup) {
    for seat in group.seats where seat.life.isReplacement { seat.forgetRefusal() }
    guard group.plan.answers else { return }
    let hasEnded = ended.contains { group.lead.way.starts(with: $0.way) }
    let hasMoved = group.lead.life?.hasMoved == true
    if group.isSingle {
      answerOfOne(group, hasEnded: hasEnded, hasMoved: hasMoved)
    } else if hasEnded {
      tell(group, .wantsNothing(.partEnded))
    } else if hasMoved {
      answerForEnded(group)
    } else {
      tell(group, notAsked(group))
    }
    if group.isSingle { return }
    for seat in group.seats {
      if let answer = asked(seat) {
        seat.hadValue = true
        tell(seat, answer)
      } else if seat.life.hasMoved, !seat.hasEndedLife, let answer = unchanged(seat) {
        tell(seat, answer)
        reached.insert("a part says why nothing starts")
      }
    }
  }

  private func notAsked(_ group: SeatGroup) -> FeedbackAnswer {
    group.lead.life == nil ? .wantsNothing(.noPart) : .keeps(.samePart)
  }

  private mutating func answerOfOne(_ group: SeatGroup, hasEnded: Bool, hasMoved: Bool) {
    let seat = group.seats.first
    if group.plan.isThrottledAlone && hasEnded {
      if let answer = answerOfEndedThrottle(group) { tell(group, answer) }
    } else if hasEnded, seat?.verdict.isWanted != true {
      tell(group, .wantsNothing(.partEnded))
    } else if let seat, hasMoved {
      if let answer = asked(seat) ?? unchanged(seat) { tell(group, answer) }
    } else {
      tell(group, notAsked(group))
    }
  }

  /// Tells that parts have ended, of the feedbacks and elements of them that were heard of.
  private mutating func answerForEnded(_ group: SeatGroup) {
    for seat in ended.flatMap(\.seats) where seat.plan.slot == group.plan.slot {
      if seat.hadValue { tell(seat, .wantsNothing(.partEnded)) }
      for element in seat.elements where element.hadValue {
        tell(seat, .wantsNothing(.partEnded), element: element.item.id)
      }
    }
  }

  /// A throttled feedback counts as one with an element, which ends with the part.
  private mutating func answerOfEndedThrottle(_ group: SeatGroup) -> FeedbackAnswer? {
    let old = ended.flatMap(\.seats).filter { $0.plan.slot == group.plan.slot }
    let wasHeard = old.contains { $0.elements.contains(where: \.hadValue) }
    if wasHeard { return .wantsNothing(.partEnded) }
    return group.seats.first.map { unchanged($0) } ?? .wantsNothing(.noPart)
  }

  private mutating func tell(_ group: SeatGroup, _ answer: FeedbackAnswer) {
    lines.append(.answered(slot: group.plan.slot, element: "", answer))
  }

  /// Tells an answer of a feedback of one of several parts, or of one of its elements.
  mutating func tell(_ seat: Seat, _ answer: FeedbackAnswer, element: Int? = nil) {
    let ids = seat.ids(of: element).map { $0.joined(separator: "/") }.joined(separator: ", ")
    lines.append(.answered(slot: seat.plan.slot, element: ids, answer))
  }

  /// What a feedback answers for which something changes, unless its elements do.
  private func asked(_ seat: Seat) -> FeedbackAnswer? {
    switch seat.verdict {
    case .elements, .unchanged: return nil
    case .declined: return .wantsNothing(.filteredOut)
    case .withdrawn: return .wantsNothing(seat.noValue)
    case .wanted:
      let isBusy = alive.contains { $0.seat === seat } || !seat.waiting.isEmpty
      return isBusy && seat.plan.effectiveStrategy == .ignoreNewState ? .skips(.strategy) : .wants
    }
  }

  private func unchanged(_ seat: Seat) -> FeedbackAnswer? {
    guard seat.verdict.isUnchanged else { return nil }
    switch seat.plan.look {
    case .elements: return .keeps(.equalElements)
    case .pulse, .sideEffectOnPulse: return .keeps(.notAssigned)
    case .filtered, .lensAndFilter: return .wantsNothing(.filteredOut)
    case .condition where seat.newestSelection != nil: return .keeps(.stillTrue)
    case .attempt where seat.newestAttempt != nil: return .keeps(.equalValue)
    default:
      return seat.newestSelection == nil ? .wantsNothing(seat.noValue) : .keeps(.equalValue)
    }
  }
}

/// A feedback, for all parts that it belongs to.
struct SeatGroup {
  let plan: FeedbackPlan
  let seats: [Seat]
  let lead: Lead
  /// Whether the lead is all of the way, so that the feedback has no elements but its own.
  let isSingle: Bool
}

/// The beginning of the way to a part, as far as each part is the only one of its kind.
struct Lead {
  /// The numbers of the scopes.
  let way: [Int]
  /// The innermost part of it, if it is there.
  let life: Life?
}

extension FeedbackPlan {
  /// Whether it counts as a feedback with one element because it is throttled.
  fileprivate var isThrottledAlone: Bool { throttle != nil && look != .elements }

  /// Whether monitors are told its answers: a source or a stream has one effect forever.
  var answers: Bool { ![.source, .following, .stream].contains(look) }
}

extension Seat {
  /// Whether its answer is that its part has ended, because another part has taken the place.
  fileprivate var hasEndedLife: Bool { life.isReplacement && plan.look != .elements }

  /// Of a part that has taken the place of another one, only what it wants is told.
  fileprivate func forgetRefusal() {
    switch verdict {
    case .declined, .withdrawn: verdict = .unchanged
    case .elements(let changes) where plan.isThrottledAlone:
      if !changes.contains(where: { $0.kind == .wanted }) { verdict = .unchanged }
    case .wanted, .unchanged, .elements: break
    }
  }
}

extension Seat.Verdict {
  var isUnchanged: Bool { if case .unchanged = self { true } else { false } }
  fileprivate var isWanted: Bool { if case .wanted = self { true } else { false } }
}
