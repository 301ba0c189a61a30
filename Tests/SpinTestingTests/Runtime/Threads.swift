import Foundation

/// Calls a closure on a new thread.
func spawn(_ body: @escaping @Sendable () -> Void) {
  Thread { body() }.start()
}

/// Tells one thread from another, while both exist.
func threadID() -> Int { ObjectIdentifier(Thread.current).hashValue }
