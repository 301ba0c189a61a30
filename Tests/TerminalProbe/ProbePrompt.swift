internal import SpinAsync
internal import SpinCallbacks
internal import SpinTTY
internal import Synchronization

/// A tool that asks: its task is cancelled while a prompt is shown, or it prints two answers.
enum ProbePrompt {
  private static let task = Mutex<Task<Void, Never>?>(nil)

  static func run(_ words: Set<String>, on runtime: String) {
    switch runtime {
    case "async": run(words, .async)
    case "callbacks": run(words, .callbacks)
    default: run(words, .callersThread)
    }
  }

  private static func run(_ words: Set<String>, _ runtime: some SpinRuntime) {
    var options = UIOptions.inline
    if words.contains("--returned") { options.exitBehavior = .returned }
    if words.contains("--data") { options.readsKeysFromPipes = false }
    task.withLock { [options] task in
      task = Task {
        do throws(Prompt.Failure) {
          if words.contains("--choices") {
            let all = (1...200).map { "option \($0)" }
            let some = try await Prompt.choices("Some?", from: all, options: options, on: runtime)
            print("took \(some.count)")
            Output.exit(0)
          }
          let name = try await Prompt.text("Name?", options: options, on: runtime) { name in
            // In the reducer, while the prompt is shown.
            if name == "cancel" { Self.task.withLock { $0?.cancel() } }
            return name.count < 2 || name == "cancel" ? "Two letters or more." : nil
          }
          let pin = try await Prompt.secret("Pin?", options: options, on: runtime)
          print("\(name) \(pin)")
          Output.exit(0)
        } catch {
          Output.complain("failed with \(error.status)")
          error.exit()
        }
      }
    }
    Output.wait()
  }
}
