import Synchronization

/// What happened, in order, written by any thread.
final class Transcript<Entry: Sendable>: Sendable {
  private let entries = Mutex<[Entry]>([])

  var all: [Entry] { entries.withLock { $0 } }
  func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}
