import Foundation
import Harness
@_spi(Benchmarks) import InspectDefinition

/// A recorded run of 100,000 entries: a key in the inspector, and the time until all of it is read.
enum Inspecting {
  static let measurements = [
    Measurement("key in the inspector with 100,000 entries", operations: 400) { press($0) },
    // So many entries have two states that are kept.
    Measurement("64 entries of a recording that is read", operations: 150) { count in
      let file = record(64 * count)
      precondition(InspectMeasurement(file.path).count == 64 * count)
      try? FileManager.default.removeItem(at: file)
    },
  ]

  /// Down and up, between the panes, and to both ends.
  private static let keys = [
    "\u{1B}[B", "\u{1B}[B", "\t", "\t", "\t", "\u{1B}[F", "\u{1B}[A", "\u{1B}[H",
  ]

  private static func press(_ count: Int) {
    let screen = run.show(columns: 120, rows: 40)
    for number in 0..<count { precondition(screen.press(keys[number % keys.count]) > 0) }
  }

  // Made in the warm-up round.
  private static let run = {
    let file = record(100_000)
    defer { try? FileManager.default.removeItem(at: file) }
    return InspectMeasurement(file.path)
  }()

  /// Writes the first entries of a run into a file.
  private static func record(_ count: Int) -> URL {
    let lines = [header] + entries.prefix(count)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "inspected-\(ProcessInfo.processInfo.processIdentifier).jsonl")
    do {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    } catch {
      fatalError("\(file.path) cannot be written: \(error)")
    }
    return file
  }

  private static let header =
    #"{"began":"2026-11-29T10:00:00Z","event":"Event","feedbacks":["search"],"seed":"7","spin":"1.0","state":"Shop"}"#

  /// The lines of each entry of a search: every second one is typed, and describes an effect that sends the next one.
  private static let entries: [String] = (0..<100_000).map { number in
    let kept = number % 64 < 2 ? #","s":\#(state(number))"# : ""
    if number == 0 { return #"{"b":0\#(kept)}"# }
    let rest = #""n":\#(number),"t":\#(number * 2_100)\#(kept)"#
    if number.isMultiple(of: 2) {
      return
        #"{"e":{"found":{"_0":["tea","teapot","tray"]}},"f":"search",\#(rest),"x":\#(number / 2)}"#
    }
    return [
      #"{"e":{"typed":{"_0":"word \#(number)"}},"p":"Shop.swift:40",\#(rest)}"#,
      #"{"d":"search","w":"after 0.3 seconds {body}","x":\#(number / 2 + 1)}"#,
      #"{"c":"search","x":\#(number / 2)}"#,
    ].joined(separator: "\n")
  }

  private static func state(_ number: Int) -> String {
    let items = (0..<20).map { #"{"id":\#($0),"name":"item \#($0)","price":\#($0).5}"# }
    return
      #"{"items":[\#(items.joined(separator: ","))],"query":"word \#(number)","total":\#(number)}"#
  }
}
