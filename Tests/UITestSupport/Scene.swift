internal import SpinCallbacks
package import SpinTTY
package import SpinTesting

/// The spin of these tests: a number that may be locked, and a clock that runs while it is not.
package struct Score: Equatable, Sendable {
  package var value: Int
  package var isLocked: Bool
  package var log: [String]

  package init(value: Int = 0, isLocked: Bool = false, log: [String] = []) {
    self.value = value
    self.isLocked = isLocked
    self.log = log
  }

  package enum Event: Equatable, Sendable {
    case add(Int)
    case lock
    case tick
    case note(String)
  }

  package mutating func apply(_ event: Event) {
    switch event {
    case .add(let step): value += step
    case .lock: isLocked.toggle()
    case .tick: value += 100
    case .note(let text): log.append(text)
    }
  }

  package var isOpen: Bool { !isLocked }

  package static let spin = Spin<Score, Event>(initialState: Score()) {
    Feedback(on: { $0.isLocked ? true : nil }) { _ in .every(.seconds(1), .tick) }
    Reducer { $0.apply($1) }
  }

  package static var keys: Keys<Score, Event> {
    Keys {
      Key("+", .up, help: "more", when: \.isOpen, .add(1))
      Key("-", .down, help: "less", when: \.isOpen, .add(-1))
      Key("l", help: "lock", .lock)
      Key.help("?")
      Key.quit("q")
    }
  }

  @ViewBuilder package static func view(_ score: Score, _ screen: Screen) -> ViewList {
    Text("value: \(score.value)\(score.isLocked ? " locked" : "")")
    for line in score.log { Text(line) }
    Help()
  }
}

/// A rehearsal with a terminal in front of it.
package struct Scene<State: Sendable, Event: Sendable> {
  package let rehearsal: Rehearsal<State, Event>
  package let terminal: ScriptedTerminal

  package init(
    _ ui: UISpin<State, Event>, on runtime: some SpinRuntime = .callersThread,
    columns: Int = 40, rows: Int = 6, until: RunCondition<State> = .stopped
  ) {
    let rehearsal = ui.rehearse(on: runtime, columns: columns, rows: rows, until: until)
    self.rehearsal = rehearsal
    terminal = ScriptedTerminal(
      columns: columns, rows: rows, send: { rehearsal.input($0) }, draw: { rehearsal.frame() },
      resize: { rehearsal.resize(columns: $0, rows: $1) })
  }

  /// Types each of some keys on the frame that the ones before it have made.
  package func type(_ keys: String...) {
    for key in keys {
      terminal.type(key)
      terminal.show()
    }
  }
}
