internal import SpinCore

extension UIRun {
  /// Runs without a screen: prints, and reads keys from standard input.
  func runAsText(
    _ mode: TerminalMode, _ ui: UISpin<State, Event>, _ profile: TerminalProfile,
    _ makeRunRenderer: @escaping @Sendable () -> RunRenderer<State>
  ) throws(TerminalError) -> UIRunResult<State> {
    let waker = try Waker()
    defer { waker.close() }
    let size = profile.screenSize(reported: nil)
    let environment = ui.options.viewEnvironment(profile, Capabilities(colors: .none))
    let printing: TextHost<State, Event>.Printing
    switch (mode, ui.plain) {
    case (.frames, _):
      printing = .frames(FramePrinter(makeRunRenderer, size, keys, environment, scheduler))
    case (.plain, .stream(let line)): printing = .lines(line)
    default: printing = .nothing
    }
    let host = TextHost(self, printing, waker: waker)
    // Before the runtime opens a descriptor, which may take the number of a closed input.
    var reader = InputReader(
      isReading: mode != .off && !keys.isEmpty && ui.options.readsKeysFromPipes, waker: waker,
      profile)
    begin(host)
    reader.read(ended: { self.endWhenSettled() }) { input in
      self.receive(.event(input))
      return self.reason == nil
    }
    waitForEffects(waker, ui.options.patience)
    if mode == .plain, case .final = ui.plain {
      let lines = lines(of: last.value.state, makeRunRenderer(), size, environment)
      if !lines.isEmpty { host.print(lines.joined(separator: "\n")) }
    }
    finish(host.outputLoss)
    return try conclusion
  }

  /// Waits until the loop has finished, but no longer than the patience.
  private func waitForEffects(_ waker: Waker, _ patience: Duration) {
    let flag = Flag()
    onFinished {
      flag.raise()
      waker.wake()
    }
    let end = SystemCall.now + patience
    while !flag.isRaised, SystemCall.now < end {
      var items = [Readiness(waker.reading)]
      Readiness.wait(for: &items, atMost: end - SystemCall.now)
      waker.reading.drain()
    }
  }

  /// The last frame in words.
  private func lines(
    of state: State, _ renderer: RunRenderer<State>, _ size: Size, _ environment: ViewEnvironment
  ) -> [String] {
    _ = renderer.update(state)
    var environment = environment
    environment.help = keys.help(in: state)
    let view = renderer.view(Screen(size: size, kind: .plain, environment: environment))
    return view.plainLines(in: environment)
  }
}
