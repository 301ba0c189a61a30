import Foundation
import Testing

/// A file of trace events, checked against the rules of the format.
struct TraceFormat {
  struct Event {
    let members: [String: Any]

    subscript(text name: String) -> String { members[name] as? String ?? "" }
    subscript(number name: String) -> Double { (members[name] as? NSNumber)?.doubleValue ?? .nan }
    var arguments: [String: Any] { members["args"] as? [String: Any] ?? [:] }
    var lane: [Double] { [self[number: "pid"], self[number: "tid"]] }
    var begin: Double { self[number: "ts"] }
    var end: Double { begin + self[number: "dur"] }
    /// How far sums of times are from exact: the clock counts since the machine was started, so that after five
    /// hours the last digit of a number is worth four millionths of a microsecond.
    var slack: Double { 4 * begin.ulp }
  }

  let events: [Event]

  init(_ json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let list = try #require(object?["traceEvents"] as? [[String: Any]])
    events = list.map { Event(members: $0) }
  }

  func events(_ phase: String) -> [Event] { events.filter { $0[text: "ph"] == phase } }

  /// The names of lanes, by process and lane.
  var laneNames: [[Double]: String] {
    let named = events("M").filter { $0[text: "name"] == "thread_name" }
    return Dictionary(
      uniqueKeysWithValues: named.map { ($0.lane, $0.arguments["name"] as? String ?? "") })
  }

  /// The names of the lanes on which there are intervals with a prefix.
  func lanes(of prefix: String) -> [String] {
    events("X").filter { $0[text: "name"].hasPrefix(prefix) }.map { laneNames[$0.lane] ?? "" }
  }

  /// The intervals around the ends of the flows, as pairs of names.
  var arrows: Set<[String]> {
    let ends = Dictionary(uniqueKeysWithValues: events("f").map { ($0[number: "id"], $0) })
    return Set(
      events("s").map { begin in
        [around(begin), ends[begin[number: "id"]].map(around) ?? ""]
      })
  }

  /// The interval at a moment; the last that has begun, as viewers choose it.
  private func around(_ tip: Event) -> String {
    let slices = events("X").filter {
      $0.lane == tip.lane && $0.begin <= tip.begin + $0.slack && tip.begin <= $0.end + $0.slack
    }
    return slices.last?[text: "name"] ?? ""
  }

  /// Every rule that the events break.
  var complaints: [String] {
    var found: [String] = []
    let lanes = laneNames
    for event in events {
      let needed: [String]
      switch event[text: "ph"] {
      case "M": needed = []
      case "X": needed = ["ts", "dur"]
      case "i": needed = ["ts"]
      case "s", "f": needed = ["ts", "id"]
      default: needed = ["a known phase"]
      }
      for name in needed + ["pid", "tid"] where !event[number: name].isFinite {
        found.append("\(event.members) has no number \(name)")
      }
      if event[text: "name"].isEmpty { found.append("\(event.members) has no name") }
      if event[number: "dur"] < 0 { found.append("\(event.members) ends before it begins") }
      if lanes[event.lane] == nil { found.append("\(event.members) is on no lane") }
      if event[text: "ph"] == "i" && event[text: "s"] != "t" {
        found.append("\(event.members) has no scope")
      }
    }
    for (lane, slices) in Dictionary(grouping: events("X"), by: \.lane) {
      let sorted = slices.sorted { ($0.begin, -$0.end) < ($1.begin, -$1.end) }
      for (former, next) in zip(sorted, sorted.dropFirst())
      where next.begin < former.end - former.slack {
        found.append("\(lane): \(former.members) overlaps \(next.members)")
      }
    }
    let (begins, ends) = (events("s"), events("f"))
    if begins.map({ $0[number: "id"] }) != ends.map({ $0[number: "id"] }) {
      found.append("flows have other ends than begins")
    }
    for (begin, end) in zip(begins, ends) {
      if begin.begin > end.begin + begin.slack {
        found.append("\(begin.members) is later than its end")
      }
      for tip in [begin, end] where around(tip).isEmpty {
        found.append("\(tip.members) is in no interval")
      }
      if end[text: "bp"] != "e" { found.append("\(end.members) is bound to the next interval") }
    }
    return found
  }
}
