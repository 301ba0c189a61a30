internal import SpinTTY

/// A program for tests on pseudo-terminals: shows what it heard, and does what its keys say.
///
/// Its screen always names the last events, so that a test knows when something has happened.
@main enum Probe {
  static func main() {
    var options = UIOptions()
    let words = Set(CommandLine.arguments.dropFirst())
    if words.contains("--spin") { return ProbeSpin.run(on: CommandLine.arguments.last ?? "") }
    if words.contains("--program") {
      return ProbeProgram.run(words, on: CommandLine.arguments.last ?? "")
    }
    if words.contains("--prompt") {
      return ProbePrompt.run(words, on: CommandLine.arguments.last ?? "")
    }
    if words.contains("--owner") { return ProbeOwner.run(words) }
    if words.contains("--mistaken") {
      return ProbeMistake.run(words, in: CommandLine.arguments.last ?? "")
    }
    if words.contains("--performer") {
      return ProbePerformer.run(words, on: CommandLine.arguments.last ?? "")
    }
    if words.contains("--printer") {
      return ProbePrinter.run(
        on: CommandLine.arguments.last ?? "", inline: words.contains("--inline"))
    }
    if words.contains("--inline") {
      options.placement = .inline
      options.asksTerminal = TerminalProfile().allowsQueries
    }
    if words.contains("--mouse") { options.mouse = .motion }
    if words.contains("--focus") { options.reportsFocus = true }
    if words.contains("--uncaptured") { options.capturesOutput = false }
    if words.contains("--errors") { options.drawsOnStandardError = true }
    if words.contains("--childless") { Output.ignoreChildren() }
    if words.contains("--unwaiting") { Output.noteChildren() }
    options.asksForAppearance = words.contains("--background")
    do {
      if try TerminalSession.mode(options, TerminalProfile()) != .interactive {
        print("plain")
        return
      }
      try run(options, words)
    } catch {
      Output.complain("\(error)")
      Output.exit(3)
    }
  }

  private static func run(_ options: UIOptions, _ words: Set<String>) throws {
    let isLateAtStart = words.contains("--late-start")
    let late = isLateAtStart || words.contains("--late-clock") ? LateClock() : nil
    let clock = late ?? (words.contains("--manual-clock") ? ProbeClock() : nil)
    // It looks when it begins to wait for the terminal, when it has waited, and when it asks the terminal.
    if isLateAtStart { late?.begin("starting", looks: 3) }
    let session = try TerminalSession(options, currentTime: clock.map { clock in { clock.now } })
    let client = ProbeClient(session.control, clock)
    client.floods = words.contains("--flood")
    client.saves = words.contains("--save")
    let end = session.run(client)
    if words.contains("--linger") {
      client.linger()
      _ = session.run(client, until: .seconds(60))
    }
    if words.contains("--throw") { throw ProbeError() }
    client.isLate = words.contains("--late")
    if !isLateAtStart { late?.begin("ending") }
    session.close(drawing: client)
    if words.contains("--result") { print("result") }
    if words.contains("--stay") {
      Output.tell("closed", 4)
      Output.wait()
    }
    end.dieIfSignaled()
    Output.exit(end.status)
  }
}

struct ProbeError: Error {}

/// A clock that only events move.
class ProbeClock {
  fileprivate(set) var now = Duration.zero

  func advance() { now += .seconds(2) }
}

/// A clock that moves at some looks, or at each from a moment on, and says so first: "late" to descriptor
/// 4, and waits until it reads something from 3.
final class LateClock: ProbeClock {
  private var looks = 0

  override var now: Duration {
    get {
      if looks > 0 {
        looks -= 1
        Output.converse("late")
        super.now += .milliseconds(450)
      }
      return super.now
    }
    set { super.now = newValue }
  }

  /// Says this, and moves at so many looks.
  func begin(_ news: String, looks: Int = .max) {
    Output.converse(news)
    self.looks = looks
  }
}
