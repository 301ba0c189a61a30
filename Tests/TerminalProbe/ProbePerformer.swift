internal import SpinAsync
internal import SpinCallbacks
internal import SpinTTY

/// A spin that asks the terminal for what it does besides drawing, on a runtime that a test names.
enum ProbePerformer {
  enum Event: Sendable {
    /// Ask for one thing: a copy, a notification, the bell.
    case copy, notify, ring
    /// Ask for all of them at once, or for more than a terminal takes.
    case all, long
    /// Give the terminal away, and copy after that.
    case edit
    /// Have a thread of its own ask for a copy from outside.
    case outside
    case said(String)
    case trap
  }

  struct State: Sendable {
    var steps = 0
    @Pulse var copied = ""
    @Pulse var notice: String?
    @Pulse var rung = 0
    @Pulse var edited = 0
    @Pulse var asked = 0
    var log: [String] = []

    mutating func apply(_ event: Event) {
      steps += 1
      if case .edit = event { edited += 1 }
      switch event {
      case .copy, .edit: copied = "step \(steps)"
      case .notify: notice = "step \(steps)"
      case .ring: rung += 1
      case .all: (copied, notice, rung) = ("all", "all", rung + 1)
      case .long: copied = String(repeating: "x", count: 100_001)
      case .trap: fatalError("bye")
      case .outside: asked += 1
      case .said(let text): log.append(text)
      }
    }
  }

  private static let spin = Spin<State, Event>(initialState: State()) {
    Feedback.sideEffect(pulse: \.$asked) { _ in
      onThread { ui.perform(.copy("outside")) }
    }
    Reducer { $0.apply($1) }
  }

  private static let ui: UISpin<State, Event> = UISpin(spin, options: options) { state, _ in
    Text("ready \(state.steps)").title("step \(state.steps)")
      .windowProgress(.value(Double(state.steps), of: 10))
    for line in state.log { Text(line) }
  } keys: {
    Key("c", help: "copy", .copy)
    Key("n", help: "notify", .notify)
    Key("b", help: "ring", .ring)
    Key("a", help: "all", .all)
    Key("l", help: "long", .long)
    Key("e", help: "edit", .edit)
    Key("o", help: "outside", .outside)
    Key("t", help: "trap", .trap)
    Key.quit("q")
  } terminal: {
    Perform(pulse: \.$edited) { _ in
      .run(.shell("echo editing; read line")) { .said("edited \($0)") }
    }
    Perform(pulse: \.$copied) { .copy($0) { .said("refused \($0.operation)") } }
    Perform(pulse: \.$notice) { .notify(title: "note", body: $0) }
    Perform(pulse: \.$rung) { _ in .bell }
  }

  private static var options: UIOptions {
    CommandLine.arguments.contains("--inline") ? .inline : .fullScreen
  }

  /// Runs on a runtime by its name; the process ends with the run.
  static func run(_ words: Set<String>, on name: String) {
    do {
      switch name {
      case "callersThread": try ui.run(on: .callersThread)
      case "async": try ui.run(on: .async)
      default: try ui.run(on: .callbacks)
      }
    } catch {
      Output.complain("\(error)")
      Output.exit(3)
    }
    // After the end.
    if words.contains("--late") {
      Output.tell("\(ui.perform(.bell))", 1)
    }
    Output.exit(0)
  }
}
