import SpinTesting
import Testing

@testable import SpinTTY

/// Cells of several columns.
@Suite struct GridSpanTests {
  @Test func aCellOfSeveralColumnsHasTheSpacingBetweenThemToo() {
    let drawn = picture(20, 3) {
      Grid(spacing: 2) {
        GridRow {
          Text("one")
          Text("two")
          Text("three")
        }
        GridRow {
          Text("12345678").gridColumns(2)
          Text("x")
        }
        GridRow { Text(String(repeating: "-", count: 30), wrapping: .none).gridColumns(.max) }
      }
    }
    #expect(
      drawn == """
        one    two    three
        12345678      x
        -------------------…
        """)
  }

  @Test func aCellOfColumnsThatNoOtherRowHasIsAsWideAsItLikes() {
    let alone = picture(20, 2) {
      Grid { GridRow { Text("all of it").gridColumns(3) } }
    }
    #expect(alone == "all of it")
    let beside = picture(20, 2) {
      Grid {
        GridRow {
          Text("wide").gridColumns(2)
          Text("x")
        }
        GridRow {
          Text("wider").gridColumns(2)
          Text("y")
        }
      }
    }
    #expect(beside == "wide   x\nwider  y")
  }

  @Test func aCellOfSeveralColumnsWidensThemByTheSameAmount() {
    let drawn = picture(40, 3) {
      Grid(spacing: 2) {
        GridRow {
          Text("temperature").gridColumns(2)
          Text("wind at night").gridColumns(2)
        }
        GridRow {
          Text("min")
          Text("max")
          Text("avg")
          Text("gust").frame(width: .fixed(4))
        }
      }
    }
    #expect(
      drawn == """
        temperature  wind at night
        min    max   avg      gust
        """)
    let beside = picture(30, 2) {
      Grid {
        GridRow {
          Text("two columns").gridColumns(2)
          Text("-").frame(width: .fill)
          Text("end")
        }
        GridRow {
          Text("a")
          Text("b")
        }
      }
    }
    // What fills has what is left.
    #expect(
      beside == """
        two columns -              end
        a     b
        """)
    let title = picture(20, 2) {
      Grid {
        GridRow { Text("a long title").gridColumns(2) }
        GridRow { Text("x") }
      }
    }
    #expect(title == "a long title\nx")
  }

  @Test func aCellOverAColumnThatFillsHasWhatThereIs() {
    let drawn = picture(20, 3) {
      Grid {
        GridRow {
          Text("a")
          Text("b").frame(width: .fill)
          Text("c")
        }
        GridRow {
          Text("a few words about it").gridColumns(2)
          Text("d")
        }
      }
    }
    #expect(
      drawn == """
        a b                c
        a few words about  d
        it
        """)
  }

  @Test func whenItIsTightACellOfSeveralColumnsGivesWayFirst() {
    let drawn = picture(16, 3) {
      Grid {
        GridRow {
          Text("one")
          Text("two")
          Text("three")
        }
        GridRow { Text("some words about all of them").gridColumns(3) }
      }
    }
    #expect(
      drawn == """
        one  two  three
        some words about
        all of them
        """)
  }

  @Test func aCellOverAColumnThatIsLeftOutAddsNothing() {
    func grid(_ columns: Int) -> String {
      picture(columns, 2) {
        Grid {
          GridRow {
            Text("a")
            Text("b")
            Text("12345678").frame(width: .fixed(8))
          }
          GridRow { Text("wide cell", wrapping: .none).gridColumns(2) }
        }
      }
    }
    #expect(grid(18) == "a    b    12345678\nwide cell")
    #expect(grid(9) == "a b\nwi…")
  }

  /// Whatever the cells are, and however wide the grid.
  @Test func wideCellsFitWhereThereIsRoomAndTakeNoneFromOthers() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      let count = generator.number(2..<6)
      let lengths = (0..<count).map { _ in generator.number(1..<9) }
      let first = generator.number(0..<count - 1)
      let span = generator.number(2..<count - first + 1)
      let length = generator.number(1..<40)
      let width = generator.number(1..<70)
      let wide = String(repeating: "w", count: length)
      func line(_ isWidened: Bool) -> [String] {
        let drawn = picture(width, 1) {
          Grid {
            GridRow {
              for (column, length) in lengths.enumerated() {
                Text("\(column)" + String(repeating: "x", count: length - 1), wrapping: .none)
              }
            }
            if isWidened {
              GridRow {
                for _ in 0..<first { EmptyView() }
                Text(wide, wrapping: .none).gridColumns(span)
              }
            }
          }
        }
        return drawn.split(separator: " ").map(String.init)
      }
      #expect(line(true) == line(false), "\(lengths) \(first) \(span) \(length) \(width)")
      let own = lengths[first..<first + span].reduce(span - 1, +)
      let need = lengths.reduce(count - 1, +) + max(0, length - own)
      let drawn = picture(width, 2) {
        Grid {
          GridRow { for length in lengths { Text(String(repeating: "x", count: length)) } }
          GridRow {
            for _ in 0..<first { EmptyView() }
            Text(wide, wrapping: .none).gridColumns(span)
          }
        }
      }
      if need <= width { #expect(drawn.hasSuffix(wide), "\(lengths) \(length) \(width)\n\(drawn)") }
    }
  }
}
