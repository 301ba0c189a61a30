import Synchronization

/// Lets tasks wait until it is opened.
final class Gate: Sendable {
  private let content = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
    (false, []))

  func open() {
    let waiting = content.withLock { content in
      defer { content = (true, []) }
      return content.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = content.withLock { content in
        if !content.isOpen { content.waiting.append(continuation) }
        return content.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
