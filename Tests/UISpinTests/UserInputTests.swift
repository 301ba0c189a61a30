import SpinTTY
import Testing

@Suite struct UserInputTests {
  @Test func inputIsToldAsTheModelOfAViewSeesIt() {
    let row = HitMap.Hit(7, column: 1, row: 0, size: Size(columns: 9, rows: 1))
    let list = HitMap.Hit("rows", column: 3, row: 2, size: Size(columns: 12, rows: 5))
    let inner = HitMap.Hit(
      7, column: row.column, row: row.row, size: row.size, around: [list])
    let mouse = MouseEvent(.press(.left), column: 30, row: 20)
    let click = UserInput.mouse(mouse, over: inner)
    #expect(click.event == nil)
    #expect(click.event(in: "rows") == .mouse(MouseEvent(.press(.left), column: 3, row: 2)))
    #expect(click.event(in: 7) == .mouse(MouseEvent(.press(.left), column: 1, row: 0)))
    #expect(click.event(in: "others") == nil)
    #expect(click.size(of: "rows") == list.size)
    #expect(UserInput.mouse(mouse, over: nil).event(in: "rows") == nil)
    #expect(UserInput.event(.text("x"), focus: list).event(in: "others") == .text("x"))
    #expect(UserInput.event(.text("x"), focus: list).size(of: "rows") == list.size)
    #expect(UserInput.event(.text("x")).size(of: "rows") == nil)
  }
}
