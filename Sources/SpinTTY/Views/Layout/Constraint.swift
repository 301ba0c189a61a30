/// Says how long a view is along one axis.
public enum Constraint: Hashable, Sendable {
  /// As long as what it shows.
  case content
  /// This many cells.
  case fixed(Int)
  /// As long as what it shows, and at least this many cells.
  case min(Int)
  /// As long as what it shows, and at most this many cells.
  case max(Int)
  /// A part of the room: numerator and denominator.
  case ratio(Int, Int)
  /// What the others leave, shared by weight.
  case fill(Int)

  /// What the others leave, in equal shares.
  public static let fill = Constraint.fill(1)

  /// Whether the room decides, not the view.
  var isFill: Bool {
    if case .fill = self { true } else { false }
  }

  /// What the content is offered of some room.
  func offer(of room: Int?) -> Int? {
    switch self {
    case .content, .fill: room
    case .fixed(let length): length.inCells
    case .min(let least): room.map { Swift.max(least.inCells, $0) }
    case .max(let most): Swift.min(most.inCells, room ?? .max)
    case .ratio(let part, let whole): room.map { Shares.part(of: $0, part, whole) }
    }
  }

  /// The length in some room of a view whose content takes `content` of what it is offered.
  func length(in room: Int?, content: Int) -> Int {
    switch self {
    case .content: content
    case .fixed(let length): length.inCells
    case .min(let least): Swift.max(least.inCells, content)
    case .max(let most): Swift.min(most.inCells, content)
    case .ratio, .fill: offer(of: room) ?? content
    }
  }
}
