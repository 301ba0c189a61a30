internal import SpinCore

/// The side of a terminal that faces the loop.
final class TerminalHost<State: Sendable, Event: Sendable>: ScreenHost {
  private let control: TerminalControl
  /// What is to be made of the ends of programs, in order of being run.
  private let programs = Guarded<[Finished]>([])

  init(_ control: TerminalControl) { self.control = control }

  var showsEach: Bool { false }

  func moving() { control.changing() }
  func drained() { control.changed() }
  func passed(_ whole: UnsafePointer<UIState<State, Event>>) {}
  func interruptReduced() { control.interruptReduced() }
  func end() { control.end() }
  func print(_ text: String) { control.print(text) }

  func perform(_ command: UICommand<Event>) {
    switch command {
    case .interrupt: control.interrupt()
    case .suspend: control.suspend()
    case .redraw: control.redraw()
    case .run(let command, let finished):
      programs.withLock { $0.append(finished) }
      control.run(command)
    case .quit, .end, .settle: break
    }
  }

  func takeFinished() -> Finished? {
    programs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
