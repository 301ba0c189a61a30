import Foundation
import LevelsDefinition
import SpinAsync
import SpinExampleSupport
import SpinRecording
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
    if let file = arguments.replay { return try replay(file, arguments.options) }
    if let file = arguments.rehearsal { return try rehearse(file) }
    guard let start = arguments.start else { return try await answerLines(arguments.runtime) }
    let spin = Levels.convergence(from: start)
    // The levels may be far apart, so a long run that feeds itself is no mistake.
    var options = RunOptions<Levels, LevelsEvent>(runaway: nil)
    let isLost = Mutex(false)
    if arguments.options.contains("--log") { options.monitors.append(.log()) }
    if let file = arguments.record {
      let note: @Sendable (RunLogError) -> Void = { error in
        Console.complain("\(error)")
        isLost.withLock { $0 = true }
      }
      options.monitors.append(
        .recording(to: URL(fileURLWithPath: file), keeping: .all, onError: note))
    }
    if arguments.options.contains("--quiet") {
      Console.line("\(try await spin.run(on: arguments.runtime, options: options))")
    } else if arguments.options.contains("--trace") {
      try await spin.run(on: arguments.runtime, options: options) {
        trace($0.number, $0.event, $0.state)
      }
    } else {
      let count = Mutex(0)
      let end = try await spin.run(
        on: arguments.runtime, options: options, keepingPrevious: true
      ) { transition in
        count.withLock { $0 = transition.number }
        if transition.isNew(\.self) { Console.line("\(transition.state)") }
      }
      Console.line("settled at \(end) after \(count.withLock { $0 }) events")
    }
    return isLost.withLock { $0 } ? 74 : 0
  }

  /// Prints the line of a transition.
  private static func trace(_ number: Int, _ event: LevelsEvent?, _ levels: Levels) {
    Console.line("\(number)\t\(event?.rawValue ?? "start")\t\(levels.left)\t\(levels.right)")
  }

  /// Prints the run of a file.
  private static func replay(_ file: String, _ options: Set<String>) throws -> Int32 {
    let log = try RunLog<Levels, LevelsEvent>(contentsOf: URL(fileURLWithPath: file))
    if let damage = log.damage { Console.complain("\(damage)") }
    var replay = try log.replay(Levels.convergence(from: Levels(left: 0, right: 0)))
    var newest: Levels?
    repeat {
      if options.contains("--trace") {
        trace(replay.number, replay.event, replay.state)
      } else if !options.contains("--quiet"), replay.state != newest {
        Console.line("\(replay.state)")
      }
      newest = replay.state
    } while replay.stepForward()
    if options.contains("--quiet") {
      Console.line("\(replay.state)")
    } else if !options.contains("--trace") {
      Console.line("ended at \(replay.state) after \(replay.number) events")
    }
    return 0
  }

  /// Prints whether the run of a file still goes as it went.
  private static func rehearse(_ file: String) throws -> Int32 {
    let log = try RunLog<Levels, LevelsEvent>(contentsOf: URL(fileURLWithPath: file))
    if let damage = log.damage { Console.complain("\(damage)") }
    if let difference = try log.rehearse(Levels.convergence(from: Levels(left: 0, right: 0))) {
      Console.line("\(difference)")
      return 1
    }
    Console.line("goes as it went: \(log.numbers?.upperBound ?? 0) events")
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
        Console.print("\(try await Levels.convergence(from: start).run(on: runtime))")
      } catch let error as UsageError {
        Console.complain("line \(number): \(error.message)")
        status = 65
      }
    }
    return status
  }
}
