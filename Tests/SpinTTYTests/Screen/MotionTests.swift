import SpinTesting
import Testing

@testable import SpinTTY

@Suite struct MotionTests {
  @Test(arguments: [true, false])
  func everyMotionArrivesAndCostsWhatItSays(isAbsolute: Bool) {
    let places = [0, 1, 2, 8, 9, 10, 11, 22, 23]
    var sink = ByteSink()
    for from in places {
      for to in places {
        for column in places {
          for start in [0, 5, 23] {
            for isAmbiguous in [false, true] where !isAmbiguous || start == 23 {
              let pen = Pen(row: from, column: start, isAmbiguous: isAmbiguous)
              let motion = Motion(from: pen, toRow: to, column: column, isAbsolute: isAbsolute)
              sink.removeAll()
              motion.emit(to: &sink)
              let bytes = sink.withBytes(from: 0) { Array($0) }
              var terminal = VirtualTerminal(columns: 24, rows: 24)
              terminal.feed("\u{1B}[?7l\u{1B}[\(from + 1);\(start + 1)H")
              if isAmbiguous { terminal.feed("x") }
              terminal.feed(bytes)
              let cursor = terminal.cursor
              #expect(cursor.row == to && cursor.column == column && !cursor.isPending)
              #expect(bytes.count == motion.cost)
              #expect(terminal.violations.isEmpty)
            }
          }
        }
      }
    }
  }

  @Test func afterTheLastColumnOnlyAbsoluteMovesAreUsed() {
    let pen = Pen(row: 3, column: 79, isAmbiguous: true)
    for row in 0..<6 {
      for column in 0..<80 {
        let motion = Motion(from: pen, toRow: row, column: column, isAbsolute: true)
        #expect(
          [.carriageReturn, .absolute].contains(motion.horizontal)
            || motion.vertical == .withColumn)
      }
    }
  }
}
