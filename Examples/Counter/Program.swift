import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTTY

// NB: `stdout` is imported as a variable that nothing guards.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// `counter`: shows a counter on the terminal, on either runtime.
@main
struct Program {
  static func main() {
    do throws(UsageError) {
      guard let arguments = try Arguments.parse(Array(CommandLine.arguments.dropFirst())) else {
        print(Arguments.usage)
        if fflush(stdout) != 0 {
          fail("the help cannot be written: \(String(cString: strerror(errno)))", status: 74)
        }
        return
      }
      run(arguments)
    } catch {
      fail("\(error.message)\n\(Arguments.usage)", status: 64)
    }
  }

  private static func run(_ arguments: Arguments) {
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
    do throws(TerminalError) {
      if let ticks = arguments.ticks {
        try ui.run(on: arguments.runtime, until: .reached { $0.ticks >= ticks })
      } else {
        try ui.run(on: arguments.runtime)
      }
    } catch {
      fail("\(error)", status: 69)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let line = Array("counter: \(message)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    exit(status)
  }
}

extension Arguments {
  /// The runtime, on a queue and with timers of its own: on Linux the global executor and the global
  /// queues have a thread that wakes every second, also while nothing happens.
  var runtime: any SpinRuntime {
    let queue = DispatchQueue(label: "counter")
    return switch runtimeName {
    case .async:
      AsyncRuntime(executor: .queue(queue), scheduler: DispatchScheduler(queue: queue))
    case .callbacks: CallbackRuntime(on: queue)
    }
  }
}
