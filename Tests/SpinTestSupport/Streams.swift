/// Finite streams.
extension AsyncStream where Element: Sendable {
  package init(of elements: [Element]) {
    self.init { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish()
    }
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  package init(of elements: [Element], failure: some Error) {
    self.init { continuation in
      for element in elements { continuation.yield(element) }
      continuation.finish(throwing: failure)
    }
  }
}
