internal import SpinTTY

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The client of the probe.
final class ProbeClient: TerminalClient {
  private let control: TerminalControl
  private let clock: ProbeClock?
  private var log: [String] = []
  private var count = 0
  private var size = ""
  private var filler = 0
  private var height = 4
  private var hasCursor = false
  private var looks = 0
  private var draws = 0
  /// Whether a signal comes while the last frame is drawn.
  var isLate = false
  /// Whether it has something to save when it is told to end.
  var saves = false
  /// Whether it prints more than a pipe holds while another program has the terminal, and tells
  /// descriptor 4 when all of it was taken.
  var floods = false

  init(_ control: TerminalControl, _ clock: ProbeClock?) {
    self.control = control
    self.clock = clock
  }

  func receive(_ input: UserInput.Kind) {
    clock?.advance()
    count += 1
    switch input {
    case .event(.text(let text, _)): for key in text { press(key) }
    case .event(.key(let press)):
      note("key \(press.chord)")
      if press.chord == .ctrl("z") { control.suspend() }
      if press.chord == .ctrl("g") { control.interrupt() }
      if press.chord == .ctrl("d") { control.interruptReduced() }
    case .event(let event): note("\(event)")
    case .resized(let size): note("size \(size.columns)x\(size.rows)")
    case .resumed: note("resumed")
    case .terminating(let signal):
      note("signal \(signal)")
      if saves { save() } else if signal != SIGQUIT { finish() }
    case .printed(let lines):
      for line in lines { note("printed \(line)") }
      if lines.contains(ProbeClient.lastLine) { Output.tell("printed", 4) }
    }
    control.changed()
  }

  func programStarted() {
    noteProgram("child started")
    if floods { flood() }
  }

  func programFinished(_ result: Result<ChildStatus, TerminalError>) {
    noteProgram("child \(describe(result))")
    if saves { Output.tell("child \(describe(result))", 4) }
  }

  private func noteProgram(_ line: String) {
    clock?.advance()
    count += 1
    note(line)
    control.changed()
  }

  func isChanged() -> Bool {
    looks += 1
    return true
  }

  func draw(on canvas: Canvas, for capabilities: Capabilities) {
    if isLate { raise(SIGTERM) }
    draws += 1
    _ = canvas.surface.put(
      "ready \(capabilities.synchronizedOutput) \(canvas.size.columns)x\(canvas.size.rows)")
    if let isLight = capabilities.hasLightBackground {
      _ = canvas.surface.put(isLight ? "light" : "dark", row: canvas.size.rows - 1)
    }
    for (row, line) in log.suffix(max(1, canvas.size.rows - 2)).enumerated() {
      _ = canvas.surface.put(line, row: row + 1)
    }
    if hasCursor { canvas.surface.placeCursor(column: 0, row: 1, shape: .bar) }
    if filler > 0 {
      let text = String(repeating: String(filler % 10), count: canvas.size.columns)
      for row in 1..<max(2, canvas.size.rows) { _ = canvas.surface.put(text, row: row) }
    }
  }

  func height(fitting size: Size, for capabilities: Capabilities) -> Int {
    min(height, size.rows)
  }

  /// Goes on after its end was asked for, as the effects of a program do.
  func linger() {
    note("lingering")
    control.changed()
  }

  /// Saves on a thread of its own, for as long as the test wants: descriptor 4 hears of the beginning
  /// and the end, 3 says when to go on.
  private func save() {
    onThread { [control] in
      Output.converse("saving")
      Output.tell("saved", 4)
      control.end()
    }
  }

  private func flood() {
    onThread { [lastLine = ProbeClient.lastLine] in
      let line = String(repeating: "x", count: 1023)
      for _ in 0..<2048 { Output.complain(line) }
      // Only so many lines are kept for the end, which need not be long.
      Output.complain(String(repeating: "\n", count: 4096) + lastLine)
    }
  }

  private static let lastLine = "the last line"

  private func note(_ line: String) { log.append("\(log.count): \(line).") }

  private func describe(_ result: Result<ChildStatus, TerminalError>) -> String {
    switch result {
    case .success(let status): "\(status)"
    case .failure(let error): "\(error)"
    }
  }

  private func press(_ key: Character) {
    note("text \(key)")
    switch key {
    case "q": finish()
    case "t": trap()
    case "L": onThread { fatalError("bye") }
    case "T": onThread { trap() }
    case "n": onThread { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
    case "a": abort()
    case "P": onThread { Output.tellNobody() }
    case "c": hasCursor.toggle()
    case "s": note("\(depth(0))")
    case "x": exit(7)
    case "X": onThread { exit(7) }
    case "r": Terminal.emergencyRestore()
    case "p":
      print("from print")
      Output.complain("from stderr")
    case "e": control.run(ChildCommand("sh", ["-c", "echo editing; stty -a | wc -l; read line"]))
    case "E": control.run(ChildCommand("sh", ["-c", "stty raw -echo; echo raw; kill -9 $$"]))
    case "v": control.run(.editor("a file", "$b"))
    case "w": control.run(ChildCommand("no-such-editor"))
    case "l": control.print("above\nthe \u{1B}[31mview")
    case "M": for number in 1...1000 { control.print("line \(number)") }
    case "D": note("drawn \(draws) times")
    case "f": filler += 1
    case "g": height += 2
    case "G": height -= 2
    case "o": second()
    case "O": printLate()
    case "K": startChild()
    case "b": burst()
    case "B": note("looked \(looks) times")
    case "h": while true { pause() }
    default: break
    }
  }

  /// Changes often on another thread, and then says so to descriptor 4.
  private func burst() {
    looks = 0
    onThread { [control] in
      for _ in 0..<10_000 { control.changed() }
      Output.tell("changed", 4)
    }
  }

  /// Prints a line when descriptor 3 says so, and says so to 4.
  private func printLate() {
    onThread { [control] in
      Output.converse("waiting")
      control.print("a late line")
      Output.tell("printed", 4)
    }
  }

  /// Starts a program that prints when descriptor 3 says so, and ends with the next word; the process ends
  /// with it.
  private func startChild() {
    onThread {
      Output.runChild(
        """
        trap '' PIPE; echo started >&4; read line <&3
        if echo from the child; then echo written >&4; else echo broken >&4; fi; read line <&3
        """)
      Output.exit(0)
    }
  }

  /// Ends the run under way, whichever it is.
  private func finish() {
    control.end()
    control.finish()
  }

  private func second() {
    do {
      _ = try TerminalSession()
      note("two sessions")
    } catch {
      note("in use: \(error.operation)")
    }
  }
}

private func trap() {
  let numbers: [Int] = []
  print(numbers[numbers.count + 1])
}

private func depth(_ level: Int) -> Int {
  level < 0 ? 0 : depth(level + 1) + (level.hashValue & 1)
}
