/// A rectangle of a canvas that a view draws into, which clips the drawing.
///
/// Places are relative to the corner of the surface. Every size and place is safe: drawing outside
/// the surface has no effect. Surfaces are windows and not copies, so two surfaces of one canvas
/// share its cells.
public struct Surface {
  let canvas: Canvas
  /// The rectangle asked for, in places of the canvas; parts may be outside `clip`.
  private(set) var frame: Rectangle
  /// The rectangle that may be drawn on, in places of the canvas.
  private(set) var clip: Rectangle
  /// The style that completes other styles.
  package private(set) var base = Style.plain
  /// The number of `base`, in which most text is written, and the generation of its catalog.
  private var baseNumber = StyleID.plain
  private var generation: Int
  /// The number of the innermost region around the surface.
  private var number: Int?
  /// Whether the surface is on top of other views, so that drawing on it catches clicks.
  private(set) var isOnTop = false
  /// Whether clicks pass through the drawing.
  private var isClickThrough = false
  /// Whether the regions of the drawing take input; `nil` outside of ``View/disabled(_:)``.
  private var isEnabled: Bool?
  /// The numbers of blank columns to the left and to the right, on which ``bar`` draws.
  private var leftMargin: Int16 = 0
  private var rightMargin: Int16 = 0

  init(canvas: Canvas) {
    self.canvas = canvas
    generation = canvas.catalog.generation
    frame = Rectangle(columns: canvas.size.columns, rows: canvas.size.rows)
    clip = frame
  }

  /// The size asked for; the surface around may cut parts off.
  public var size: Size { frame.size }

  /// The rules that text is measured by.
  public var widths: WidthRules { canvas.widths }

  /// The visible part of the surface, in places of the surface; lists draw only this part.
  public var visible: Rectangle { clip.moved(columns: -frame.column, rows: -frame.row) }

  /// Returns a part of the surface, clipped to it.
  public func region(_ rectangle: Rectangle) -> Surface {
    var part = self
    part.frame = rectangle.moved(columns: frame.column, rows: frame.row)
    part.clip = clip.intersection(part.frame)
    if leftMargin != 0, rectangle.column != 0 { part.leftMargin = 0 }
    if rightMargin != 0, part.frame.endColumn != frame.endColumn { part.rightMargin = 0 }
    return part
  }

  /// Lets ``bar`` reach to the edges of the surface around this one, and over its blank columns.
  mutating func gainMargins(in outer: Surface) {
    func isWhole(_ edge: (Rectangle) -> Int) -> Bool {
      edge(clip) == edge(frame) && edge(outer.clip) == edge(outer.frame)
    }
    let left = Int16(clamping: frame.column - outer.frame.column)
    let right = Int16(clamping: outer.frame.endColumn - frame.endColumn)
    leftMargin = isWhole(\.column) ? left &+ outer.leftMargin : 0
    rightMargin = isWhole(\.endColumn) ? right &+ outer.rightMargin : 0
  }

  /// The surface with the blank columns beside it, for the bar of a selection.
  var bar: Surface {
    let left = clip.column == frame.column ? Int(leftMargin) : 0
    let right = clip.endColumn == frame.endColumn ? Int(rightMargin) : 0
    guard left + right > 0, !clip.size.isEmpty else { return self }
    func widened(_ area: Rectangle) -> Rectangle {
      Rectangle(
        column: area.column - left, row: area.row, columns: area.size.columns + left + right,
        rows: area.size.rows)
    }
    var bar = self
    (bar.frame, bar.clip) = (widened(frame), widened(clip))
    (bar.leftMargin, bar.rightMargin) = (0, 0)
    // Clicks beside the surface are not for its region.
    bar.isOnTop = false
    return bar
  }

  /// Returns the surface with a style, which sets what the styles of the drawing leave open.
  public func styled(_ style: Style) -> Surface {
    var styled = self
    styled.base = style.over(base)
    styled.baseNumber = canvas.intern(styled.base)
    styled.generation = canvas.catalog.generation
    if style.background != nil { (styled.leftMargin, styled.rightMargin) = (0, 0) }
    return styled
  }

  // NB: not inlined, because the many callers would contain as many copies.

  /// Puts text into one row; control characters are made visible, so the text stays in its row.
  ///
  /// A wide character cut by an edge becomes a blank in its visible half.
  ///
  /// - Returns: The number of columns from `column` to the end of the text, or to the right edge.
  @discardableResult
  @inline(never)
  public func put(_ text: String, column: Int = 0, row: Int = 0, style: Style = .plain) -> Int {
    write(column: column, row: row, style: style) {
      $0.write(text)
    } orMeasure: {
      canvas.widths.width(of: text)
    }
  }

