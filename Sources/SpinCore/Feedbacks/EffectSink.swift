/// Where an effect closure puts the effect that it describes.
///
/// The sink puts the immediate events at the end of the drain's queue, and collects the work of one effect.
/// It keeps both until the drain has carried out the engine's order about them. The sink converts the effect
/// of a part to one of the whole.
///
/// *Isolation*: belongs to the owner of the drain.
@usableFromInline
package final class EffectSink {
  private let mailbox: Mailbox
  /// How many events of the effect are at the end of the queue.
  private(set) var eventCount = 0
  /// Made for the first effect that has work, or that is of a part.
  private var extras: Extras?

  /// What the effects of few spins need.
  private final class Extras {
    @safe @exclusivity(unchecked) var works = OneOrMore<Work>()
    /// The conversions of the scopes around the part that describes an effect, outermost first.
    @safe @exclusivity(unchecked) var conversions: [Conversion] = []

    init() {}
  }

  init(_ mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  @usableFromInline
  func add(taking event: EventPlace) {
    guard let extras, !extras.conversions.isEmpty else { return put(event) }
    convert(event, extras.conversions, extras.conversions.count - 1)
  }

  @inline(__always)
  private func put(_ event: EventPlace) {
    mailbox.queue.append(EntryTag(.immediate), taking: event)
    eventCount &+= 1
  }

  private func convert(_ event: EventPlace, _ conversions: [Conversion], _ depth: Int) {
    conversions[depth].convert(event) { event in
      if depth == 0 { put(event) } else { convert(event, conversions, depth - 1) }
    }
  }

  @usableFromInline
  func add(_ work: Work) {
    let extras = extras.made(Extras())
    if extras.conversions.isEmpty { return extras.works.append(work) }
    extras.works.append(extras.conversions.reversed().reduce(work) { $0.map($1) })
  }

  /// Converts the events and the work that a closure describes.
  func converting(by conversion: Conversion, _ describe: () -> Void) {
    let extras = extras.made(Extras())
    extras.conversions.append(conversion)
    describe()
    extras.conversions.removeLast()
  }

  // MARK: Taking it out

  var isEmpty: Bool { eventCount == 0 && workCount == 0 }

  var workCount: Int { extras?.works.count ?? 0 }

  /// What the effect consists of, in words.
  var shape: String {
    var parts = eventCount == 0 ? [] : [eventCount == 1 ? "event" : "\(eventCount) events"]
    extras?.works.forEach { parts.append($0.shape) }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  /// Leaves the events where they are, with another tag.
  @inline(__always)
  func leaveEvents(as tag: EntryTag) {
    mailbox.queue.setTags(ofLast: eventCount, to: tag)
    eventCount = 0
  }

  /// Takes the work.
  func takeWorks() -> OneOrMore<Work> { extras?.works.takeAll() ?? OneOrMore() }

  /// Takes the whole effect.
  ///
  /// `number` is that of the transition in whose step it was described.
  func takeEffect(since number: Int = 0) -> HeldEffect {
    let effect = HeldEffect(mailbox.events, takeWorks(), since: number)
    mailbox.queue.moveLast(eventCount, to: &effect.events)
    eventCount = 0
    return effect
  }

  /// Takes an effect that was held.
  func take(_ effect: HeldEffect) {
    eventCount = effect.events.count
    effect.events.moveLast(eventCount, to: &mailbox.queue)
    if !effect.works.isEmpty { extras.made(Extras()).works = effect.works }
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
