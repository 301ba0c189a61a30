import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTTY

extension Program {
  /// Shows one pair converge on the terminal, or in a pipe line by line; returns the exit status.
  ///
  /// A full screen takes all that it showed with it, so its result is printed when it is gone.
  static func watch(
    _ start: Levels, _ watching: Arguments.Watching, on runtime: any SpinRuntime
  ) -> Int32 {
    var options: UIOptions = watching.isInline ? .inline : .fullScreen
    options.asksForTheme = true
    let ui = UISpin(
      Convergence.spin(from: start, interval: watching.interval),
      options: options,
      plain: .stream { "\($0.levels.left) \($0.levels.right)" }
    ) { convergence, screen in
      WatchView(convergence: convergence, screen: screen)
    } keys: {
      Key.quit("q", .ctrl("c"))
    }
    do throws(TerminalError) {
      let end = try ui.run(on: runtime, until: .settled)
      if end.reason == .settled, !watching.isInline, output.isTerminal {
        output.line(end.state.result)
        output.flush()
      }
      return end.reason.status
    } catch {
      Output.complain("levels: \(error)")
      return 69
    }
  }
}

extension Arguments.RuntimeName {
  /// The runtime, on a queue and with timers of its own: on Linux the global executor and the global
  /// queues have a thread that wakes every second, also while nothing happens.
  var watchingRuntime: any SpinRuntime {
    let queue = DispatchQueue(label: "levels")
    return switch self {
    case .async:
      AsyncRuntime(executor: .queue(queue), scheduler: DispatchScheduler(queue: queue))
    case .callbacks: CallbackRuntime(on: queue)
    }
  }
}
