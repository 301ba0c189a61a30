/// Where the closure of a feedback puts the effect that it describes.
///
/// It collects the immediate events and the work of one effect, until the drain has carried out the
/// engine's order about them. The effect of a part is converted on its way in.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
package final class EffectSink {
  @safe @exclusivity(unchecked) private(set) var events: EntryRing
  @safe @exclusivity(unchecked) private(set) var works = OneOrMore<Work>()
  /// The conversions of the scopes around the part that describes an effect, outermost first.
  @safe @exclusivity(unchecked) private var conversions: [Conversion] = []
  private let ops: TypeOps

  init(_ events: TypeOps) {
    ops = events
    self.events = EntryRing(events)
  }

  @usableFromInline
  func add(taking event: EventPlace) {
    if conversions.isEmpty { return events.append(EntryTag(.immediate), taking: event) }
    convert(event, conversions.count - 1)
  }

  private func convert(_ event: EventPlace, _ depth: Int) {
    conversions[depth].convert(event) { event in
      if depth == 0 {
        events.append(EntryTag(.immediate), taking: event)
      } else {
        convert(event, depth - 1)
      }
    }
  }

  @usableFromInline
  func add(_ work: Work) {
    works.append(conversions.reversed().reduce(work) { $0.map($1) })
  }

  /// Converts the events and the work that a closure describes.
  func converting(by conversion: Conversion, _ describe: () -> Void) {
    conversions.append(conversion)
    describe()
    conversions.removeLast()
  }

  // MARK: Taking it out

  var isEmpty: Bool { events.isEmpty && works.isEmpty }

  var eventCount: Int { events.count }

  var workCount: Int { works.count }

  /// Moves the events to the end of a mailbox's queue, with another tag.
  func moveEvents(to mailbox: Mailbox, as tag: EntryTag) {
    while !events.isEmpty {
      mailbox.queue.append(tag, taking: events.firstEvent)
      events.removeFirst()
    }
  }

  /// Takes the work.
  func takeWorks() -> OneOrMore<Work> { works.takeAll() }

  /// Takes the whole effect.
  ///
  /// `number` is that of the transition in whose step it was described.
  func takeEffect(since number: Int = 0) -> HeldEffect {
    let effect = HeldEffect(ops, works.takeAll(), since: number)
    events.moveLast(events.count, to: &effect.events)
    return effect
  }

  /// Takes an effect that was held.
  func take(_ effect: HeldEffect) {
    effect.events.moveLast(effect.events.count, to: &events)
    works = effect.works
  }

  /// Forgets the effect.
  func clear() {
    _ = takeEffect()
  }
}

/// A described effect that waits for the one before it.
final class HeldEffect {
  @safe @exclusivity(unchecked) fileprivate(set) var events: EntryRing
  fileprivate let works: OneOrMore<Work>
  /// The number of the transition in whose step it was described.
  let since: Int

  fileprivate init(_ events: TypeOps, _ works: OneOrMore<Work>, since number: Int) {
    since = number
    self.events = EntryRing(events)
    self.works = works
  }
}
