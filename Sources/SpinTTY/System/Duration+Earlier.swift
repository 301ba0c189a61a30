extension Duration {
  /// Returns the earlier of two deadlines; `nil` is never.
  static func earlier(_ first: Duration?, _ second: Duration?) -> Duration? {
    guard let first else { return second }
    return second.map { min(first, $0) } ?? first
  }
}
