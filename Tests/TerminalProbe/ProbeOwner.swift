internal import SpinCallbacks
internal import SpinTTY

/// A spin in the background, whose handle is released when descriptor 3 says so, and whose rows count
/// their copies.
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

  static func run(inline isInline: Bool) {
    let spin = Spin<State, Event>(initialState: State()) {
      Reducer { state, event in if event == .append { state.append() } }
    }
    do {
      var ui: UISpin? = UISpin(spin, options: isInline ? .inline : .fullScreen) { state, _ in
        Text("rows \(state.storage.rows.count) copies \(state.copies)")
      } keys: {
        Key("+", help: "more", .append)
        Key.run("e", help: "edit") { _ in
          .shell("echo editing; read line")
        } finished: { _ in
          .edited
        }
      }
      try ui?.start(on: .callbacks)
      Output.converse("running")
      ui = nil
      Output.converse("released")
      Output.exit(0)
    } catch {
      Output.complain("\(error)")
      Output.exit(3)
    }
  }
}
