import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct GridTests {
  @Test func theColumnsOfAllRowsLineUp() {
    let drawn = picture(30, 4) {
      Grid(spacing: 2, columns: [.leading, .trailing]) {
        GridRow {
          Text("name")
          Text("size")
          Text("kind")
        }
        GridRow {
          Text("a")
          Text("1,204")
          Text("漢字")
        }
        GridRow {
          Text("readme")
          Text("9")
        }
      }
    }
    #expect(
      drawn == """
        name     size  kind
        a       1,204  漢字
        readme      9
        """)
  }

  @Test func aCellsConstraintIsThatOfItsColumn() {
    let drawn = picture(20, 3) {
      Grid(columns: [.leading, .leading, .trailing]) {
        GridRow {
          Text("a")
          Text("b").frame(width: .fill)
          Text("c")
        }
        GridRow {
          Text("long").frame(width: .fixed(2))
          Text("x")
          Text("last")
        }
      }
    }
    // The first column has no more than two, for one of its cells says so.
    #expect(
      drawn == """
        a  b               c
        lo x            last
        ng
        """)
  }

  @Test func theLastColumnsAreLeftOutInAllRowsWhenItIsTight() {
    func grid(_ columns: Int) -> String {
      picture(columns, 2) {
        Grid(spacing: 2) {
          GridRow {
            Text("abc", wrapping: .none).frame(width: .fixed(3))
            Text("x", wrapping: .none).frame(width: .fixed(1))
            Text("efg", wrapping: .none).frame(width: .fixed(3))
          }
          GridRow {
            Text("h")
            Text("i")
            Text("j")
          }
        }
      }
    }
    #expect(grid(11) == "abc  x  efg\nh    i  j")
    #expect(grid(9) == "abc x efg\nh   i j")
    #expect(grid(7) == "abcxefg\nh  ij")
    #expect(grid(6) == "abc  x\nh    i")
    #expect(grid(2) == "a…\nh")
  }

  @Test func aViewThatIsNoRowHasTheWholeWidth() {
    let drawn = picture(12, 4) {
      Grid {
        GridRow {
          Text("a")
          Text("b")
        }
        Divider()
        Text("the whole")
      }
    }
    #expect(
      drawn == """
        a b
        ────────────
        the whole
        """)
  }

  @Test func aRowIsAsHighAsItsHighestCell() {
    let drawn = picture(12, 6) {
      Grid(alignment: .bottom, rowSpacing: 1) {
        GridRow {
          Text("a\nb\nc")
          Text("x")
        }
        GridRow {
          EmptyView()
          Text("y")
        }
      }
    }
    #expect(
      drawn == """
        a
        b
        c x

          y
        """)
  }

  @Test func elsewhereARowStandsSideBySide() {
    let drawn = picture(12, 2) {
      GridRow {
        Text("a")
        Text("b").gridColumns(3)
      }
    }
    #expect(drawn == "a b")
  }

  @Test func theRowsAreSaidOneAfterTheOther() {
    let grid = Grid {
      GridRow {
        Text("latency")
        Text("12 ms")
      }
      Text("over the last minute")
    }
    var text = PlainText(width: nil, widths: WidthRules())
    grid.describe(into: &text, in: ViewEnvironment())
    #expect(text.lines == ["latency 12 ms", "over the last minute"])
  }

  /// Whatever the cells are, and however wide the grid.
  @Test func aColumnBeginsAtTheSamePlaceInEachRow() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      let rows = generator.number(1..<6)
      let columns = generator.number(1..<6)
      let lengths = (0..<rows).map { _ in (0..<columns).map { _ in generator.number(1..<9) } }
      let width = generator.number(1..<60)
      let drawn = picture(width, rows * 9) {
        Grid(spacing: 1) {
          for row in lengths {
            GridRow {
              for (column, length) in row.enumerated() {
                // The first character of a cell names its column.
                Text("\(column)" + String(repeating: "x", count: length - 1))
              }
            }
          }
        }
      }
      var places: [Character: Set<Int>] = [:]
      for line in drawn.split(separator: "\n") {
        for (place, character) in line.enumerated() where character.isNumber {
          places[character, default: []].insert(place)
        }
      }
      #expect(places.values.allSatisfy { $0.count == 1 }, "\(width) \(lengths)\n\(drawn)")
      let natural = (0..<columns).map { column in lengths.map { $0[column] }.max() ?? 0 }
      if natural.reduce(columns - 1, +) <= width { #expect(places.count == columns) }
    }
  }
}
