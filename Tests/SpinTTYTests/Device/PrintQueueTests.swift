import Testing

@testable import SpinTTY

/// Lines that wait for a frame of an inline view.
@Suite struct PrintQueueTests {
  @Test func linesComeInOrderAndInPortions() {
    var queue = PrintQueue()
    let lines = (0..<5000).map { CleanText("line \($0)") }
    for line in lines { queue.add([line]) }
    var taken: [CleanText] = []
    while !queue.isEmpty {
      let portion = queue.take(atMost: 1000)
      #expect(portion.reduce(0) { $0 + $1.string.utf8.count + 2 } <= 1000)
      taken += portion
    }
    #expect(taken == lines)
    #expect(queue.take(atMost: 1000) == [])
  }

  @Test func aLineThatIsLongerThanAPortionIsTakenAlone() {
    var queue = PrintQueue()
    queue.add([CleanText(String(repeating: "x", count: 100)), CleanText("y")])
    #expect(queue.take(atMost: 10).map(\.string.count) == [100])
    #expect(queue.take(atMost: 10).map(\.string.count) == [1])
    #expect(queue.take(atMost: 10) == [])
  }

  @Test func aTerminalThatIsTooSlowIsToldHowManyLinesItMissed() {
    var queue = PrintQueue()
    let text = String(repeating: "x", count: 998)
    for _ in 0..<9_000 { queue.add([CleanText(text)]) }
    let lines = queue.take(atMost: .max)
    let kept = PrintQueue.limit / 1000
    #expect(lines.count == kept + 1)
    #expect(
      lines.first?.string
        == "(\(9_000 - kept) lines were dropped, because the terminal is too slow.)")
    #expect(queue.take(atMost: .max) == [])
  }

  @Test func emptyLinesAreBounded() {
    var queue = PrintQueue()
    for _ in 0..<25 { queue.add(Array(repeating: CleanText(""), count: 100_000)) }
    #expect(queue.take(atMost: .max).count == PrintQueue.limit / 2 + 1)
  }
}
