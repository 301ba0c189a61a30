/// The regions of a frame, which tell what the user saw at the time of an input.
///
/// Every ``UserInput`` contains the map of the frame that the user saw. A region is a view with an
/// ``View/id(_:)``.
///
/// ```swift
/// let rows = input.frame[Area.detail]?.content.rows
/// ```
///
/// Without a screen, and before the first frame, the map has number 0 and no regions.
public struct FrameMap: Hashable, Sendable {
  /// A view with an id, and its place in a frame.
  public struct Region: Hashable, Sendable {
    let key: RegionKey
    /// The layer of the region: 0 for the program's own view, and from 1 on its layers in order of
    /// declaration.
    public let layer: Int
    /// The place and the size, including the parts that are cut off.
    public let rectangle: Rectangle
    /// The part on the screen; other regions may be on top of it.
    public let visible: Rectangle
    /// The size of the scrolled content; the region's own size if it does not scroll.
    public internal(set) var content: Size
    /// The size of the part of ``content`` that is visible at once.
    public internal(set) var page: Size
    /// The first visible row of ``content``; `nil` if the view has not declared it.
    var firstRow: Int?
    /// Whether the view shows the focus instead of the rows at its own position.
    var isAtFocus = false
    /// Whether the focus can move to the region.
    public var isFocusable: Bool { isStop && !isDisabled }
    /// Whether the region is in the order of the focus, which passes over it while it is disabled.
    var isStop = false
    /// Whether the region takes input; `nil` if no ``View/disabled(_:)`` decides that.
    var isEnabled: Bool?
    /// Whether the region takes no input, because its view is ``View/disabled(_:)``.
    public var isDisabled: Bool { isEnabled == false }
    /// Whether the region hides everything below it.
    public internal(set) var isOpaque = false
    /// Whether enter clicks the region if no other binding handles it.
    var isDefault = false
    /// Whether the region is a button or a box, from which arrow keys move the focus to others beside it.
    var isButton = false
    /// Whether the region is a menu, whose options are in a column.
    var isMenu = false
    /// Whether the views of a split are being drawn in the region.
    var isSplit = false
    /// Whether the region is a control with a frame around its text.
    var isFramed = false
    /// The current option of a control in one row, which its menu marks.
    var chosen: ChosenOption?
    /// Whether the region contains hidden text, such as a password.
    public internal(set) var isSecret = false
    /// What the region is for, in words that a key shows.
    var hint: String?
    /// The number of the region around it.
    let parent: Int?
    /// The number of the pane that it is in.
    var pane: Int?
    /// The positions of the characters of a text input.
    var stops: TextStops?
    /// The positions of the characters of a text area.
    var grid: TextGrid?

    /// Returns the id if it is of the given type.
    public func id<ID: Hashable & Sendable>(as type: ID.Type = ID.self) -> ID? { key.id(as: type) }
  }

  /// An area that hides regions and has no id itself.
  struct Cover: Hashable {
    var area: Rectangle
    /// The number of regions declared before; those with smaller numbers are below.
    var level: Int
    /// The number of the region around the area.
    var parent: Int?
    var layer: Int
  }

  /// A view of a ``Split``, through which the focus goes before it goes on to the next.
  struct Pane: Hashable {
    /// The number of the pane around it.
    let parent: Int?
    let place: Place
  }

  /// A cell of the screen.
  package struct Place: Hashable, Sendable, Comparable {
    /// The column, from zero.
    package let column: Int
    /// The row, from zero.
    package let row: Int

    /// Compares by row, and then by column.
    package static func < (left: Place, right: Place) -> Bool {
      (left.row, left.column) < (right.row, right.column)
    }
  }

  /// The number of the frame, from 1.
  public internal(set) var number = 0
  /// How many inputs with a meaning were reduced before its state.
  var inputs = 0
  /// The size of the screen.
  public internal(set) var size = Size.zero
  /// The regions, each after those that it is on top of or inside.
  public internal(set) var regions: [Region] = []
  var covers: [Cover] = []
  /// The views of splits, each after those around it.
  var panes: [Pane] = []
  /// The number of the pane being drawn.
  var pane: Int?
  /// The forms that are only partly visible.
  var scrolledForms: [ScrolledForm] = []
  /// Whether some region is below a ``View/disabled(_:)``; most frames have none, and need no lookup.
  var mayDisable = false
  /// The layer being drawn.
  var layer = 0
  /// The lowest layer that gets input: the topmost layer that catches everything.
  var lowestLayer = 0
  /// For each layer from 1 on, the number of the life that the frame shows.
  var lives: [Int] = []
  /// The place of the focus, where the cursor is put for screen readers and magnifiers.
  package internal(set) var focus: Place?

  /// Creates a map without regions.
  public init() {}

  /// The region of an id; the topmost one if several have it.
  ///
  /// - Complexity: O(*n*) in the number of regions.
  public subscript(id: some Hashable & Sendable) -> Region? {
    let key = RegionKey(id)
    return regions.last { $0.key == key }
  }

  /// Returns the number of the topmost region of an id in a layer.
  func index(of key: RegionKey, in layer: Int) -> Int? {
    regions.lastIndex { $0.layer == layer && $0.key == key }
  }

  /// Returns the number of a layer's life; `nil` for the program's own view, which has only one.
  func life(of layer: Int) -> Int? {
    lives.indices.contains(layer - 1) ? lives[layer - 1] : nil
  }
}

extension FrameMap.Place {
  /// The top left cell of a rectangle.
  init(cornerOf rectangle: Rectangle) {
    self.init(column: rectangle.column, row: rectangle.row)
  }
}

/// The current option of a control.
struct ChosenOption: Hashable {
  let title: String
  /// The index among the options of the control; those of its menu may be others.
  let number: Int

  /// Returns the index of the option among others: of those with the same title, the one at the same place.
  func index(in titles: [String]) -> Int? {
    titles.indices.contains(number) && titles[number] == title
      ? number : titles.firstIndex(of: title)
  }
}

/// The positions on the screen of the characters of a line.
struct TextStops: Hashable, Sendable {
  /// The screen column of the start of the line.
  let column: Int
  let row: Int
  /// For each column, the byte offset in the text of the character there.
  let offsets: [Int]
  /// The byte offset in the text of the end of the line.
  let end: Int
  /// The number of rows above and below that belong to the line.
  var framed = 0
  /// Whether the text goes on behind the end.
  var isCut = false

  /// Returns the byte offset of the character at a column.
  func offset(at column: Int) -> Int {
    let place = max(0, column - self.column)
    return place < offsets.count ? offsets[place] : end
  }
}
