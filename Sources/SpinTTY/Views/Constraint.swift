/// The length of a view along one axis.
///
/// ```swift
/// VStack {
///   Text("A title").frame(height: .fixed(1).priority(2))
///   Text("the story").frame(height: .fill.atLeast(5).priority(1))
///   Text("a remark").frame(height: .content.atMost(3))
/// }
/// ```
///
/// A stack divides its room in this order:
/// 1. Each view gets its minimum. If the minima do not fit, whole views are omitted: the lowest
///    priority first, and within a priority the last view first. No view of a lower priority is
///    shown in their place.
/// 2. Views that follow their content get the rest of the length they ask for, by priority.
/// 3. Views that fill share the remaining room by weight, within their minima and maxima.
public struct Constraint: Hashable, Sendable {
  enum Basis: Hashable {
    case content
    case fixed(Int)
    case ratio(Int, Int)
    case fill(Int)
  }

  let basis: Basis
  private var least = 0
  private var most = Rectangle.bound
  /// The priority, which decides which views keep their room if it is tight.
  private(set) var priority = 0

  private init(_ basis: Basis) { self.basis = basis }

  /// As long as the content.
  public static let content = Constraint(.content)

  /// Exactly this many cells, which are both the minimum and the maximum.
  public static func fixed(_ length: Int) -> Constraint { Constraint(.fixed(length.inCells)) }

  /// As long as the content, and at least this many cells.
  public static func min(_ length: Int) -> Constraint { content.atLeast(length) }

  /// As long as the content, and at most this many cells.
  public static func max(_ length: Int) -> Constraint { content.atMost(length) }

  /// A part of the room, as a numerator and a denominator.
  ///
  /// The room is the room of the container around the view. The container therefore takes all the
  /// room offered, as it does for a view that fills. If the room is unbounded, such as the height
  /// in a viewport or of an inline view, the view is as long as its content.
  public static func ratio(_ part: Int, _ whole: Int) -> Constraint {
    Constraint(.ratio(part, whole))
  }

  /// The room that the other views leave, shared by weight.
  public static func fill(_ weight: Int) -> Constraint { Constraint(.fill(weight)) }

  /// The room that the other views leave, in equal shares.
  public static let fill = Constraint.fill(1)

  /// Returns the constraint with a minimum, in cells.
  ///
  /// A stack that cannot give a view its minimum omits the view, unless no other view would be
  /// shown. A minimum above the maximum takes precedence.
  public func atLeast(_ length: Int) -> Constraint {
    var copy = self
    copy.least = length.inCells
    return copy
  }

  /// Returns the constraint with a maximum, in cells.
  public func atMost(_ length: Int) -> Constraint {
    var copy = self
    copy.most = length.inCells
    return copy
  }

  /// Returns the constraint with a priority.
  ///
  /// A view of a higher priority keeps its room longer; the default is 0. The priority counts along
  /// the axis of the stack around the view. A frame without a priority takes the priority of its
  /// content.
  public func priority(_ priority: Int) -> Constraint {
    var copy = self
    copy.priority = priority
    return copy
  }

  /// Whether the view takes the room that other views leave.
  var isFill: Bool {
    if case .fill = basis { true } else { false }
  }

  /// Whether the view takes a part of the room.
  var isRatio: Bool {
    if case .ratio = basis { true } else { false }
  }

  /// Whether the constraint is the content's own, except for the priority.
  var followsContent: Bool { basis == .content && !hasBounds }

  /// Whether the constraint only bounds the content's length.
  var isBound: Bool { basis == .content && hasBounds }

  /// Whether the container of the view takes all the room.
  var takesRoom: Bool { isFill || isRatio }

  /// The weight of a view that fills, and 0 for others.
  var weight: Int {
    if case .fill(let weight) = basis { weight.asWeight } else { 0 }
  }

  private var hasBounds: Bool { least > 0 || most < Rectangle.bound }

  /// The length below which the view is omitted.
  var minimum: Int {
    if case .fixed(let length) = basis { clamp(length) } else { least }
  }

  /// The largest length of the view.
  var maximum: Int {
    if case .fixed(let length) = basis { clamp(length) } else { Swift.max(least, most) }
  }

  /// Returns a length clamped to the bounds.
  func clamp(_ length: Int) -> Int { Swift.max(least, Swift.min(length, most)) }

  /// Returns the length that a view asks for, clamped to the minimum and the maximum.
  func bounded(_ length: Int) -> Int { Swift.max(minimum, Swift.min(length, maximum)) }

  /// Returns the room to offer to a view so that it has a length; for a ratio, the room that the
  /// length is a part of.
  func room(for length: Int) -> Int {
    guard case .ratio(let part, let whole) = basis, part > 0 else { return length }
    return Swift.max(length, Shares.part(of: length, whole, part, rounding: .up))
  }

  /// Returns the length in a room of a view that measures `length`: all of the room if it fills.
  func filled(_ length: Int, in room: Int) -> Int {
    isFill ? Swift.max(length, Swift.min(room, maximum)) : length
  }

  /// Returns the length that the content is offered in a room.
  func offer(of room: Int?) -> Int? {
    switch basis {
    case .content, .fill: room.map(clamp) ?? (most < Rectangle.bound ? clamp(most) : nil)
    case .fixed(let length): clamp(length)
    case .ratio(let part, let whole): room.map { clamp(Shares.part(of: $0, part, whole)) }
    }
  }

  /// Returns the length in a room of a view whose content takes `content` cells of its offer.
  func length(in room: Int?, content: Int) -> Int { length(in: room) ?? clamp(content) }

  /// Returns the length in a room, or `nil` if it depends on the content.
  func length(in room: Int?) -> Int? {
    switch basis {
    case .content: nil
    case .fixed(let length): clamp(length)
    case .ratio, .fill: room.flatMap { offer(of: $0) }
    }
  }

  /// Returns the constraint of the view together with a number of cells around it.
  func insetBy(_ cells: Int) -> Constraint {
    switch basis {
    case .fixed:
      return Constraint.content.atLeast(minimum + cells).priority(priority)
    case .content where least == 0:
      return Constraint.content.priority(priority)
    default:
      var copy = self
      if least > 0 { copy.least = (least + cells).inCells }
      if most < Rectangle.bound { copy.most = (most + cells).inCells }
      return copy
    }
  }
}
