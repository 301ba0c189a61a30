import Dispatch
import SpinAsync
import SpinCallbacks

// NB: `stdin` is imported as a variable that nothing guards.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// `levels`: shows two levels converge, on either runtime.
@main
struct Program {
  static let output = Output()

  /// Not async, so that nothing but the terminal's thread and a queue of its own runs while
  /// somebody watches.
  static func main() {
    do throws(UsageError) {
      guard let arguments = try Arguments.parse(Array(CommandLine.arguments.dropFirst())) else {
        output.line(Arguments.usage)
        return output.flush()
      }
      if let watching = arguments.watching, case .pair(let start) = arguments.input {
        exit(watch(start, watching, on: arguments.runtimeName.watchingRuntime))
      }
      Task { exit(await run(arguments)) }
      dispatchMain()
    } catch {
      Output.complain("levels: \(error.message)\n\(Arguments.usage)")
      exit(64)
    }
  }

  /// Runs the modes that print; returns the exit status.
  static func run(_ arguments: Arguments) async -> Int32 {
    defer { output.flush() }
    switch arguments.input {
    case .pair(let start):
      await show(start, arguments)
      return 0
    case .standardInput:
      return await answerLines(arguments)
    }
  }

  /// Shows one pair converge, as the mode says.
  static func show(_ start: Levels, _ arguments: Arguments) async {
    let spin = Levels.convergence(from: start)
    let final: Levels
    switch arguments.mode {
    case .quiet:
      final = await settle(spin, arguments.runtime)
      output.line("\(final.left) \(final.right)")
    case .trace:
      await settle(spin, arguments.runtime) { transition in
        let event = transition.event?.rawValue ?? "start"
        let levels = transition.state
        output.line("\(transition.number)\t\(event)\t\(levels.left)\t\(levels.right)")
      }
    case .changes:
      let changes = Changes(output)
      final = await settle(spin, arguments.runtime) { changes.show($0) }
      output.line("settled at \(final.left) \(final.right) after \(changes.count) events")
    }
  }

  @discardableResult
  static func settle(
    _ spin: Spin<Levels, LevelsEvent>, _ runtime: any SpinRuntime,
    observer: (@Sendable (Transition<Levels, LevelsEvent>) -> Void)? = nil
  ) async -> Levels {
    let running = spin.start(on: runtime, observer: observer)
    do {
      return try await running.settled()
    } catch {
      return running.state  // Nobody cancels this task.
    }
  }

  /// Answers each line of standard input with its final pair.
  static func answerLines(_ arguments: Arguments) async -> Int32 {
    let runtime = arguments.runtime
    var status: Int32 = 0
    var number = 0
    while let line = readLine() {
      number += 1
      do throws(UsageError) {
        let final = await settle(
          Levels.convergence(from: try Arguments.pair(ofLine: line)), runtime)
        output.line("\(final.left) \(final.right)")
        output.flush()
      } catch {
        Output.complain("levels: line \(number): \(error.message)")
        status = 65
      }
    }
    if ferror(stdin) != 0 {
      Output.complain("levels: standard input cannot be read: \(String(cString: strerror(errno)))")
      return 74
    }
    return status
  }
}
