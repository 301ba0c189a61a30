public import SpinCore

extension TestSpin {
  // MARK: Transitions

  /// Asserts that the oldest remaining transition has this event.
  ///
  /// `change` turns the previous state into the expected state. Without it, the state must stay
  /// equal.
  ///
  /// `source` is the expected origin of the event: `"outside"`, or the name of a feedback as
  /// ``/SpinCore/FeedbackOrigin`` describes it. `"jobs[3]"` is the effect for one element, and
  /// `"jobs"` that for any element; `"counters[3].tick"` is a feedback of one part, and
  /// `"counters[].tick"` that of any part. Without a source, the event may have any origin.
  public func expect(
    _ event: Event, from source: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ((inout State) -> Void)? = nil
  ) where Event: Equatable {
    let site = CallSite(fileID, filePath, line, column)
    let call = "expect(\(inShort(event))\(suffix(source)))"
    guard let step = takeStep(call, source, at: site, where: { $0 == event }) else { return }
    check(step, call, change, at: site)
  }

  /// Asserts that the oldest remaining transition has an event with a certain payload.
  ///
  /// ```swift
  /// test.expect(\.found, from: "search") { $0.items = $1 }
  /// test.expect({ if case .found(let items) = $0 { items } else { nil } }) { $0.items = $1 }
  /// ```
  ///
  /// Cases have no key paths. The first line needs a property `found` of the event, which is `nil`
  /// for other cases; the second one needs no property.
  ///
  /// `payload` returns the payload of the expected event, and `nil` for others. `change` and
  /// `source` are those of ``expect(_:from:fileID:filePath:line:column:_:)-(Event,_,_,_,_,_,_)``;
  /// `change` also receives the payload.
  public func expect<Payload>(
    _ payload: (Event) -> Payload?, from source: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ((inout State, Payload) -> Void)? = nil
  ) {
    let site = CallSite(fileID, filePath, line, column)
    let call = "expect(an event with \(Payload.self)\(suffix(source)))"
    let step = takeStep(call, source, at: site) { payload($0) != nil }
    guard let step, let event = step.transition.event, let payload = payload(event) else { return }
    check(step, call, change.map { change in { change(&$0, payload) } }, at: site)
  }

  /// Asserts that the oldest remaining transition has an event that meets a condition.
  ///
  /// `change` and `source` are those of
  /// ``expect(_:from:fileID:filePath:line:column:_:)-(Event,_,_,_,_,_,_)``.
  public func expect(
    where condition: (Event) -> Bool, from source: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ((inout State) -> Void)? = nil
  ) {
    let site = CallSite(fileID, filePath, line, column)
    let call = "expect(where: …\(suffix(source)))"
    guard let step = takeStep(call, source, at: site, where: condition) else { return }
    check(step, call, change, at: site)
  }

  // MARK: Drops

  /// Asserts that the oldest remaining drop has this event.
  ///
  /// `source` is that of ``expect(_:from:fileID:filePath:line:column:_:)-(Event,_,_,_,_,_,_)``.
  public func expectDrop(
    _ event: Event, reason: DropReason, from source: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) where Event: Equatable {
    let site = CallSite(fileID, filePath, line, column)
    let call = "expectDrop(\(inShort(event)), reason: .\(reason)\(suffix(source)))"
    takeDrop(call, source, reason, at: site) { $0 == event }
  }

  /// Asserts that the oldest remaining drop has an event that meets a condition.
  ///
  /// `source` is that of ``expect(_:from:fileID:filePath:line:column:_:)-(Event,_,_,_,_,_,_)``.
  public func expectDrop(
    where condition: (Event) -> Bool, reason: DropReason, from source: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    let call = "expectDrop(where: …, reason: .\(reason)\(suffix(source)))"
    takeDrop(call, source, reason, at: site, where: condition)
  }

  // MARK: Effects

