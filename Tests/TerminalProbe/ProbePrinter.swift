internal import SpinAsync
internal import SpinCallbacks
internal import SpinTTY

/// A spin whose reducer prints, on a runtime that a test names.
enum ProbePrinter {
  enum Event: Sendable {
    /// Print two megabytes, ten thousand lines, one line of 120,001 bytes, or some lines in both ways.
    case flood, count, long, both
  }

  struct State: Sendable {
    var turns = 0
    var newest: Event?
  }

  private static let spin = Spin<State, Event>(initialState: State()) {
    Reducer { state, event in
      state.turns += 1
      state.newest = event
      switch event {
      case .flood:
        let line = String(repeating: "x", count: 1023)
        for _ in 0..<512 { print(line) }
        // Only so many lines are kept for the end, which need not be long.
        print(String(repeating: "\n", count: 4096) + "the last line")
      case .count: for number in 1...10_000 { print("line \(number)") }
      case .long: print("e" + String(repeating: "é", count: 60_000))
      case .both: break
      }
    }
  }

  private static func ui(_ options: UIOptions) -> UISpin<State, Event> {
    UISpin(spin, options: options) { state, _ in
      let title = Text("ready \(state.turns)")
      if state.newest == .long { title.title("long") } else { title }
    } keys: {
      Key("f", help: "flood", .flood)
      Key("c", help: "count", .count)
      Key("l", help: "long", .long)
      Key("b", help: "both", .both)
      Key.quit("q")
    }
  }

  /// Runs on a runtime by its name; the process ends with the run.
  static func run(on name: String, inline: Bool) {
    let ui = ui(inline ? .inline : .fullScreen)
    let options = RunOptions<State, Event>(observers: [
      Observer {
        guard $0.event == .both else { return }
        for number in 1...20 {
          print("captured \(number)")
          ui.print("printed \(number)")
        }
      }
    ])
    do {
      switch name {
      case "callersThread": try ui.run(on: .callersThread, options: options)
      case "async": try ui.run(on: .async, options: options)
      default: try ui.run(on: .callbacks, options: options)
      }
    } catch {
      Output.complain("\(error)")
      Output.exit(3)
    }
    Output.exit(0)
  }
}
