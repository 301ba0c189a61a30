/// The lives of parts, which end with all events that belong to them.
///
/// An event that work delivers belongs to an execution, which the end of the life dooms. An
/// immediate event belongs to no execution, so the engine notes the life in which it was described:
///
/// ```
/// step 1: document 1 is shown, and describes .just(a)     mailbox: open(2), a
/// step 2: open(2) is reduced, and ends the life of 1      mailbox: a
/// step 3: a is stale, because it was posted before that end
/// ```
extension Engine {
  /// Notes that immediate events of an effect are put into the mailbox.
  ///
  /// - Returns: The serial of their entries; 0 if they do not belong to a part.
  mutating func posted(_ feedback: Int, _ element: Int, _ count: Int) -> UInt64 {
    guard records[feedback].isOfPart else { return 0 }
    let serial = nextSerial()
    note(PostedEvents(element: element, count: count, lifeEnds: lifeEnds), serial)
    return serial
  }

  mutating func note(_ events: PostedEvents, _ serial: UInt64) {
    if events.count > 0 { madeExtras.posted.append(events, serial: serial) }
  }

  /// Notes more immediate events of an effect that has begun in this step.
  mutating func noteMore(_ count: Int, of element: Int, _ serial: UInt64) {
    let events = PostedEvents(element: element, count: count, lifeEnds: lifeEnds)
    guard let index = extras.first?.posted.index(of: serial) else {
      return madeExtras.posted.insert(events, serial: serial)
    }
    extras[0].posted.update(at: index) { $0.count += count }
  }

  /// An immediate event was taken from the mailbox.
  ///
  /// - Returns: Whether it is stale, because the life that it belongs to has ended.
  mutating func takePosted(_ tag: EntryTag) -> Bool {
    guard let index = extras.first?.posted.index(of: tag.serial) else { return false }
    let events = extras[0].posted[index]
    if events.count > 1 {
      extras[0].posted.update(at: index) { $0.count -= 1 }
    } else {
      extras[0].posted.remove(at: index)
    }
    return events.lifeEnds < latestEnd(tag.feedback, events.element)
  }

  /// The number of the newest end of a life that an element of a feedback belonged to.
  private func latestEnd(_ feedback: Int, _ element: Int) -> UInt64 {
    let record = records[feedback]
    guard let collection = record.collection,
      element < collections[collection].elements.count
    else { return record.latestEnd }
    return max(record.latestEnd, collections[collection][element].latestEnd)
  }

  /// Notes that a life of the part of a feedback has ended.
  mutating func lifeEnded(_ feedback: Int) {
    madeExtras.lifeEnds += 1
    records[feedback].latestEnd = lifeEnds
  }

  /// Notes that a life of the part of an element has ended.
  mutating func lifeEnded(_ feedback: Int, _ element: Int) {
    guard let collection = records[feedback].collection else { return lifeEnded(feedback) }
    madeExtras.lifeEnds += 1
    let end = lifeEnds
    collections[collection].update(element) { $0.latestEnd = end }
  }
}

/// Immediate events of one effect of a part, which wait in the mailbox.
package struct PostedEvents: Equatable, Sendable {
  let element: Int
  /// How many of them wait.
  var count: Int
  /// How many lives had ended when they were put there, see ``Engine/lifeEnds``.
  let lifeEnds: UInt64
}
