extension Timeline {
  /// The timeline in Chrome's trace event format, as an object with the member `traceEvents`.
  ///
  /// Source: the document "Trace Event Format" of the Chromium project. The events are metadata (`M`),
  /// which name processes and lanes, complete events (`X`), instants (`i`), and the begins and ends of
  /// flows (`s` and `f`). An execution that has not ended ends with the newest fact of its run.
  public var json: String {
    var events: [String] = []
    for (index, process) in processes.enumerated() {
      events.append(name("process_name", process.name, index, 0))
      for (lane, text) in process.lanes.enumerated() {
        events.append(name("thread_name", text, index, lane))
        events.append(
          Self.event("M", "thread_sort_index", index, lane, [("args", "{\"sort_index\":\(lane)}")]))
      }
    }
    for slice in slices {
      let end = slice.end ?? max(slice.begin, processes[slice.process].newest)
      events.append(
        Self.event(
          "X", name(of: slice), slice.process, slice.lane,
          [
            ("ts", slice.begin.inMicroseconds),
            ("dur", end.subtractingClamped(slice.begin).inMicroseconds),
            ("args", Self.object(details(of: slice))),
          ]))
    }
    for mark in marks {
      events.append(
        Self.event(
          "i", mark.name, mark.process, mark.lane,
          [("ts", mark.time.inMicroseconds), ("s", "\"t\"")]))
    }
    for (id, arrow) in arrows.enumerated() {
      events.append(flow("s", id, arrow.from, []))
      // By default, the end of a flow belongs to the next interval instead of the one around it.
      events.append(flow("f", id, arrow.to, [("bp", "\"e\"")]))
    }
    return "{\"traceEvents\":[\n" + events.joined(separator: ",\n")
      + "\n],\"displayTimeUnit\":\"ns\"}\n"
  }

  private func name(of slice: Slice) -> String {
    switch slice.content {
    case .step(let number, let event, _, _): "\(number) \(event)"
    case .execution(let number, _): "\(processes[slice.process].lanes[slice.lane]) #\(number)"
    }
  }

  private func details(of slice: Slice) -> [(String, String)] {
    switch slice.content {
    case .step(let number, _, let origin, let place):
      [("transition", "\(number)")] + (origin.map { [("origin", $0.inWords)] } ?? [])
        + (place.flatMap { EmissionSite($0) }.map { [("emitted at", "\($0)")] } ?? [])
    case .execution(_, let transition):
      [("transition", "\(transition)"), ("end", slice.outcome ?? "goes on")]
    }
  }

  private func name(_ kind: String, _ name: String, _ process: Int, _ lane: Lane) -> String {
    Self.event("M", kind, process, lane, [("args", Self.object([("name", name)]))])
  }

  private func flow(_ phase: String, _ id: Int, _ tip: Tip, _ more: [(String, String)]) -> String {
    Self.event(
      phase, "cause", tip.process, tip.lane,
      [("cat", "\"cause\""), ("id", "\(id + 1)"), ("ts", tip.time.inMicroseconds)] + more)
  }

  /// An event, whose further members have values in JSON.
  ///
  /// NB: processes count from 1, because viewers treat process 0 as the system.
  private static func event(
    _ phase: String, _ name: String, _ process: Int, _ lane: Lane, _ members: [(String, String)]
  ) -> String {
    let all =
      [("name", quoted(name)), ("ph", "\"\(phase)\"")] + members
      + [("pid", "\(process + 1)"), ("tid", "\(lane + 1)")]
    return "{" + all.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(quoted($0.0)):\(quoted($0.1))" }.joined(separator: ",") + "}"
  }

  /// A text as a string of JSON.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Duration {
  /// Microseconds with three decimal places, as JSON.
  fileprivate var inMicroseconds: String {
    // NB: not by its components, whose seconds are those of an `Int64`.
    let (microseconds, attoseconds) = attoseconds.quotientAndRemainder(
      dividingBy: 1_000_000_000_000)
    let rest = abs(attoseconds / 1_000_000_000)
    let sign = self < .zero && microseconds == 0 ? "-" : ""
    let decimals = String(repeating: "0", count: 3 - String(rest).count) + String(rest)
    return "\(sign)\(microseconds).\(decimals)"
  }
}
