/// The length of a view along one axis.
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
  ///
  /// The room is that of the container around the view, so the container takes all the room it is
  /// offered, as it does for a view that fills. If the room has no bound, such as the height in a
  /// viewport or of an inline view, it is as long as the views.
  case ratio(Int, Int)
  /// The room that the other views leave, shared by weight.
  case fill(Int)

  /// The room that the other views leave, in equal shares.
  public static let fill = Constraint.fill(1)

  /// Whether the room decides, not the view.
  var isFill: Bool {
    if case .fill = self { true } else { false }
  }

  /// Whether the view takes a part of the room.
  var isRatio: Bool {
    if case .ratio = self { true } else { false }
  }

  /// Whether it only bounds what the content takes.
  var isBound: Bool {
    switch self {
    case .min, .max: true
    default: false
    }
  }

  /// Whether what holds the view takes all the room.
  var takesRoom: Bool { isFill || isRatio }

  /// The room to offer to a view that is to be so long: for a ratio that of which this is the part.
  func room(for length: Int) -> Int {
    guard case .ratio(let part, let whole) = self, part > 0 else { return length }
    return Swift.max(length, Shares.part(of: length, whole, part, rounding: .up))
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
