import Harness
import SpinCallbacks
@_spi(Benchmarks) import SpinTTY

private enum Step: Sendable {
  case add(Int)
}

private let counting = Spin<Int, Step>(initialState: 0) {
  Reducer { count, step in
    switch step {
    case .add(let amount): count &+= amount
    }
  }
}

/// A loop that feeds itself until it has counted to a limit.
private func selfFed(_ limit: Int) -> Spin<Int, Step> {
  Spin(initialState: 0) {
    Feedback { count in count < limit ? .just(.add(1)) : .none }
    Reducer { count, step in
      switch step {
      case .add(let amount): count &+= amount
      }
    }
  }
}

/// The same loop, shown: its steps, and its notices to the host.
private func showSelfFed(_ limit: Int) {
  let ui = UISpin(selfFed(limit)) { count, _ in
    Text("\(count)")
  } keys: {
    Key.quit("q")
  }
  let rehearsal = ui.rehearse(on: .callersThread)
  precondition(rehearsal.state == limit)
}

/// Events from outside of a spin that is shown, each with its notice to the host.
private func emitIntoShown(_ count: Int) {
  let ui = UISpin(counting) { count, _ in
    Text("\(count)")
  } keys: {
    Key.quit("q")
  }
  let rehearsal = ui.rehearse(on: .callersThread)
  for _ in 0..<count { ui.emit(.add(1)) }
  precondition(rehearsal.state == count)
}

/// The processor time of a counter on a screen, without a terminal and other threads.
private func counterOnScreen() -> Rehearsal<Int, Step> {
  let ui = UISpin(counting) { count, _ in
    VStack(spacing: 1) {
      Text("value: \(count)").bold()
      BigText("\(count % 10)").foreground(.green)
      ProgressBar(count % 10, of: 10)
      Help()
    }
  } keys: {
    Key("+", help: "more", .add(1))
    Key.quit("q")
  }
  return ui.rehearse(on: .callersThread)
}

private let frames = 2_000

/// A page of orders on a wide screen, as in the frames of the byte budget.
private func dashboard() -> EncoderMeasurement {
  EncoderMeasurement(columns: 200, rows: 60) { surface, frame in
    surface.fill(in: Rectangle(row: 0, columns: 200, rows: 1), style: Style(attributes: .reverse))
    surface.put(" Orders", style: Style(attributes: .reverse))
    surface.put(
      "id     customer             status     amount", column: 2, row: 3,
      style: Style(attributes: .bold))
    for row in 4..<58 {
      let id = frame * 54 + row
      let name = String("qdyxkhvtmbajwzgocsneflrpiu".dropFirst(id % 9).prefix(6 + id % 13))
      surface.put("\(996 + id)", column: 2, row: row)
      surface.put(name, column: 9, row: row)
      surface.put(
        id % 3 == 0 ? "late" : "ok", column: 30, row: row,
        style: Style(foreground: .palette(id % 3 == 0 ? 1 : 2)))
      surface.put("\(1000 + id * 7919 % 9000).\(10 + id % 90)", column: 41, row: row)
    }
    surface.put(
      "q quit  enter open  / filter", row: 59, style: Style(foreground: .palette(244)))
  }
}

/// A new colour every ten cells, up to the last column: the maximum of work.
private func patchwork() -> EncoderMeasurement {
  EncoderMeasurement(columns: 200, rows: 60) { surface, frame in
    for row in 0..<60 {
      for column in stride(from: 0, to: 200, by: 10) {
        let number = row + column / 10 + frame
        let letter = Character(UnicodeScalar(UInt8(97 + number % 26)))
        surface.put(
          String(repeating: letter, count: 10), column: column, row: row,
          style: Style(foreground: .palette(UInt8(number % 16))))
      }
    }
  }
}

/// The encoding of one of the two screens.
private func encoding(
  _ what: String, limit: Double? = nil, _ makeScreen: @escaping @Sendable () -> EncoderMeasurement,
  _ body: @escaping @Sendable (EncoderMeasurement, Int) -> Void
) -> Measurement {
  Measurement(
    what, operations: frames, against: "baseline: copy of a screen, 200 x 60", limit: limit,
    allocations: 0.5
  ) { count in
    let screen = makeScreen()
    for number in 1...count { body(screen, number) }
  }
}

/// A copy of the memory of a screen of 200 by 60.
private func copyScreen(_ rounds: Int) {
  let size = 200 * 60 * 8
  let source = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  let target = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  source.initializeMemory(as: UInt8.self, repeating: 1, count: size)
  for round in 0..<rounds {
    source.storeBytes(of: UInt8(truncatingIfNeeded: round), as: UInt8.self)
    target.copyMemory(from: source, byteCount: size)
    precondition(target.load(as: UInt8.self) == UInt8(truncatingIfNeeded: round))
  }
  source.deallocate()
  target.deallocate()
}

private let measurements = [
  Measurement("self-fed, caller's thread", operations: 100_000) { count in
    let running = selfFed(count).start(on: .callersThread)
    precondition(running.state == count)
  },
  Measurement(
    "self-fed, started by UISpin", operations: 100_000, against: "self-fed, caller's thread",
    limit: 2, allocations: 0.01
  ) { showSelfFed($0) },
  Measurement("outside, shown by UISpin", operations: 100_000) { emitIntoShown($0) },
  Measurement("baseline: copy of a screen, 200 x 60", operations: frames) { copyScreen($0) },
  encoding("full repaint, dashboard", limit: 15, dashboard) { screen, number in
    precondition(screen.repaint(number) > 0)
  },
  encoding("full repaint, patchwork", limit: 25, patchwork) { screen, number in
    precondition(screen.repaint(number) > 0)
  },
  encoding("everything changed, dashboard", dashboard) { screen, number in
    precondition(screen.encode(number) > 0)
  },
  encoding("everything changed, patchwork", patchwork) { screen, number in
    precondition(screen.encode(number) > 0)
  },
  encoding("nothing changed, dashboard", limit: 1, dashboard) { screen, _ in
    precondition(screen.encode(0) == 0)
  },
  encoding("nothing changed, patchwork", limit: 2, patchwork) { screen, _ in
    precondition(screen.encode(0) == 0)
  },
  Measurement("from the bytes of a key to those of a frame", operations: frames) { count in
    let counter = counterOnScreen()
    _ = counter.frame()
    for _ in 1...count {
      counter.input([UInt8(ascii: "+")])
      precondition(!counter.frame().isEmpty)
    }
  },
]

@main
struct TerminalBenchmarks {
  static func main() {
    Program.run(
      measurements + Frames.measurements + Typing.measurements + Pages.measurements
        + Inspecting.measurements)
  }
}
