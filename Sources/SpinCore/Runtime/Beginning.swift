/// A subscription whose closure a thread calls: what it emits meanwhile on this thread is immediate.
///
/// ```
/// drain                          another thread
/// calls the closure              |
/// |  emits a      (immediate)    emits b      (delivered)
/// the closure returns            |
/// notes one immediate event
/// ```
///
/// The events are in the mailbox at once, so that those of a source that continues on another thread stay
/// in order. The drain notes them afterwards, which is soon enough, because only the drain takes them.
struct Beginning {
  private let part: ObjectIdentifier
  private let tag: EntryTag
  /// How many events the mailbox has accepted.
  fileprivate(set) var count = 0

  init(of part: AnyObject, _ tag: EntryTag) {
    self.part = ObjectIdentifier(part)
    self.tag = tag
  }

  /// The tag for events of a part; `nil` if this is the subscription of another part.
  fileprivate func tag(of part: AnyObject) -> EntryTag? {
    self.part == ObjectIdentifier(part) ? tag : nil
  }
}

extension ThreadFrame {
  /// Calls a closure in which a subscription begins, and returns how many immediate events it has emitted.
  static func counting(_ beginning: Beginning, _ body: () -> Void) -> Int {
    let thread = Thread.current
    let before = thread.value.beginning
    thread.value.beginning = beginning
    body()
    let count = thread.value.beginning?.count ?? 0
    thread.value.beginning = before
    return count
  }

  /// The tag of immediate events of a part, if the calling thread calls its closure.
  static func beginning(of part: AnyObject) -> EntryTag? {
    Thread.current.value.beginning?.tag(of: part)
  }

  /// Counts an immediate event of the subscription.
  static func countBeginning() { Thread.current.value.beginning?.count += 1 }
}
