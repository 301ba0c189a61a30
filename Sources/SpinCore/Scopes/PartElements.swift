/// Makes a feedback of the whole that serves several feedbacks of its parts.
///
/// For example, each part has a `Feedback(forEach:)`, or the parts contain parts of their own kind.
struct PartElements {
  let scope: ScopeWithParts
  let feedbacks: PartFeedbacks
  let kind: FeedbackKind
  /// Names a part; the part of a plain scope has no name, unless it is in a recursion.
  let name: (Int) -> ElementID?

  /// Makes the feedback.
  ///
  /// - Parameters:
  ///   - hasLimit: Whether the elements of a part may be limited.
  ///   - form: What the feedback compares in a part.
  /// - Returns: The feedback of the whole.
  func instance(hasLimit: Bool, form: FeedbackForm = .elements) -> FeedbackInstance {
    let table = ElementNumbers(hasGroups: hasLimit)
    let inner = { (number: Int) -> ElementWatcher.Inner? in
      guard let key = table.elements.key(number), let life = scope.life(key.part) else {
        return nil
      }
      return self.feedback(key, life).map { ($0, key.element) }
    }
    return ElementWatcher(
      kind: kind, form: form,
      list: { _, changes in
        for part in scope.endedParts { table.end(part, nil, &changes) }
        for part in scope.touchedParts { self.ask(part, table, &changes) }
        return changes.answer
      },
      describe: { number, step, sink in
        guard let key = table.elements.key(number) else { return }
        scope.describe(key.part, &step, sink) { life, step in
          self.feedback(key, life)?.describe(key.element, &step, sink)
        }
      },
      name: { number in
        table.elements.key(number).flatMap { key in
          self.name(key, inner(number).flatMap { $0.feedback.name($0.element) })
        }
      }, inner: inner,
      listKept: { changed, body in
        for part in scope.touchedParts { self.listKept(part, table, changed, body) }
      })
  }

  private func listKept(
    _ part: Int, _ table: ElementNumbers, _ changed: Set<Int>,
    _ body: (ElementID?, FeedbackInstance) -> Void
  ) {
    scope.life(part)?.forEach(feedbacks, kind) { number, feedback in
      let key = InnerElements.Key(part: part, feedback: number, element: 0)
      if let elements = feedback.elements {
        if elements.isOfParts {
          elements.listKept { body(name(key, $0), $1) }
        } else if elements.changes.isEmpty {
          body(name(key, nil), elements)
        }
      } else if table.elements.known(key).map(changed.contains) != true {
        body(name(key, nil), feedback)
      }
    }
  }

  /// Names an element of a part, given its name in the part.
  func name(_ key: InnerElements.Key, _ inner: ElementID?) -> ElementID? {
    let outer = name(key.part)
    guard let inner else { return outer }
    let isRecursion = key.feedback >= feedbacks.ownCount
    return outer?.appending(inner, isRecursion: isRecursion)
      ?? (isRecursion ? inner.withoutOnlyParts : inner)
  }

  func feedback(_ key: InnerElements.Key, _ life: PartLife) -> FeedbackInstance? {
    life.feedback(key.feedback, of: feedbacks, kind)
  }

  func ask(_ part: Int, _ table: ElementNumbers, _ changes: inout [ElementChange]) {
    guard let life = scope.life(part), let shown = life.shown else { return }
    life.forEach(feedbacks, kind) { number, feedback in
      let answer = feedback.answer(shown)
      if let elements = feedback.elements {
        if answer.forgetsWaiting { table.end(part, number, &changes) }
        if answer.listsElements {
          for change in elements.changes { table.append(change, part, number, &changes) }
        }
      } else if answer != .unchanged {
        let one = InnerElements.Key(part: part, feedback: number, element: 0)
        changes.append(answer, of: table.elements.number(one))
      }
    }
  }
}

/// The numbers of the elements of a ``PartElements``, and of the groups that they are in.
final class ElementNumbers {
  let elements = InnerElements()
  let groups: InnerElements?

  init(hasGroups: Bool) {
    groups = hasGroups ? InnerElements() : nil
  }

  /// Notes the change of an element of a part.
  func append(
    _ change: ElementChange, _ part: Int, _ feedback: Int, _ changes: inout [ElementChange]
  ) {
    let key = InnerElements.Key(part: part, feedback: feedback, element: change.element)
    let group = InnerElements.Key(part: part, feedback: feedback, element: change.group)
    let number = elements.number(key)
    changes.append(
      ElementChange(number, change.change, in: groups?.number(group) ?? 0))
  }

  /// Ends the elements of a part whose life has ended.
  ///
  /// With a feedback, ends only the elements of that feedback: a life inside the part has ended.
  func end(_ part: Int, _ feedback: Int?, _ changes: inout [ElementChange]) {
    for number in elements.removeAll(of: part, feedback) {
      changes.append(ElementChange(number, .ended))
    }
    _ = groups?.removeAll(of: part, feedback)
  }
}

/// The numbers of the elements of several parts, each of which numbers its own elements.
///
/// An element that leaves its collection keeps its number until the life of its part ends: its
/// immediate events may still wait, and end with that life.
final class InnerElements {
  struct Key: Hashable {
    let part: Int
    /// The number of the feedback among those of the part.
    let feedback: Int
    let element: Int
  }

  private let table = ElementTable<Key, Void>()
  /// The numbers of the elements of each part, in the order in which these appeared.
  @safe @exclusivity(unchecked) private var numbers: [Int: [Int]] = [:]
  // Guard: the drain, whose feedback has it.

  func key(_ number: Int) -> Key? {
    number < table.records.count ? table.records[number].id : nil
  }

  /// The number of an element, if it has one.
  func known(_ key: Key) -> Int? { table.numbers[key] }

  /// Returns the number of an element, or a new number if it has none.
  func number(_ key: Key) -> Int {
    if let known = known(key) { return known }
    let number = table.add(key, ())
    numbers[key.part, default: []].append(number)
    return number
  }

  /// Removes the elements of a part, or of a feedback of the part, and returns their numbers in
  /// order.
  func removeAll(of part: Int, _ feedback: Int?) -> [Int] {
    let known = numbers.removeValue(forKey: part) ?? []
    let isKept = { feedback != nil && self.key($0)?.feedback != feedback }
    let others = known.filter(isKept)
    if !others.isEmpty { numbers[part] = others }
    let all = known.filter { !isKept($0) }
    for number in all { table.remove(number) }
    return all
  }
}
