@_exported public import SpinCore

/// A value that monitors change while loops run, and that other code reads.
///
/// ```swift
/// let graph = Recorded(StateGraph())
/// let running = spin.start(
///   on: .async, options: RunOptions(monitors: [.graph(of: \.phase, into: graph)]))
/// print(graph.value.mermaid)
/// ```
///
/// Several runs may share one. All members may be used from any thread.
public final class Recorded<Value: Sendable>: Sendable {
  private let content: Guarded<Value>

  /// Creates a value to record into.
  public init(_ value: Value) {
    content = Guarded(value)
  }

  /// What was recorded until now.
  public var value: Value { content.withLock { $0 } }

  func update(_ change: (inout sending Value) -> Void) {
    content.withLock { change(&$0) }
  }
}
