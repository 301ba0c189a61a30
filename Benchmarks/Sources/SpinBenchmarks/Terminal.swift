import SpinCallbacks
@_spi(Benchmarks) import SpinTTY

/// A counter on a screen, as far as it is a matter of the processor: no terminal, no other thread.
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

/// A copy of the memory that a screen of 200 by 60 has.
private func copyScreen() {
  let size = 200 * 60 * 8
  let source = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  let target = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  source.initializeMemory(as: UInt8.self, repeating: 1, count: size)
  for round in 0..<frames {
    source.storeBytes(of: UInt8(truncatingIfNeeded: round), as: UInt8.self)
    target.copyMemory(from: source, byteCount: size)
    precondition(target.load(as: UInt8.self) == UInt8(truncatingIfNeeded: round))
  }
  source.deallocate()
  target.deallocate()
}

let terminalMeasurements = [
  Measurement("baseline: copy of a screen, 200 x 60", operations: frames) { copyScreen() },
  Measurement(
    "full repaint, 200 x 60", operations: frames, against: "baseline: copy of a screen, 200 x 60",
    limit: 25, allocations: 0.5
  ) {
    let measurement = EncoderMeasurement(columns: 200, rows: 60)
    for number in 0..<frames { precondition(measurement.repaint(number) > 0) }
  },
  Measurement(
    "every cell changed, 200 x 60", operations: frames,
    against: "baseline: copy of a screen, 200 x 60", allocations: 0.5
  ) {
    let measurement = EncoderMeasurement(columns: 200, rows: 60)
    for number in 1...frames { precondition(measurement.encode(number) > 0) }
  },
  Measurement(
    "nothing changed, 200 x 60", operations: frames,
    against: "baseline: copy of a screen, 200 x 60", limit: 2, allocations: 0.5
  ) {
    let measurement = EncoderMeasurement(columns: 200, rows: 60)
    for _ in 1...frames { precondition(measurement.encode(0) == 0) }
  },
  Measurement("from the bytes of a key to those of a frame", operations: frames) {
    let counter = counterOnScreen()
    _ = counter.frame()
    for _ in 1...frames {
      counter.input([UInt8(ascii: "+")])
      precondition(!counter.frame().isEmpty)
    }
  },
]