  /// Puts clean text into one row.
  @discardableResult
  package func put(
    _ text: CleanText, column: Int = 0, row: Int = 0, style: Style = .plain
  ) -> Int {
    put(text.string, column: column, row: row, style: style)
  }

  /// Puts a scanned line into one row.
  @discardableResult
  func put(_ line: ScannedLine, column: Int = 0, row: Int = 0, style: Style = .plain) -> Int {
    write(column: column, row: row, style: style) {
      $0.write(line)
    } orMeasure: {
      line.width(by: canvas.widths)
    }
  }

  func number(of style: Style) -> StyleID {
    style.isPlain && generation == canvas.catalog.generation
      ? baseNumber : canvas.intern(style.over(base))
  }

  /// Writes into a row if the row is visible, or else only measures.
  private func write(
    column: Int, row: Int, style: Style, _ body: (inout RowWriter) -> Void,
    orMeasure width: () -> Int
  ) -> Int {
    let place = Rectangle(column: column, row: row, columns: 0, rows: 0)
      .moved(columns: frame.column, rows: frame.row)
    let room = max(0, clip.endColumn - place.column)
    guard place.row >= clip.row, place.row < clip.endRow, !clip.size.isEmpty else {
      return min(room, width())
    }
    var writer = RowWriter(
      canvas: canvas, row: place.row, clip: clip.column..<clip.endColumn, column: place.column,
      style: number(of: style))
    body(&writer)
    let width = writer.column - place.column
    if isOnTop {
      catchClicks(in: Rectangle(column: place.column, row: place.row, columns: width, rows: 1))
    }
    return min(room, width)
  }

  /// Changes the style of the cells in the surface, or in a rectangle of it, and keeps their text.
  ///
  /// - Complexity: `change` is called once for each run of equally styled cells in a row.
  public func restyle(in rectangle: Rectangle? = nil, _ change: (inout Style) -> Void) {
    let wanted = rectangle.map { $0.moved(columns: frame.column, rows: frame.row) } ?? frame
    let area = clip.intersection(wanted)
    guard !area.size.isEmpty else { return }
    canvas.grid.restyle(in: area) { from in
      var style = Style(canvas.catalog.styles[Int(from.value)])
      change(&style)
      return canvas.intern(style)
    }
    repairHalves(of: area)
  }

  /// Declares the place of the terminal's cursor, if the place is visible.
  public func placeCursor(column: Int, row: Int, shape: Cursor.Shape = .standard) {
    let place = Rectangle(column: column, row: row, columns: 1, rows: 1)
      .moved(columns: frame.column, rows: frame.row)
    guard clip.contains(column: place.column, row: place.row) else { return }
    canvas.declare(Cursor(column: place.column, row: place.row, shape: shape))
  }

  /// Declares the surface as a region with an id.
  ///
  /// - Returns: The surface inside the region, for further declarations.
  @discardableResult
  public func declare(_ id: some Hashable & Sendable) -> Surface {
    var inner = self
    // An invisible region is not added, and its declarations must not change the region around it.
    inner.number = canvas.frame.add(RegionKey(id), rectangle: frame, visible: clip, in: number)
    if let isEnabled, let number = inner.number { canvas.frame.enable(number, isEnabled) }
    return inner
  }

  /// Declares that the focus can move to the innermost region around the surface.
  public func declareFocusable() { update { $0.isStop = true } }

  /// Draws a pane, whose regions stay together in the order of the focus.
  func drawPane(_ draw: (Surface) -> Void) {
    let outer = canvas.frame.pane
    canvas.frame.panes.append(FrameMap.Pane(parent: outer, place: corner))
    canvas.frame.pane = canvas.frame.panes.count - 1
    draw(self)
    canvas.frame.pane = outer
  }

  /// Declares the scrolled content of the innermost region around the surface.
  ///
  /// - Parameters:
  ///   - content: The size of the whole content, in its own rows and columns.
  ///   - page: The size of the part that is visible at once.
  ///   - firstRow: The first visible row. If it is declared, and no more rows can be scrolled into
  ///     sight, the wheel is left to the views around the region.
  public func declareContent(_ content: Size, page: Size, firstRow: Int? = nil) {
    update {
      $0.content = content
      $0.page = page
      $0.firstRow = firstRow
    }
    canvas.scrolledAreas.append(
      ScrolledArea(
        region: number, rectangle: frame, rows: content.rows, page: page.rows,
        firstRow: firstRow ?? 0))
  }

