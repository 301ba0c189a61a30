import SpinCallbacks
import SpinTTY
import SpinTesting

/// The spin of these tests: a number that may be locked, and a clock that runs while it is not.
struct Score: Equatable, Sendable {
  var value = 0
  var isLocked = false
  var log: [String] = []

  enum Event: Equatable, Sendable {
    case add(Int)
    case lock
    case tick
    case note(String)
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .add(let step): value += step
    case .lock: isLocked.toggle()
    case .tick: value += 100
    case .note(let text): log.append(text)
    }
  }

  var isOpen: Bool { !isLocked }

  static let spin = Spin<Score, Event>(initialState: Score()) {
    Feedback(on: { $0.isLocked ? true : nil }) { _ in .every(.seconds(1), .tick) }
    Reducer { $0.apply($1) }
  }

  static var keys: Keys<Score, Event> {
    Keys {
      Key("+", .up, help: "more", when: \.isOpen, .add(1))
      Key("-", .down, help: "less", when: \.isOpen, .add(-1))
      Key("l", help: "lock", .lock)
      Key.help("?")
      Key.quit("q")
    }
  }

  @ViewBuilder static func view(_ score: Score, _ screen: Screen) -> ViewList {
    Text("value: \(score.value)\(score.isLocked ? " locked" : "")")
    for line in score.log { Text(line) }
    Help()
  }
}

/// A rehearsal with a terminal in front of it.
struct Stage<State: Sendable, Event: Sendable> {
  let rehearsal: Rehearsal<State, Event>
  let terminal: ScriptedTerminal

  init(
    _ ui: UISpin<State, Event>, on runtime: some SpinRuntime = .callersThread,
    columns: Int = 40, rows: Int = 6, until: RunCondition<State> = .stopped
  ) {
    let rehearsal = ui.rehearse(on: runtime, columns: columns, rows: rows, until: until)
    self.rehearsal = rehearsal
    terminal = ScriptedTerminal(
      columns: columns, rows: rows, send: { rehearsal.input($0) }, draw: { rehearsal.frame() },
      resize: { rehearsal.resize(columns: $0, rows: $1) })
  }
}
