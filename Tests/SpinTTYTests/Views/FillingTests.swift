import Testing

@testable import SpinTTY

/// Views that fill, in frames and across stacks.
@Suite struct FillingTests {
  private func list(_ count: Int) -> some View {
    List(Array(0..<count), Selection<Int>()) { Text("\($0)") }
  }

  private func region(_ columns: Int, _ rows: Int, @ViewBuilder _ view: () -> ViewList)
    -> Rectangle?
  {
    let canvas = Canvas(size: Size(columns: columns, rows: rows))
    view().resolved.show(on: canvas)
    return canvas.frame["it"]?.rectangle
  }

  /// A click below the last row hit nothing.
  @Test func aViewThatFillsIsAsLargeAsItsFrame() {
    let whole = Rectangle(columns: 9, rows: 5)
    #expect(region(9, 5) { list(1).id("it").frame(height: .fill) } == whole)
    #expect(
      region(9, 5) { TextArea(TextArea.Model("a")).id("it").frame(width: .fill, height: .fill) }
        == whole)
    #expect(
      region(9, 5) { LogView(LogView.Lines(), LogView.Model()).id("it").frame(height: .fill) }
        == whole)
    #expect(
      region(9, 5) { Viewport(Scroll()) { Text("a") }.id("it").frame(width: .fill, height: .fill) }
        == whole)
    #expect(
      region(9, 5) { list(1).id("it").frame(height: .fixed(3)) } == Rectangle(columns: 9, rows: 3))
    #expect(
      region(9, 5) { Text("a").id("it").frame(height: .fill) } == Rectangle(columns: 1, rows: 1))
    #expect(
      region(9, 5) { list(1).frame(height: .fill.atMost(2)).id("it").alignment(.bottomLeading) }
        == Rectangle(row: 3, columns: 9, rows: 2))
  }

  /// Such a view was as high as its rows, and a click below them hit nothing.
  @Test func aViewThatFillsIsAsLargeAsTheRoomOfAStackAndAsTheScreen() {
    let whole = Rectangle(columns: 9, rows: 5)
    let area = TextArea(TextArea.Model("a")).id("it")
    #expect(
      region(9, 5) {
        ZStack(alignment: .bottomTrailing) {
          area; Text("draft")
        }
      } == whole)
    #expect(region(9, 5) { Grid { GridRow { area } } } == whole)
    #expect(
      region(9, 5) {
        ZStack {
          area; Dialog("a") { list(1) }.id("dialog")
        }
      } == whole)
    let manual = Viewport(Scroll()) { Text("a") }
    let canvas = Canvas(size: Size(columns: 9, rows: 5))
    manual.id("it").show(on: canvas)
    #expect(canvas.frame["it"]?.rectangle == whole)
    #expect(
      region(9, 5) {
        ZStack(alignment: .bottomTrailing) {
          list(1); Text("a").id("it")
        }
      }
        == Rectangle(column: 8, row: 4, columns: 1, rows: 1))
  }

  /// The border was as high as the rows.
  @Test func theBorderOfAViewThatFillsIsAsHighAsTheFrame() {
    #expect(
      picture(5, 4) { list(1).border(.light, padding: 0).frame(height: .fill) }
        == """
        ┌───┐
        │0  │
        │   │
        └───┘
        """)
  }

  @Test func panesSideBySideAreEquallyHigh() {
    #expect(
      picture(10, 4) {
        HStack {
          list(1).border(.light, padding: 0)
          list(2).border(.light, padding: 0)
        }
      } == """
        ┌───┐┌───┐
        │0  ││0  │
        │   ││1  │
        └───┘└───┘
        """)
  }

  @Test func panesOneBelowTheOtherAreEquallyWide() {
    #expect(
      picture(9, 6) {
        VStack {
          list(1).border(.light, padding: 0)
          Viewport(Scroll()) { Text("a") }.border(.light, padding: 0)
        }
      } == """
        ┌───────┐
        │0      │
        └───────┘
        ┌───────┐
        │a      │
        └───────┘
        """)
  }
}
