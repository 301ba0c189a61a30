internal import SpinCore

extension UIRun {
  /// Runs without a screen: prints output, and reads keys from standard input.
  func runAsText(
    _ mode: TerminalMode, _ profile: TerminalProfile
  ) throws(TerminalError) -> UIRunResult<State> {
    let (options, plain) = (presentation.options, presentation.plain)
    let makeRunRenderer = presentation.renderer.makeRunRenderer
    let waker = try Waker()
    let signals = TextRunSignals(self, SignalInbox(waker))
    signals.begin(patience: options.patience.asDelay)
    defer {
      signals.end()
      waker.close()
    }
    let size = profile.screenSize(reported: nil)
    let environment = options.viewEnvironment(profile, Capabilities(colors: .none))
    let printing: TextHost<State, Event>.Printing
    switch (mode, plain) {
    case (.frames, _):
      printing = .frames(
        FramePrinter(
          makeRunRenderer, size, stack, environment, scheduler, noting: duplicateRows))
    case (.plain, .stream(let line)): printing = .lines(line)
    default: printing = .nothing
    }
    let output = TerminalChannels.printable(prefersErrors: options.drawsOnErrors)
    let host = TextHost(
      self, printing, printsNotifications: mode != .off, waker: waker, output: output)
    // So that the program's lines stay in order with those of the host.
    if mode != .off { SystemCall.bufferOutputByLine() }
    // Before the runtime opens a descriptor, which may take the number of a closed input.
    var reader = InputReader(
      isReading: mode != .off && !stack.isEmpty && options.readsKeysFromPipes, waker: waker,
      profile, echo: output)
    begin(host)
    reader.read(signals, ended: { self.endWhenSettled() }) { input in
      self.receive(UserInput(.event(input)))
      return self.reason == nil
    }
    waitForEffects(waker, options.patience.asDelay)
    if mode == .plain, case .final = plain, let last {
      let lines = lines(of: last.value, makeRunRenderer(), size, environment)
      if !lines.isEmpty { host.print(lines.joined(separator: "\n")) }
    }
    finish(host.outputLoss)
    return try conclusion
  }

  /// Waits until the loop has finished, at most `patience`.
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

  /// The last frame as text.
  private func lines(
    of whole: UIState<State, Event>, _ renderer: RunRenderer<State>, _ size: Size,
    _ environment: ViewEnvironment
  ) -> [String] {
    _ = renderer.isNew(whole.state)
    var environment = environment
    environment.help = stack.help(in: whole.state, whole.around.lives)
    let screen = Screen(size: size, kind: .plain, environment: environment)
    return FramePicture(
      of: ShownState(whole.state, whole.around), on: screen, stack, view: renderer.view
    )?.plainLines ?? []
  }
}
