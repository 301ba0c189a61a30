package import SpinCallbacks
internal import SpinCore

/// A place for the tokens of observers.
package final class Tokens: Sendable {
  private let tokens = Guarded<[ObservationToken]>([])

  package init() {}

  package func keep(_ token: ObservationToken) {
    tokens.withLock { $0.append(token) }
  }

  /// Keeps a token in the place of all others, whose observations end.
  package func replace(by token: ObservationToken) {
    drop()
    keep(token)
  }

  /// Ends all observations.
  package func drop() {
    let all = tokens.withLock { tokens in
      defer { tokens = [] }
      return tokens
    }
    for token in all { token.cancel() }
  }
}
