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

/// A stack overflow in a closure of a spin, on whichever thread makes the step.
@Suite(.serialized, .onItsOwnThread) struct StackOverflowTests {
  static let runtimes = ["async", "callbacks", "callersThread", "mainActor"]
  /// The keys of the probe after which the reducer, the observer, a selector, an effect closure, or
  /// the reducer on a thread that delivers an event, overflows.
  static let keys = ["r", "o", "s", "d", "t"]

  @Test(arguments: runtimes, keys)
  func aStackOverflowInTheLoopRestoresTheTerminal(_ runtime: String, _ key: String) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.attributes
    try terminal.start(PseudoTerminal.probePath, ["--spin", runtime])
    try terminal.waitFor("ready 0")
    #expect(terminal.attributes != before)
    terminal.type(key)
    #expect(try terminal.waitForEnd() == .signaled(SIGSEGV))
    #expect(terminal.attributes == before)
    #expect(terminal.screen.modesLeftOn == [])
    #expect(!terminal.screen.isAlternateScreen)
  }

  @Test(arguments: runtimes)
  func aLoopThatEndsInOrderLeavesNothing(_ runtime: String) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.attributes
    try terminal.start(PseudoTerminal.probePath, ["--spin", runtime])
    try terminal.waitFor("ready 0")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.attributes == before)
  }
}
