import SpinCore
import Synchronization

/// Prints the states that differ from the one before, and counts the events.
final class Changes: Sendable {
  private struct Seen {
    var count = 0
    var newest: Levels?
  }

  private let output: Output
  private let seen = Mutex(Seen())

  init(_ output: Output) {
    self.output = output
  }

  var count: Int { seen.withLock { $0.count } }

  func show(_ transition: Transition<Levels, LevelsEvent>) {
    let isNew = seen.withLock { seen in
      defer {
        seen.count = transition.number
        seen.newest = transition.state
      }
      return seen.newest != transition.state
    }
    if isNew { output.line("\(transition.state.left) \(transition.state.right)") }
  }
}
