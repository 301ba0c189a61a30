/// A stage as the nodes of a ``StageMachine``, and the piece of work of each node.
///
/// - Complexity: O(n) for n nodes. It does not recurse, because stages may nest to any depth.
struct StageTree {
  private(set) var nodes: [StageNode] = []
  /// The piece of each node, in the same places.
  private(set) var pieces: [StagePiece] = []
  /// The place of the first node among all nodes of the execution.
  private let base: Int

  private enum Item {
    case work(Work)
    case works([Work])
    case part(StageContent)
    case piece(StagePiece)
  }

  /// The items that become nodes, the next one last.
  private var items: [(Item, parent: Int32)] = []

  init(_ stage: Stage, from base: Int) {
    self.base = base
    items = [(.work(.staged(stage)), StageNode.none)]
    while let (item, parent) = items.popLast() { add(item, parent) }
  }

  private mutating func add(_ item: Item, _ parent: Int32) {
    switch item {
    case .work(.staged(let stage)): add(stage.form, parent)
    case .work(let work): _ = append(.work, .work(work), parent)
    case .piece(let piece): _ = append(.work, piece, parent)
    case .works(let works): add(works.map { .work($0) }, parent)
    case .part(let part):
      let events: [Item] = part.events.isEmpty ? [] : [.piece(.events(part.events))]
      add(events + part.works.map { .work($0) }, parent)
    }
  }

  private mutating func add(_ form: StageForm, _ parent: Int32) {
    switch form {
    case .delay(let delay, let part):
      let place = append(.delay, .alarm(delay), parent)
      if !part.events.isEmpty || !part.works.isEmpty { items.append((.part(part), place)) }
    case .timeout(let delay, let event, let works):
      push([.works(works), .piece(.timeout(delay, event))], append(.timeout, .none, parent))
    case .race(let parts):
      push(parts.map { .works($0) }, append(.race, .none, parent))
    case .chain(let chain):
      let place = append(.chain, .none, parent)
      push(chain.rest.all.map { .part($0) }, place)
      let marker: [Item] = chain.hasEvents ? [.piece(.marker)] : []
      add(marker + chain.first.map { .work($0) }, place)
    case .retry(let backoff, let work):
      _ = append(.attempt, .attempt(backoff, work, number: 0), parent)
    }
  }

  /// Adds items that begin together.
  private mutating func add(_ items: [Item], _ parent: Int32) {
    if items.count == 1 { return self.items.append((items[0], parent)) }
    push(items, append(.all, .none, parent))
  }

  private mutating func push(_ items: [Item], _ parent: Int32) {
    for item in items.reversed() { self.items.append((item, parent)) }
  }

  private mutating func append(
    _ kind: StageNode.Kind, _ piece: StagePiece, _ parent: Int32
  ) -> Int32 {
    let place = Int32(base + nodes.count)
    nodes.append(StageNode(kind: kind, parent: parent))
    pieces.append(piece)
    guard parent != StageNode.none else { return place }
    let mother = Int(parent) - base
    if nodes[mother].firstChild == StageNode.none {
      nodes[mother].firstChild = place
    } else {
      nodes[Int(nodes[mother].lastChild) - base].nextSibling = place
    }
    nodes[mother].lastChild = place
    return place
  }
}

/// The work of a node of a staged execution.
enum StagePiece: Sendable {
  /// Nothing, or nothing more.
  case none
  case work(Work)
  /// It delivers events.
  case events([any EventValue])
  /// It waits until the immediate events that are in the mailbox are reduced.
  case marker
  /// It sets an alarm.
  case alarm(StageDelay)
  /// It delivers an event after a delay, and after all other work that is due at the same time.
  case timeout(Duration, any EventValue)
  /// It makes attempts; `number` counts those before.
  case attempt(Backoff, @Sendable (AttemptTurn) -> Work, number: Int)

  var isAttempt: Bool { if case .attempt = self { true } else { false } }
}
