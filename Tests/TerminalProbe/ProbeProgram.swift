internal import SpinAsync
internal import SpinCallbacks
internal import SpinTTY

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A program with a spin, whose traits are words on the command line and whose events are keys.
///
/// It tells descriptor 4 what a test cannot read on the screen, and takes orders from 3.
enum ProbeProgram {
  typealias State = [String]

  private static let spin = Spin<State, String>(initialState: []) {
    DropRepeats(within: .seconds(3_600)) { $0 == "cancel" }
    Feedback(while: { $0.contains("resizes") }) { .signal(SIGWINCH, "heard resize") }
    Feedback(while: { $0.contains("endings") }) { .signal(SIGTERM, "heard end") }
    Feedback(while: { $0.contains("ticks") }) { .every(.milliseconds(1), "tick") }
    Feedback(on: { $0.last == "save" ? true : nil }) { _ in
      .callback { emit in
        onThread {
          Output.converse("saving")
          emit.emitLast("saved")
        }
        return .none
      }
    }
    Feedback(on: { $0.last == "another loop" ? true : nil }) { _ in
      _ = other
      return .none
    }
    Feedback(on: { $0.last == "fork" ? true : nil }) { _ in
      fork()
      return .none
    }
    Reducer { state, event in
      state.append(event)
      if event == "hang" {
        Output.tell("hanging", 4)
        while true { pause() }
      }
    }
  }

  /// Another loop, which listens to the same signal as the view.
  private static let other = Spin<Int, Int>(initialState: 0) {
    Feedback.source { .signal(SIGTERM, 1) }
    Reducer { $0 += $1 }
  }.start(on: .callersThread) { transition in
    if transition.event != nil { Output.tell("heard by another loop", 4) }
  }

  private static func keys(_ words: Set<String>) -> Keys<State, String> {
    Keys {
      Key(.ctrl("c"), help: "cancel", "cancel")
      Key("f", help: "fork", "fork")
      Key("h", help: "hang", "hang")
      Key("l", help: "start another loop", "another loop")
      Key("r", help: "listen to resizes", "resizes")
      Key("t", help: "listen to endings", "endings")
      Key("x", help: "note", "x")
      Key("y", help: "note", "y")
      Key.run("e", help: "edit") { _ in
        .shell("echo editing; read line")
      } finished: { result in
        Output.tell("edited", 4)
        return "edited"
      }
      Key.quit("q")
      if words.contains("saves") {
        Control.input { input in if case .terminating = input.kind { "save" } else { nil } }
      }
    }
  }

  static func run(_ words: Set<String>, on name: String) {
    switch name {
    case "async": start(.async, words)
    case "callbacks": start(.callbacks, words)
    default: start(.callersThread, words)
    }
  }

  private static func start(_ runtime: some SpinRuntime, _ words: Set<String>) {
    var options = UIOptions()
    if words.contains("returned") { options.exitBehavior = .returned }
    if words.contains("impatient") { options.patience = .zero }
    let plain: PlainOutput<State> = words.contains("stream") ? .stream { "\($0.count)" } : .final
    let ui = UISpin(spin, options: options, plain: plain) { state, screen in
      Text("ready \(screen.size.columns)")
      for event in state.suffix(10) { Text(event) }
    } keys: {
      keys(words)
    }
    let begun = Observer<State, String> { transition in
      if transition.event == nil { Output.tell("running", 4) }
    }
    if words.contains("before") { _ = other }
    do {
      let options = RunOptions<State, String>(
        initialState: words.contains("ticks") ? ["ticks"] : [], observers: [begun])
      let end = try ui.run(on: runtime, options: options)
      Output.tell("tidied up: \(end.reason)", 4)
      if words.contains("meanwhile") {
        other.stop()
        Output.converse("alone")
      }
      Output.exit(end.reason.status)
    } catch {
      Output.complain("\(error)")
      Output.exit(3)
    }
  }

  /// Tells of a child and of its end.
  private static func fork() {
    let child = forkedChild
    Output.tell("child \(child)", 4)
    onThread {
      var status: Int32 = 0
      waitpid(child, &status, 0)
      Output.tell("ended by \(status & 0x7F)", 4)
    }
  }

  /// A child that waits for signals, in the same image.
  ///
  /// NB: Swift refuses to call `fork` by its name.
  private static var forkedChild: pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(nil, "fork") else { return -1 }
    let child = unsafeBitCast(symbol, to: Fork.self)()
    if child == 0 { while true { pause() } }
    return child
  }
}
