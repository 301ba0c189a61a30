/// The regions of a frame: what the user saw when they did something.
///
/// Every ``UserInput`` has the map of the frame on which it was made. A region is a view with an
/// ``View/id(_:)``.
///
/// ```swift
/// let rows = input.frame[Area.detail]?.content.rows
/// ```
///
/// Where there is no screen, and before the first frame, the map has number 0 and no regions.
public struct FrameMap: Hashable, Sendable {
  /// A view with an id, where a frame shows it.
  public struct Region: Hashable, Sendable {
    let key: RegionKey
    /// The layer that it lies in: 0 for the view of the program itself, and from 1 on its layers, in
    /// order of declaration.
    public let layer: Int
    /// The place and the size, with the parts that are cut off.
    public let rectangle: Rectangle
    /// The part that lies on the screen; other regions may lie on top of it.
    public let visible: Rectangle
    /// The size of what the region scrolls; its own size if it scrolls nothing.
    public internal(set) var content: Size
    /// The size of the part of ``content`` that is seen at once.
    public internal(set) var page: Size
    /// Whether the focus can go to it.
    public internal(set) var isFocusable = false
    /// Whether it hides all that lies below it.
    public internal(set) var isOpaque = false
    /// Whether enter is a click on it, if nothing else takes enter.
    var isDefault = false
    /// Whether its text begins in its first column, so that a menu below it does so too.
    var beginsAtEdge = false
    /// Whether it holds a text that nobody is to see, such as a password.
    public internal(set) var isSecret = false
    /// The number of the region that it lies in.
    let parent: Int?
    /// Where the characters of a line of text stand.
    var stops: TextStops?
    /// Where the characters of a text of several lines stand.
    var grid: TextGrid?

    /// The id, if it is of a type.
    public func id<ID: Hashable & Sendable>(as type: ID.Type = ID.self) -> ID? { key.id(as: type) }
  }

  /// What hides regions, and has no id itself.
  struct Cover: Hashable {
    var area: Rectangle
    /// The number of regions that were declared before it: those with smaller numbers lie below.
    var level: Int
    /// The number of the region that it lies in, and belongs to.
    var parent: Int?
    var layer: Int
  }

  /// A cell of the screen.
  package struct Place: Hashable, Sendable {
    /// The column, from zero.
    package let column: Int
    /// The row, from zero.
    package let row: Int
  }

  /// The number of the frame, from 1 on.
  public internal(set) var number = 0
  /// The size of the screen.
  public internal(set) var size = Size.zero
  /// The regions, each behind those that it lies on or in.
  public internal(set) var regions: [Region] = []
  var covers: [Cover] = []
  /// The forms of which only some rows are seen.
  var scrolledForms: [ScrolledForm] = []
  /// The layer that is being drawn.
  var layer = 0
  /// The lowest layer that gets input: the topmost of those that catch everything.
  var lowestLayer = 0
  /// For each layer from 1 on, which of its lives the frame shows.
  var lives: [Int] = []
  /// Where the focus is: where a cursor stands for those who follow it by ear or by magnifier.
  package internal(set) var focus: Place?

  /// Creates a map without regions.
  public init() {}

  /// The region of an id; the topmost, if several have it.
  ///
  /// - Complexity: O(*regions*).
  public subscript(id: some Hashable & Sendable) -> Region? {
    let key = RegionKey(id)
    return regions.last { $0.key == key }
  }

  /// The number of the topmost region of an id in a layer.
  func index(of key: RegionKey, in layer: Int) -> Int? {
    regions.lastIndex { $0.layer == layer && $0.key == key }
  }

  /// Which of its lives a layer is in; nil for the program's own view, which has one.
  func life(of layer: Int) -> Int? {
    lives.indices.contains(layer - 1) ? lives[layer - 1] : nil
  }
}

/// Where the characters of a line of text stand on the screen.
struct TextStops: Hashable, Sendable {
  /// The column of the screen with which the line begins.
  let column: Int
  let row: Int
  /// For each column, the bytes of the text before the character that stands there.
  let offsets: [Int]
  /// The bytes of the text before the end of the line.
  let end: Int

  /// The bytes of the text before the character at a column.
  func offset(at column: Int) -> Int {
    let place = max(0, column - self.column)
    return place < offsets.count ? offsets[place] : end
  }
}