  /// Declares that a view has columns that are out of sight, and can be scrolled in the innermost region.
  package func declareHiddenColumns(_ count: Int) {
    update { region in
      let columns = region.page.columns + count
      if columns > region.content.columns {
        region.content = Size(columns: columns, rows: region.content.rows)
      }
    }
  }

  /// Declares the first row as help, which layers at the bottom leave uncovered.
  func declareHelpRow() {
    let row = Rectangle(column: frame.column, row: frame.row, columns: frame.size.columns, rows: 1)
    let seen = clip.intersection(row)
    if !seen.size.isEmpty { canvas.helpRow = seen }
  }

  /// Draws, and returns the scrolled area of the drawing.
  ///
  /// - Parameter draw: A closure that draws into the surface.
  /// - Returns: The last area that does not fit in the surface's own region, or the first one in
  ///   another region; `nil` if all areas fit.
  func scrolledArea(drawing draw: () -> Void) -> ScrolledArea? {
    let start = canvas.scrolledAreas.count
    draw()
    let areas = canvas.scrolledAreas[start...].filter { $0.rows > $0.page }
    canvas.scrolledAreas.removeSubrange(start...)
    guard var area = areas.last(where: { $0.region == number }) ?? areas.first else { return nil }
    if area.region != number { area.region = nil }
    area.rectangle = area.rectangle.moved(columns: -frame.column, rows: -frame.row)
    return area
  }

  /// Changes the innermost region around the surface, if there is one.
  func update(_ change: (inout FrameMap.Region) -> Void) {
    guard let number else { return }
    let wasStop = canvas.frame.regions[number].isStop
    change(&canvas.frame.regions[number])
    // A control whose id is around more than the control.
    if let isEnabled, !wasStop, canvas.frame.regions[number].isStop {
      canvas.frame.enable(number, isEnabled)
    }
  }

  /// Returns the surface with regions that take input, or do not; inside of those that do not, none do.
  func enabled(_ isEnabled: Bool) -> Surface {
    var surface = self
    surface.isEnabled = isEnabled && self.isEnabled != false
    return surface
  }

  /// Returns the surface with regions that take input as those of another surface do.
  func enabled(like other: Surface) -> Surface {
    other.isEnabled.map { enabled($0) } ?? self
  }

  /// The id of the innermost region around the surface; `nil` if there is none.
  var regionKey: RegionKey? { number.map { canvas.frame.regions[$0].key } }

  /// Whether the surface is the whole of a region.
  func isRegion(_ key: RegionKey?) -> Bool {
    guard let number, canvas.frame.regions[number].rectangle == frame else { return false }
    return canvas.frame.regions[number].key == key
  }

  /// Whether the surface is a whole layer whose background and shadow are its edge.
  var isCard: Bool { isOnTop && canvas.card == frame }

  /// Whether the surface is in a region.
  var isInRegion: Bool { number != nil }

  /// The corner of the surface, in places of the canvas.
  var corner: FrameMap.Place { FrameMap.Place(cornerOf: frame) }

  /// Declares the place of the focus, if the place is visible.
  public func anchorFocus(column: Int = 0, row: Int = 0) {
    let place = Rectangle(column: column, row: row, columns: 1, rows: 1)
      .moved(columns: frame.column, rows: frame.row)
    guard clip.contains(column: place.column, row: place.row) else { return }
    canvas.frame.focus = FrameMap.Place(column: place.column, row: place.row)
  }

  /// Whether other views may have been drawn here before.
  var isAboveViews: Bool { isOnTop || isClickThrough }

  /// The surface on top of the previous drawing, so that drawing on it catches clicks.
  var onTop: Surface {
    var surface = self
    surface.isOnTop = !isClickThrough
    return surface
  }

  /// The surface with clicks passing through the drawing.
  var clickThrough: Surface {
    var surface = self
    surface.isOnTop = false
    surface.isClickThrough = true
    return surface
  }

  /// Catches clicks in the whole surface, because it has a background.
  func catchClicks() { catchClicks(in: frame) }

  /// Catches clicks in a part of the canvas.
  func catchClicks(in area: Rectangle) {
    if isClickThrough { return }
    canvas.frame.cover(clip.intersection(area), in: number)
  }

  /// Gives both halves of a wide glyph on an edge of `area` the style of the first half.
  private func repairHalves(of area: Rectangle) {
    for row in area.row..<area.endRow {
      for column in [area.column, area.endColumn] where column < canvas.size.columns {
        guard canvas.grid[column: column, row: row].isContinuation else { continue }
        canvas.grid[column: column, row: row].style =
          canvas.grid[column: column - 1, row: row].style
      }
    }
  }
}
