import Dispatch
internal import SpinCallbacks
internal import SpinTTY

/// A spin whose rows count their copies, and whose handle, or the owner of whose view, is released
/// when descriptor 3 says so.
enum ProbeOwner {
  struct State: Sendable {
    final class Storage: Sendable {
      let rows: [Int]
      init(_ rows: [Int]) { self.rows = rows }
    }

    private(set) var storage = Storage([0])
    /// How often the rows had another owner when they were changed.
    private(set) var copies = 0

    mutating func append() {
      if !isKnownUniquelyReferenced(&storage) { copies += 1 }
      storage = Storage(storage.rows + [storage.rows.count])
    }
  }

  enum Event: Sendable { case append, edited }

  /// The owner of the view.
  private final class Owner: Sendable {
    @Sendable func view(_ state: State, _ screen: Screen) -> any View { ProbeOwner.view(state) }
  }

  private static let spin = Spin<State, Event>(initialState: State()) {
    Reducer { state, event in if event == .append { state.append() } }
  }

  private static func view(_ state: State) -> Text {
    Text("rows \(state.storage.rows.count) copies \(state.copies)")
  }

  private static var keys: Keys<State, Event> {
    Keys {
      Key("+", help: "more", .append)
      Key.help("?")
      Key.quit("q")
      Key.run("e", help: "edit") { _ in
        .shell("echo editing; read line")
      } finished: { _ in
        .edited
      }
    }
  }

  static func run(_ words: Set<String>) {
    if words.contains("--showing") { return showRunningLoop() }
    if words.contains("--view") { return releaseOwner(settingView: words.contains("--late")) }
    let options: UIOptions = words.contains("--inline") ? .inline : .fullScreen
    var ui: UISpin? = UISpin(spin, options: options) { state, _ in
      view(state)
    } keys: {
      keys
    }
    ui?.start(on: .callbacks)
    Output.converse("running")
    ui = nil
    Output.converse("released")
    Output.exit(0)
  }

  /// Shows a running loop, emits an event into it, and again when its screen has quit.
  private static func showRunningLoop() {
    let running = spin.start(on: .callersThread)
    let ui = UISpin(showing: running) { state, _ in
      view(state)
    } keys: {
      keys
    }
    onThread {
      let end = try? ui.run()
      Output.tell("ended: \(end.map { "\($0.reason)" } ?? "by an error")", 4)
    }
    Output.converse("running")
    running.emit(.append)
    Output.converse("emitted")
    running.emit(.append)
    // The thread of the screen may be about to leave the loop, and make the step.
    let settled = DispatchSemaphore(value: 0)
    let token = running.onSettled { settled.signal() }
    settled.wait()
    Output.converse("rows \(running.state.storage.rows.count)")
    withExtendedLifetime(token) {}
    Output.exit(0)
  }

  /// Releases the owner of the view, emits an event, and tells of the end of the run; `isLate` says
  /// whether the owner sets the view during the run.
  private static func releaseOwner(settingView isLate: Bool) {
    let ui = UISpin(spin: spin) { keys }
    var owner: Owner? = Owner()
    if let owner, !isLate { ui.render(on: owner, using: Owner.view) }
    onThread {
      let end = try? ui.run(on: .callbacks)
      Output.tell("ended: \(end.map { "\($0.reason)" } ?? "by an error")", 4)
    }
    if let owner, isLate {
      Output.converse("blank")
      ui.render(on: owner, using: Owner.view)
    }
    Output.converse("running")
    owner = nil
    ui.emit(.append)
    Output.converse("released")
    Output.exit(0)
  }
}