  /// Asserts which feedbacks have effects that are alive, in any order, except sources.
  ///
  /// A feedback with several such effects is named once, as ``/SpinCore/FeedbackOrigin`` describes
  /// it without elements: `"jobs"`, or `"counters[].tick"`. `expectRunning()` asserts that there
  /// are none. An effect that waits is alive, see ``/SpinCore/RunningSpin/effects``.
  public func expectRunning(
    _ names: String..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    let call = "expectRunning(\(names.map(\.debugDescription).joined(separator: ", ")))"
    guard goesOn(call, at: site) else { return }
    let live = running.loop.liveFeedbacks
    let areMeant = live.allSatisfy { feedback in names.contains { feedback.isMeant(by: $0) } }
    let areLive = names.allSatisfy { name in live.contains { $0.isMeant(by: name) } }
    if areMeant && areLive { return }
    let missing = names.filter { name in !live.contains { $0.isMeant(by: name) } }
    let others = Set(
      live.filter { feedback in !names.contains { feedback.isMeant(by: $0) } }.map { "\($0)" })
    let faults = [
      clause(missing, "not alive"), clause(others.sorted(), "alive, and not expected"),
    ].compactMap(\.self)
    report(
      "\(call): \(faults.joined(separator: "; ")).\n\(situation)\(recent(missing))", at: site)
  }

  private func clause(_ names: [String], _ predicate: String) -> String? {
    let verb = names.count == 1 ? "is" : "are"
    return names.isEmpty ? nil : "\(names.joined(separator: ", ")) \(verb) \(predicate)"
  }

  // MARK: Taking

  private func takeStep(
    _ call: String, _ source: String?, at site: CallSite, where matches: (Event) -> Bool
  ) -> Recorder<State, Event>.Step? {
    take(
      \.steps, "transition", call, source, (\.transition.cause, \.transition.origin), at: site
    ) { step in
      step.transition.event.map(matches) == true
    }
  }

  private func takeDrop(
    _ call: String, _ source: String?, _ reason: DropReason, at site: CallSite,
    where matches: (Event) -> Bool
  ) {
    _ = take(\.drops, "drop", call, source, (\.cause, \.origin), at: site) {
      $0.reason == reason && matches($0.event)
    }
  }

  /// Takes the oldest item of a list; reports a failure if there is none or if it does not match.
  ///
  /// `matches` ignores the origin.
  private func take<Item: Sendable>(
    _ list: WritableKeyPath<Recorder<State, Event>.Log, [Item]>, _ kind: String,
    _ call: String, _ source: String?, _ parts: (words: (Item) -> String, origin: (Item) -> Origin),
    at site: CallSite, where matches: (Item) -> Bool
  ) -> Item? {
    guard runtime.run(at: site) else { return nil }
    let items = recorder.items(list)
    let found = items.firstIndex { parts.origin($0).isMeant(by: source) && matches($0) }
    // NB: a closure that keeps what it has found is called with nothing behind that.
    let isTaken = found == 0 || found != nil && exhaustivity == .off
    let others = isTaken ? [] : items.map { matches($0) ? parts.origin($0) : nil }
    guard mayTake(call, source, found, items.map(parts.words), others, kind, at: site), let found
    else {
      if exhaustivity == .on, !items.isEmpty { recorder.remove(..<1, of: list) }
      return nil
    }
    recorder.remove(...found, of: list)
    return items[found]
  }

  /// Whether a match may be taken; reports a failure if not, and a warning for skipped items.
  ///
  /// `origins` has the origins of the items that match but for their source; it is empty if one is taken.
  private func mayTake(
    _ call: String, _ source: String?, _ found: Int?, _ all: [String], _ origins: [Origin?],
    _ kind: String, at site: CallSite
  ) -> Bool {
    if found == 0 { return true }
    if let found, exhaustivity == .off {
      let message =
        "\(call): skipped \(found) \(kind)\(found == 1 ? "" : "s"):\n\(list(all[..<found]))"
      report(message, isWarning: true, at: site)
      return true
    }
    let others: [Origin] = [.outside, .start, .whole]
    let source = source.flatMap { name in others.contains { "\($0)" == name } ? nil : name }
    if all.isEmpty {
      let recent = recent(source.map { [$0] } ?? [])
      report("\(call): no \(kind) is left to assert.\n\(situation)\(recent)", at: site)
      return false
    }
    let other = exhaustivity == .on ? origins[0] : origins.lazy.compactMap(\.self).first
    let fault =
      switch (other, exhaustivity) {
      case (let other?, .on):
        "the oldest \(kind) is the expected one, but from \(other)"
      case (let other?, .off): "the expected \(kind) is from \(other)"
      case (nil, .on): "the oldest \(kind) is a different one"
      case (nil, .off): "no \(kind) matches"
      }
    let unknown = source.flatMap { isKnown($0) ? nil : "\n\(nothing(of: $0))" } ?? ""
    report("\(call): \(fault):\n\(list(all))\(unknown)", at: site)
    return false
  }

  private func suffix(_ source: String?) -> String {
    source.map { ", from: \($0.debugDescription)" } ?? ""
  }
}
