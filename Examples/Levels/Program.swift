import LevelsDefinition
import SpinAsync
import SpinExampleSupport
import Synchronization

/// `levels`: shows two levels converge, on either runtime.
@main
struct Program {
  static func main() async {
    do {
      guard let arguments = try Arguments(Array(CommandLine.arguments.dropFirst())) else {
        Console.line(Arguments.usage)
        Console.end(0)
      }
      Console.end(try await run(arguments))
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
      let options = RunOptions<Levels, LevelsEvent>(
        monitors: arguments.options.contains("--log") ? [.log()] : [])
      let end = try await spin.run(
        on: arguments.runtime, options: options, keepingPrevious: true
      ) { transition in
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
}
