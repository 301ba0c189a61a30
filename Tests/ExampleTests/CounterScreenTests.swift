import SpinTesting
import TerminalTestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The counter on a real pseudo-terminal, on both runtimes: the same keys, the same screens.
@Suite(.serialized, .onItsOwnThread) struct CounterScreenTests {
  /// The counter, which makes no step by itself for as long as a test takes.
  private func counter(_ runtime: String, _ arguments: String...) throws -> ExampleOnTerminal {
    try ExampleOnTerminal(
      "counter", ["--runtime", runtime, "--interval", "3600"] + arguments)
  }

  @Test(arguments: CounterTests.runtimes)
  func theScreenFollowsTheKeys(_ runtime: String) throws {
    let counter = try counter(runtime)
    try counter.waitFor(picture: Self.start)
    counter.terminal.type("---")
    try counter.waitFor(picture: Self.seven)
    counter.terminal.type("r?")
    try counter.waitFor(picture: Self.help)
    counter.terminal.type("?q")
    try counter.waitForEnd(.exited(0))
    #expect(counter.screen.text == ExampleOnTerminal.prompt)
  }

  @Test func allKeysAreShownInAWindowThatIsHighEnoughForThem() throws {
    let counter = try counter("callbacks")
    counter.terminal.resize(columns: 60, rows: 18)
    counter.terminal.type("?")
    try counter.terminal.waitFor("q/^C    quit")
    counter.terminal.type("?q")
    try counter.waitForEnd(.exited(0))
  }

  @Test(arguments: [(5, 24), (5, 1), (2, 2), (12, 1), (80, 1)])
  func howeverLittleRoomThereIsTheValueIsShown(_ columns: Int, _ rows: Int) throws {
    let counter = try ExampleOnTerminal(
      "counter", ["--interval", "3600"], columns: columns, rows: rows)
    try counter.terminal.waitFor("10")
    counter.terminal.type("---")
    try counter.terminal.waitFor("7")
    #expect(columns > 5 || !counter.screen.text.contains("value"))
    counter.terminal.type("q")
    try counter.waitForEnd(.exited(0))
  }

  @Test(arguments: CounterTests.runtimes)
  func keysThatDoNothingNowAreNotInTheShortHelp(_ runtime: String) throws {
    let counter = try counter(runtime, "--inline")
    counter.terminal.type("--")
    try counter.terminal.waitFor("value: 8 fixed")
    counter.terminal.type(" +-")
    try counter.waitFor(
      picture: """
        \(ExampleOnTerminal.prompt)
               value: 8 decreasing

                      ██████
                      ██  ██
                      ██████
                      ██  ██
                      ██████

        ███████████████████████████▏░░░░░░

        space start/pause  ? help  q quit
        """)
    counter.terminal.type("q")
    try counter.waitForEnd(.exited(0))
  }

  @Test(arguments: CounterTests.runtimes)
  func theLastInlineFrameStays(_ runtime: String) throws {
    let counter = try counter(runtime, "--inline")
    try counter.terminal.waitFor("value: 10 fixed")
    // All in one, so that only the end draws the last state for certain.
    counter.terminal.type("---q+")
    try counter.waitForEnd(.exited(0))
    #expect(
      counter.picture == """
        \(ExampleOnTerminal.prompt)
                  value: 7 fixed

                      ██████
                          ██
                          ██
                          ██
                          ██

        ███████████████████████▊░░░░░░░░░░

        space start/pause  ? help  q quit
        """)
  }

  @Test(arguments: CounterTests.runtimes)
  func aSignalEndsItAsItsParentExpects(_ runtime: String) throws {
    let counter = try counter(runtime)
    try counter.waitFor(picture: Self.start)
    counter.terminal.send(signal: SIGTERM)
    try counter.waitForEnd(.signaled(SIGTERM))
    #expect(counter.screen.text == ExampleOnTerminal.prompt)
  }

  @Test(arguments: CounterTests.runtimes)
  func ctrlCQuits(_ runtime: String) throws {
    let counter = try counter(runtime)
    try counter.waitFor(picture: Self.start)
    counter.terminal.type("\u{3}")
    try counter.waitForEnd(.exited(0))
    #expect(counter.screen.text == ExampleOnTerminal.prompt)
  }

  @Test(arguments: CounterTests.runtimes)
  func itEndsByItselfAfterSomeSteps(_ runtime: String) throws {
    let counter = try ExampleOnTerminal(
      "counter",
      ["--inline", "--ticks", "12", "--interval", "0.001", "--runtime", runtime])
    try counter.waitForEnd(.exited(0))
    #expect(counter.screen.text.contains("value: 2 increasing"))
  }
}

// MARK: - Pictures

extension CounterScreenTests {
  private static let start = """




                        ╭─ counter ────────────────────────────╮
                        │                                      │
                        │           value: 10 fixed            │
                        │                                      │
                        │            ████    ██████            │
                        │              ██    ██  ██            │
                        │              ██    ██  ██            │
                        │              ██    ██  ██            │
                        │            ██████  ██████            │
                        │                                      │
                        │  ██████████████████████████████████  │
                        │                                      │
                        │  space start/pause  ? help  q quit   │
                        │                                      │
                        ╰──────────────────────────────────────╯
    """

  private static let seven = """




                        ╭─ counter ────────────────────────────╮
                        │                                      │
                        │            value: 7 fixed            │
                        │                                      │
                        │                ██████                │
                        │                    ██                │
                        │                    ██                │
                        │                    ██                │
                        │                    ██                │
                        │                                      │
                        │  ███████████████████████▊░░░░░░░░░░  │
                        │                                      │
                        │  space start/pause  ? help  q quit   │
                        │                                      │
                        ╰──────────────────────────────────────╯
    """

  private static let help = """




                        ╭─ counter ────────────────────────────╮
                        │                                      │
                        │           value: 10 fixed            │
                        │       ╭─ Help ──────────────╮        │
                        │       │                     │        │
                        │       │ space   start/pause │        │
                        │       │ r       reset       │        │
                        │       │ +/up    more        │        │
                        │       │ -/down  less        │        │
                        │       │ ?       help        │        │
                        │  █████│ q/^C    quit        │██████  │
                        │       │                     │        │
                        │  space╰───────── esc close ─╯ quit   │
                        │                                      │
                        ╰──────────────────────────────────────╯
    """
}
