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
/// 1. Each view gets its minimum. If the minima do not fit, whole views are left out: the lowest
///    priority first, and of one priority the last view first. No view of a lower priority is shown
///    in their place.
/// 2. Views that follow their content get the rest of what they want, the highest priority first.
/// 3. Views that fill share what is left, by weight, within their minima and maxima.
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
  /// Decides which views keep their room when it is tight.
  private(set) var priority = 0

  private init(_ basis: Basis) { self.basis = basis }

  /// As long as what it shows.
  public static let content = Constraint(.content)

  /// This many cells: the minimum and the maximum at once.
  public static func fixed(_ length: Int) -> Constraint { Constraint(.fixed(length.inCells)) }

  /// As long as what it shows, and at least this many cells.
  public static func min(_ length: Int) -> Constraint { content.atLeast(length) }

  /// As long as what it shows, and at most this many cells.
  public static func max(_ length: Int) -> Constraint { content.atMost(length) }

  /// A part of the room: numerator and denominator.
  ///
  /// The room is that of the container around the view, so the container takes all the room it is
  /// offered, as it does for a view that fills. If the room has no bound, such as the height in a
  /// viewport or of an inline view, it is as long as the views.
  public static func ratio(_ part: Int, _ whole: Int) -> Constraint {
    Constraint(.ratio(part, whole))
  }

  /// The room that the other views leave, shared by weight.
  public static func fill(_ weight: Int) -> Constraint { Constraint(.fill(weight)) }

  /// The room that the other views leave, in equal shares.
  public static let fill = Constraint.fill(1)

  /// The same with a minimum, in cells.
  ///
  /// A stack that cannot give a view its minimum leaves the view out, unless no other view would be
  /// shown. A minimum above the maximum wins.
  public func atLeast(_ length: Int) -> Constraint {
    var copy = self
    copy.least = length.inCells
    return copy
  }

  /// The same with a maximum, in cells.
  public func atMost(_ length: Int) -> Constraint {
    var copy = self
    copy.most = length.inCells
    return copy
  }

  /// The same with a priority.
  ///
  /// A view of a higher priority keeps its room longer; the default is 0. The priority decides along the axis of the stack that holds the view. A frame without one takes
  /// the priority of the view in it.
  public func priority(_ priority: Int) -> Constraint {
    var copy = self
    copy.priority = priority
    return copy
  }

  /// Whether the room decides, not the view.
  var isFill: Bool {
    if case .fill = basis { true } else { false }
  }

  /// Whether the view takes a part of the room.
  var isRatio: Bool {
    if case .ratio = basis { true } else { false }
  }

  /// Whether it adds nothing to what the content says, but for the priority.
  var followsContent: Bool { basis == .content && !hasBounds }

  /// Whether it only bounds what the content takes.
  var isBound: Bool { basis == .content && hasBounds }

  /// Whether what holds the view takes all the room.
  var takesRoom: Bool { isFill || isRatio }

  /// The weight of a view that fills, and 0 for others.
  var weight: Int {
    if case .fill(let weight) = basis { weight.asWeight } else { 0 }
  }

  private var hasBounds: Bool { least > 0 || most < Rectangle.bound }

  /// The length below which the view is left out.
  var minimum: Int {
    if case .fixed(let length) = basis { clamp(length) } else { least }
  }

  /// The length above which it takes no more.
  var maximum: Int {
    if case .fixed(let length) = basis { clamp(length) } else { Swift.max(least, most) }
  }

  /// The length within the minimum and the maximum.
  func clamp(_ length: Int) -> Int { Swift.max(least, Swift.min(length, most)) }

  /// A length that a view asks for, within the minimum and the maximum.
  func bounded(_ length: Int) -> Int { Swift.max(minimum, Swift.min(length, maximum)) }

  /// The room to offer to a view that is to be so long: for a ratio that of which this is the part.
  func room(for length: Int) -> Int {
    guard case .ratio(let part, let whole) = basis, part > 0 else { return length }
    return Swift.max(length, Shares.part(of: length, whole, part, rounding: .up))
  }

  /// What the content is offered of some room.
  func offer(of room: Int?) -> Int? {
    switch basis {
    case .content, .fill: room.map(clamp) ?? (most < Rectangle.bound ? clamp(most) : nil)
    case .fixed(let length): clamp(length)
    case .ratio(let part, let whole): room.map { clamp(Shares.part(of: $0, part, whole)) }
    }
  }

  /// The length in some room of a view whose content takes `content` of what it is offered.
  func length(in room: Int?, content: Int) -> Int { length(in: room) ?? clamp(content) }

  /// The length in some room; nil if it depends on the content.
  func length(in room: Int?) -> Int? {
    switch basis {
    case .content: nil
    case .fixed(let length): clamp(length)
    case .ratio, .fill: room.flatMap { offer(of: $0) }
    }
  }

  /// The constraint of a view with something around it.
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
