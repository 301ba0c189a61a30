/// The feedbacks of several parts, as feedbacks of the whole with an effect for each part.
extension PartsNode {
  /// Makes a feedback of the whole from a feedback of the parts.
  @inlinable
  func makeInstance(_ local: Int) -> FeedbackInstance<State, Event> {
    let sample = blueprint.sample(local)
    if sample.elements != nil { return innerElements(local, sample.kind) }
    return FeedbackInstance<State, Event>(
      ElementWatcher<State, Event>(
        ask: { _, changes in
          for number in self.left { changes.append(ElementChange(number, .ended)) }
          for number in self.touched { changes.append(self.ask(local, number), of: number) }
        },
        describe: { number, step in
          guard let record = self.records[number] else { return .none }
          return self.describe(record, &step) { record.life.feedbacks[local].describe(&$0) }
        },
        forget: { self.records[$0]?.life.feedbacks[local].forget?() }, name: { self.name($0) }),
      kind: sample.kind)
  }

  /// Returns the answer of a feedback of a part that has made a transition.
  @inlinable
  func ask(_ local: Int, _ number: Int) -> Answer {
    guard let life = records[number]?.life, let shown = life.shown else { return .unchanged }
    return life.feedbacks[local].answer(&shown.address.value)
  }

  /// Describes an effect with the newest transition of a part.
  @inlinable
  func describe(
    _ record: Record, _ step: inout CurrentTransition<State, Event>,
    _ describe: (inout CurrentTransition<Part, PartEvent>) -> Effect<PartEvent>
  ) -> Effect<Event> {
    let (id, embed) = (record.id, embed)
    return record.life.describe(in: &step, { copy(of: $0, id) }, { embed(id, $0) }, describe)
  }

  /// Copies a part outside of a step, when other threads may read the state.
  @inlinable
  func copy(of state: State, _ id: ID) -> Part? {
    var state = state
    return parts.find(&state, id)
  }

  // MARK: Elements of parts

  /// Makes a feedback that has an effect for each element of each part.
  @inlinable
  func innerElements(_ local: Int, _ kind: FeedbackKind) -> FeedbackInstance<State, Event> {
    let (table, groups) = (Memory<InnerElements>(), Memory<InnerElements>())
    table.value = InnerElements()
    if blueprint.feedbacks[local].traits.limit < .max { groups.value = InnerElements() }
    return FeedbackInstance<State, Event>(
      ElementWatcher<State, Event>(
        ask: { _, changes in
          for part in self.left {
            self.dismissElements(of: part, table, &changes)
            _ = groups.value?.removeAll(of: part)
          }
          for part in self.touched where self.records[part]?.life.feedbacks[local].elements != nil {
            self.askElements(local, part, table, groups, &changes)
          }
        },
        describe: { number, step in
          guard let place = table.value?.place(number), let record = self.records[place.part],
            let elements = record.life.feedbacks[local].elements
          else { return .none }
          return self.describe(record, &step) { elements.describe(place.element, &$0) }
        },
        forget: { number in
          guard let place = table.value?.place(number) else { return }
          self.records[place.part]?.life.feedbacks[local].elements?.forget?(place.element)
        },
        name: { number in
          guard let place = table.value?.place(number), let outer = self.name(place.part) else {
            return nil
          }
          let inner = self.records[place.part]?.life.feedbacks[local].elements?.name(place.element)
          return inner.map { outer.appending($0) } ?? outer
        }), kind: kind)
  }

  @inlinable
  func askElements(
    _ local: Int, _ part: Int, _ table: Memory<InnerElements>, _ groups: Memory<InnerElements>,
    _ changes: inout [ElementChange]
  ) {
    guard let life = records[part]?.life, let shown = life.shown,
      let elements = life.feedbacks[local].elements
    else { return }
    let answer = life.feedbacks[local].answer(&shown.address.value)
    if answer.forgetsWaiting { dismissElements(of: part, table, &changes) }
    guard answer.listsElements else { return }
    for change in elements.changes {
      guard let number = table.value?.number(part, change.element) else { continue }
      let group = groups.value?.number(part, change.group) ?? 0
      changes.append(ElementChange(number, change.change, in: group))
      if change.change.isGone { table.value?.remove(number) }
    }
  }

  /// Dismisses the elements of a part that has left, or of a life inside it that has ended.
  @inlinable
  func dismissElements(
    of part: Int, _ table: Memory<InnerElements>, _ changes: inout [ElementChange]
  ) {
    for number in table.value?.removeAll(of: part) ?? [] {
      changes.append(ElementChange(number, .ended))
    }
  }

  // MARK: The node

  /// Makes a filter of the whole from a filter of the parts, whose keys belong to the lives.
  @inlinable
  func makeFilter(_ local: Int) -> RepeatFilter<State, Event> {
    let life = Memory<Life>()
    return RepeatFilter<State, Event>(
      isRepeat: { state, whole, time in
        if local == 0 { self.asked = .some(whole.flatMap { self.event($0) }) }
        life.value = nil
        guard let (id, own) = self.asked ?? nil, let number = self.numbers[id],
          let current = self.records[number]?.life, var part = self.copy(of: state, id)
        else { return false }
        life.value = current
        return current.filters[local].isRepeat(&part, own, time)
      },
      noteFate: { time in
        if time == nil { self.asked = nil }
        life.value.take()?.filters[local].noteFate(time)
      })
  }

  /// The node with its types hidden.
  @inlinable
  var erased: ScopeNode<State, Event> {
    ScopeNode<State, Event>(
      begin: { self.begin(&$0) }, look: { self.look(&$0, $1) },
      take: { state, _ in self.take(&state) }, settle: { self.settle(&$0, $1) },
      noteOrigin: { self.note($0) }, forgetEvent: { self.forgetEvent() },
      makeInstance: { self.makeInstance($0) }, makeFilter: { self.makeFilter($0) })
  }
}

/// The numbers of the elements of several parts, each of which numbers its own elements.
@usableFromInline
struct InnerElements {
  @usableFromInline
  struct Place: Hashable {
    @usableFromInline let part: Int
    @usableFromInline let element: Int
  }

  /// The elements of each part, with the order in which they appeared.
  private var numbers: [Int: [Int: (number: Int, age: Int)]] = [:]
  private var newestAge = 0
  private var places: [Place?] = []
  private var free: [Int] = []

  @usableFromInline
  init() {}

  @usableFromInline
  func place(_ number: Int) -> Place? { number < places.count ? places[number] : nil }

  /// Returns the number of an element, or a new number if it has none.
  @usableFromInline
  mutating func number(_ part: Int, _ element: Int) -> Int {
    if let known = numbers[part]?[element] { return known.number }
    let number = free.popLast() ?? places.count
    let place = Place(part: part, element: element)
    if number == places.count { places.append(place) } else { places[number] = place }
    newestAge += 1
    numbers[part, default: [:]][element] = (number, newestAge)
    return number
  }

  @usableFromInline
  mutating func remove(_ number: Int) {
    guard let place = places[number] else { return }
    places[number] = nil
    numbers[place.part]?[place.element] = nil
    free.append(number)
  }

  /// Removes all elements of a part, and returns their numbers in order.
  @usableFromInline
  mutating func removeAll(of part: Int) -> [Int] {
    let known = (numbers.removeValue(forKey: part) ?? [:]).values
    let all = known.sorted { $0.age < $1.age }.map(\.number)
    for number in all { places[number] = nil }
    free.append(contentsOf: all)
    return all
  }
}
