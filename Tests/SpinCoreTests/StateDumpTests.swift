import Foundation
import Testing

@testable import SpinCore

struct StateDumpTests {
  private struct Row {
    var title: String
    var done = false
    var tags: Set<String> = []
  }

  private enum Phase {
    case idle
    case loading(String)
    case failed(code: Int, reason: String?)
    case showing(Row)
  }

  private class Animal {
    let name: String
    var friend: Animal?

    init(_ name: String) {
      self.name = name
    }
  }

  private final class Dog: Animal {
    let tricks = 2
  }

  private struct Shy: CustomStringConvertible {
    let secret: Int
    var description: String { "shy" }
  }

  private func dump(_ value: Any) -> String { StateDump(value).lines.joined(separator: "\n") }

  @Test func plainValuesTakeALine() {
    #expect(dump(1) == "1")
    #expect(dump(-1.5) == "-1.5")
    #expect(dump(true) == "true")
    #expect(dump("a\n\"b\"") == #""a\n\"b\"""#)
    #expect(dump(Character("x")) == #""x""#)
    #expect(dump(()) == "()")
    #expect(dump(Duration.seconds(2)) == "2.0 seconds")
    #expect(dump(1...3) == "1...3")
    #expect(dump(Int?.none as Any) == "nil")
    #expect(dump(Int??.some(3) as Any) == "3")
    #expect(dump(Phase.idle) == ".idle")
  }

  @Test func aDateShowsItsFractionIfItHasOne() {
    #expect(dump(Date(timeIntervalSinceReferenceDate: 60)) == "2001-01-01 00:01:00 +0000")
    #expect(
      dump(Date(timeIntervalSinceReferenceDate: 60.25))
        == "2001-01-01 00:01:00 +0000 (timeIntervalSinceReferenceDate: 60.25)")
    #expect(dump(Date.distantFuture) == "\(Date.distantFuture)")
  }

  @Test func partsAreShownEvenOfValuesThatPrintThemselves() {
    #expect(dump(Shy(secret: 5)) == "Shy(\n  secret: 5,\n)")
  }

  @Test func structuresAndCollectionsHaveALineAPart() {
    #expect(
      dump([Row(title: "a", tags: ["z", "b", "m"]), Row(title: "b", done: true)]) == """
        [
          Row(
            title: "a",
            done: false,
            tags: Set([
              "b",
              "m",
              "z",
            ]),
          ),
          Row(
            title: "b",
            done: true,
            tags: Set([]),
          ),
        ]
        """)
  }

  @Test func casesAreWrittenAsInCode() {
    #expect(dump(Phase.loading("x")) == #".loading("x")"#)
    #expect(
      dump(Phase.failed(code: 3, reason: nil)) == """
        .failed(
          code: 3,
          reason: nil,
        )
        """)
    #expect(
      dump(["p": Phase.showing(Row(title: "t"))]) == """
        [
          "p": .showing(
            Row(
              title: "t",
              done: false,
              tags: Set([]),
            ),
          ),
        ]
        """)
    #expect(dump((1, label: "two")) == "(\n  1,\n  label: \"two\",\n)")
  }

  @Test func dictionariesAndSetsAreSorted() {
    let numbers = Dictionary(uniqueKeysWithValues: (10..<40).map { ("key \($0)", $0) })
    let lines = StateDump(numbers).lines
    #expect(lines == ["["] + (10..<40).map { "  \"key \($0)\": \($0)," } + ["]"])
    let set = Set((10..<40).map { [$0] })
    #expect(StateDump(set).lines.count == 2 + 3 * 30)
    #expect(StateDump(set).lines[2] == "    10,")
    #expect(StateDump(set).lines[89] == "    39,")
  }

  @Test func anObjectIsShownOnceWithWhatItInherits() {
    let dog = Dog("Rex")
    dog.friend = dog
    #expect(
      dump([dog]) == """
        [
          Dog(
            name: "Rex",
            friend: Dog(…),
            tricks: 2,
          ),
        ]
        """)
    dog.friend = nil
  }

  /// Names with values, as types for headers have.
  private struct Headers: CustomReflectable {
    let pairs: [(String, Any)]

    var customMirror: Mirror {
      Mirror(self, children: pairs.map { (label: $0.0, value: $0.1) }, displayStyle: .dictionary)
    }
  }

  private struct Entries: CustomReflectable {
    let all: [Any]

    var customMirror: Mirror { Mirror(self, unlabeledChildren: all, displayStyle: .dictionary) }
  }

  /// Its children need not be pairs.
  @Test func whatSaysThatItIsADictionaryIsWrittenWithItsLabels() {
    #expect(
      dump(Headers(pairs: [("host", "x"), ("a\nge", 3), ("row", Row(title: "a"))])) == """
        [
          "a\\nge": 3,
          "host": "x",
          "row": Row(
            title: "a",
            done: false,
            tags: Set([]),
          ),
        ]
        """)
    #expect(
      dump(Entries(all: [7, "x", ("b", 2), (key: "a", value: 1), (1, 2, 3), ()])) == """
        [
          "a": 1,
          "b": 2,
          "x",
          (
            1,
            2,
            3,
          ),
          (),
          7,
        ]
        """)
    #expect(dump(Headers(pairs: [])) == "[]")
  }

  @Test func aDeepValueIsCutOff() {
    let first = Animal("0")
    var last = first
    for number in 1...10_000 {
      let next = Animal("\(number)")
      last.friend = next
      last = next
    }
    #expect(StateDump(first).lines.count < 1_000)
    // Ended by hand, so that the chain is not released recursively.
    var link: Animal? = first
    while let animal = link {
      link = animal.friend
      animal.friend = nil
    }
  }

  @Test func aLongDumpIsCutAndSaysSo() {
    #expect(StateDump([1, 2, 3], limit: 5).lines == ["[", "  1,", "  2,", "  3,", "]"])
    #expect(StateDump([1, 2, 3], limit: 3).lines == ["[", "  1,", "  2,", "…"])
    #expect(StateDump(Array(0..<1_000_000), limit: 2).lines == ["[", "  0,", "…"])
    #expect(StateDump(Set(0..<10), limit: 9).lines == ["[10 elements]"])
    #expect(StateDump([1: 2, 2: 3], limit: 1).lines == ["[2 elements]"])
    #expect(StateDump([[1], [2]], limit: 2).lines == ["[", "  [", "…"])
  }
}
