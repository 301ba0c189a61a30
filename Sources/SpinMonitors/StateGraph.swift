/// The states that runs have gone through, and the events between them.
///
/// ```swift
/// let graph = Recorded(StateGraph())
/// let options = RunOptions<Draft, Draft.Event>(monitors: [.graph(of: \.phase, into: graph)])
/// print(graph.value.mermaid)
/// #expect(graph.value.unreached(Phase.self) == [])
/// ```
///
/// A state is called by what a projection selects of it, so that a graph has a few states even if a
/// program has infinitely many. Graphs of several runs are merged.
public struct StateGraph: Hashable, Sendable {
  /// An event that has led from one state to another, or back to the same.
  public struct Edge: Hashable, Comparable, Sendable {
    /// The name of the state before the event.
    public let from: String
    /// The name of the event.
    public let event: String
    /// The name of the state after the event.
    public let to: String

    /// Creates an edge.
    public init(from: String, event: String, to: String) {
      self.from = from
      self.event = event
      self.to = to
    }

    /// Compares by the state before, then by the event, then by the state after.
    public static func < (left: Edge, right: Edge) -> Bool {
      (left.from, left.event, left.to) < (right.from, right.event, right.to)
    }
  }

  /// The states in which runs have begun.
  public private(set) var starts: Set<String> = []

  /// The states.
  public private(set) var states: Set<String> = []

  /// The events between the states.
  public private(set) var edges: Set<Edge> = []

  /// Creates an empty graph.
  public init() {}

  // MARK: Growing

  /// Adds a state in which a run has begun.
  public mutating func add(start state: String) {
    starts.insert(state)
    states.insert(state)
  }

  /// Adds an edge and its states.
  public mutating func add(_ edge: Edge) {
    if edges.insert(edge).inserted { states.formUnion([edge.from, edge.to]) }
  }

  /// Adds what another graph has.
  public mutating func merge(_ other: StateGraph) {
    starts.formUnion(other.starts)
    states.formUnion(other.states)
    edges.formUnion(other.edges)
  }

  // MARK: What is missing

  /// Returns what another graph has and this one has not: what a test has not reached.
  ///
  /// The states of the result are those that are missing, and those at the ends of missing edges.
  public func missing(from other: StateGraph) -> StateGraph {
    var missing = StateGraph()
    missing.starts = other.starts.subtracting(starts)
    missing.states = other.states.subtracting(states).union(missing.starts)
    for edge in other.edges.subtracting(edges) { missing.add(edge) }
    return missing
  }

  /// Returns the cases that are no state of the graph, in order.
  ///
  /// - Parameter cases: The type of the values that the projection of the graph selects.
  /// - Returns: The cases that no run has reached.
  public func unreached<Case: CaseIterable>(_ cases: Case.Type) -> [Case] {
    Case.allCases.filter { !states.contains("\($0)") }
  }
}

extension Monitor {
  /// Adds the states and events of each run to a graph.
  ///
  /// An event that leads to no other state is an edge from the state to itself.
  ///
  /// - Parameters:
  ///   - select: Selects what a state is called by, such as an enum. Called with every state.
  ///   - graph: The graph, which several runs may share.
  ///   - name: Names an event; without it, the case of an enum, without its values.
  /// - Returns: A monitor.
  public static func graph<Node>(
    of select: @escaping @Sendable (State) -> Node, into graph: Recorded<StateGraph>,
    naming name: (@Sendable (Event) -> String)? = nil
  ) -> Monitor {
    Monitor(attaching: { _ in
      let newest = Guarded("")
      let names = CaseNames<Event>()
      return { told in
        guard case .reduced = told.fact, let transition = told.transition else { return }
        let state = "\(select(transition.state))"
        let before = newest.withLock { newest in
          defer { newest = state }
          return newest
        }
        let event = transition.event.map { name?($0) ?? names.name(of: $0) }
        graph.update { graph in
          if let event {
            graph.add(StateGraph.Edge(from: before, event: event, to: state))
          } else {
            graph.add(start: state)
          }
        }
      }
    })
  }
}
