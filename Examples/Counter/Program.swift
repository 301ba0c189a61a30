import SpinExampleSupport
import SpinTTY

/// `counter`: shows a counter on the terminal, on either runtime.
@main
struct Program {
  static func main() {
    do {
      guard let arguments = try Arguments(Array(CommandLine.arguments.dropFirst())) else {
        Console.line(Arguments.usage)
        Console.flush(or: "the help cannot be written")
        return
      }
      try run(arguments)
    } catch let error as UsageError {
      Console.complain("\(error.message)\n\(Arguments.usage)")
      Console.end(64)
    } catch {
      Console.complain("\(error)")
      Console.end(69)
    }
  }

  private static func run(_ arguments: Arguments) throws(TerminalError) {
    var start = Counting()
    if arguments.ticks != nil { start.counter.apply(.toggle) }
    let ui = UISpin(
      Counting.spin(from: start, interval: arguments.interval),
      options: arguments.isInline ? .inline : .fullScreen,
      plain: .stream { "value: \($0.counter.value) \($0.counter.name)" }
    ) { state, screen in
      CounterView(counter: state.counter, screen: screen)
    } keys: {
      Key(" ", help: "start/pause", .toggle)
      Key("r", help: "reset", .reset)
      Key("+", .up, help: "more", when: \.isStill, .add(1))
      Key("-", .down, help: "less", when: \.isStill, .add(-1))
      Key(.right, help: "", when: \.isStill, .add(1))
      Key("\u{2212}", .left, help: "", when: \.isStill, .add(-1))
      Key.help("?")
      Key.quit("q", .ctrl("c"))
    }
    if let ticks = arguments.ticks {
      try ui.run(on: arguments.runtime, until: .reached { $0.ticks >= ticks })
    } else {
      try ui.run(on: arguments.runtime)
    }
  }
}
