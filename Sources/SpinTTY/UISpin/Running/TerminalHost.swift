internal import SpinCore

/// A host that passes the loop's messages to a terminal session.
final class TerminalHost<State: Sendable, Event: Sendable>: UIHost {
  private weak let run: UIRun<State, Event>?
  private let control: TerminalControl

  init(_ run: UIRun<State, Event>, _ control: TerminalControl) {
    self.run = run
    self.control = control
  }

  var showsEach: Bool { false }

  func moving() { control.moving() }

  /// NB: while another program has the terminal, no frame asks for the owner of the view.
  func rest() {
    run?.endIfOwnerIsGone()
    control.changed()
  }

  func changed() { control.changed() }

  func passed(_ state: Address<State>, _ extras: HostExtras, isTransition: Bool) {}
  func interruptReduced() { control.interruptReduced() }
  func end() { control.end() }
  func print(_ text: String) { control.print(text) }

  func perform(_ command: UICommand) {
    switch command {
    case .interrupt: control.interrupt()
    case .suspend: control.suspend()
    case .redraw: control.redraw()
    case .quit, .end, .settle: break
    }
  }
}
