internal import Foundation
internal import SpinCore

/// Runs a closure on a new thread and waits for it.
package func onThread<Result: Sendable>(
  stackSize: Int? = nil, _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
}

/// Runs a closure on a new thread, and blocks until it has returned.
package func onThreadBlocking(_ body: @escaping @Sendable () -> Void) {
  let done = Gate()
  Thread {
    body()
    done.open()
  }.start()
  done.waitBlocking()
}

/// Runs a closure on several new threads at once, each with its number, and waits for all.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let startingLine = StartingLine(count)
  await withTaskGroup { group in
    for number in 0..<count {
      group.addTask {
        await onThread {
          startingLine.wait()
          body(number)
        }
      }
    }
  }
}

/// Releases several threads at the same moment.
private final class StartingLine: Sendable {
  private let missing: Guarded<Int>
  private let gate = Gate()

  init(_ count: Int) {
    missing = Guarded(count)
  }

  func wait() {
    let isLast = missing.withLock { missing in
      missing -= 1
      return missing == 0
    }
    if isLast { gate.open() } else { gate.waitBlocking() }
  }
}

/// Returns the reduced number in a debug build, which is slower, and the full number in a release
/// build; a tenth of the former under the thread sanitizer, which is slower still.
package func inRelease(_ count: Int, inDebug few: Int) -> Int {
  #if SPIN_THREAD_SANITIZER
    max(few / 10, 1)
  #elseif DEBUG
    few
  #else
    count
  #endif
}

/// The stack size of secondary threads on Apple's platforms, the smallest one that loops must work
/// with.
package let smallStack = 512 * 1024
