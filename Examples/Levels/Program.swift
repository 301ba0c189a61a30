import Dispatch
import SpinAsync
import SpinExampleSupport
import SpinTTY
import Synchronization

/// `levels`: shows two levels converge, on either runtime.
@main
struct Program {
  /// Not async, so that only the terminal's thread and the runtime's queue run with `--watch`.
  static func main() {
    do {
      guard let arguments = try Arguments(Array(CommandLine.arguments.dropFirst())) else {
        Console.line(Arguments.usage)
        Console.end(0)
      }
      if let start = arguments.start, arguments.options.contains("--watch") {
        Console.end(try watch(start, arguments))
      }
      Task { Console.end(try await run(arguments)) }
      dispatchMain()
    } catch let error as UsageError {
      Console.complain("\(error.message)\n\(Arguments.usage)")
      Console.end(64)
    } catch {
      Console.complain("\(error)")
      Console.end(69)
    }
  }

  /// Carries out the arguments; returns the exit status, and throws only if it is cancelled.
  private static func run(_ arguments: Arguments) async throws -> Int32 {
    guard let start = arguments.start else { return try await answerLines(arguments.runtime) }
    let spin = Levels.convergence(from: start)
    if arguments.options.contains("--quiet") {
      Console.line("\(try await spin.run(on: arguments.runtime))")
    } else if arguments.options.contains("--trace") {
      try await spin.run(on: arguments.runtime) { transition in
        let (event, levels) = (transition.event?.rawValue ?? "start", transition.state)
        Console.line("\(transition.number)\t\(event)\t\(levels.left)\t\(levels.right)")
      }
    } else {
      let count = Mutex(0)
      let end = try await spin.run(on: arguments.runtime, keepingPrevious: true) { transition in
        count.withLock { $0 = transition.number }
        if transition.isNew(\.self) { Console.line("\(transition.state)") }
      }
      Console.line("settled at \(end) after \(count.withLock { $0 }) events")
    }
    return 0
  }

  /// Prints the final pair for each line of standard input.
  private static func answerLines(_ runtime: any SpinRuntime) async throws -> Int32 {
    var (number, status) = (0, Int32(0))
    while let line = Console.nextLine() {
      number += 1
      do {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        let start = try Levels(words, or: "a line has two levels, LEFT RIGHT")
        Console.line("\(try await Levels.convergence(from: start).run(on: runtime))")
        Console.flush()
      } catch let error as UsageError {
        Console.complain("line \(number): \(error.message)")
        status = 65
      }
    }
    return status
  }

  /// Shows one pair converge on the terminal, or in a pipe line by line.
  private static func watch(_ start: Levels, _ arguments: Arguments) throws -> Int32 {
    let isInline = arguments.options.contains("--inline")
    let options: UIOptions = isInline ? .inline : .fullScreen
    let spin = Convergence.spin(from: start, interval: arguments.interval)
    let ui = UISpin(spin, options: options, plain: .stream { "\($0.levels)" }) { state, screen in
      WatchView(convergence: state, screen: screen)
    } keys: {
      Key.quit("q", .ctrl("c"))
    }
    let end = try ui.run(on: arguments.runtime, until: .settled)
    if end.reason == .settled, !isInline, Console.isTerminal {
      // The full screen is closed, and its last frame is no longer visible.
      Console.line("settled at \(end.state.levels) after \(end.state.steps) steps")
    }
    return end.reason.status
  }
}
