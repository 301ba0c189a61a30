internal import SpinCore

/// A log of events in order, which any thread can write.
final class Log<Entry: Sendable>: Sendable {
  private let content = Guarded<[Entry]>([])
  private let onChange: @Sendable () -> Void

  init(_ onChange: @escaping @Sendable () -> Void) {
    self.onChange = onChange
  }

  var entries: [Entry] { content.withLock { $0 } }

  var count: Int { content.withLock { $0.count } }

  func callAsFunction(_ entry: Entry) {
    content.withLock { $0.append(entry) }
    onChange()
  }
}

extension Log where Entry: Equatable {
  func contains(_ entry: Entry) -> Bool { content.withLock { $0.contains(entry) } }
}
