internal import SpinCore
internal import SpinSystem

extension UIRun {
  /// Runs without a screen: prints output, and reads keys from standard input.
  func runAsText(
    _ mode: TerminalMode, _ profile: TerminalProfile
  ) throws(TerminalError) -> UIRunResult<State> {
    let (options, plain) = (presentation.options, presentation.plain)
    let output = TerminalChannels.printable(prefersErrors: options.drawsOnStandardError)
    // Before a descriptor is opened, which may take the number of a closed one.
    if mode.prints(plain), !output.isOpen { throw .closed(output) }
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
          presentation.views.makeRunRenderer, size, stack, environment, scheduler,
          noting: duplicateRows))
    case (.plain, .stream(let line)): printing = .lines(line)
    default: printing = .nothing
    }
    let host = TextHost(
      self, printing, printsNotifications: mode != .off, waker: waker, output: output)
    // So that the program's lines stay in order with those of the host.
    if mode != .off { SystemCall.bufferOutputByLine() }
    // Before the runtime opens a descriptor, which may take the number of a closed input.
    var reader = InputReader(
      isReading: mode != .off && !stack.isEmpty && options.readsKeysFromPipes, waker: waker,
      profile, echo: output)
    var printer: ViewPrinter<State, Event>?
    if mode == .plain, case .final = plain {
      let screen = Screen(size: size, kind: .plain, environment: environment)
      printer = ViewPrinter(self, host, isTyped: reader.isTyped, on: output, waker, screen)
    }
    begin(host, showing: host.showsEach ? host : nil)
    printer?.begin()
    let ended = { [printer] in
      self.keysEnded()
      printer?.inputEnded()
    }
    reader.read(TextRunClient(self, signals, printer), ended: ended) { input in
      self.receive(UserInput(.event(input)))
      return self.reason == nil
    }
    waitForEffects(waker, options.patience.asDelay)
    printer?.end()
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
}

extension TerminalMode {
  /// Whether a run prints by itself, and not only what the program prints.
  fileprivate func prints<State>(_ plain: PlainOutput<State>) -> Bool {
    switch (self, plain) {
    case (.off, _), (.plain, .nothing): false
    default: true
    }
  }
}

extension TerminalError {
  /// The error of a run that has to print on a closed descriptor.
  fileprivate static func closed(_ output: Descriptor) -> TerminalError {
    TerminalError(
      .findOutput,
      "There is no terminal to draw on, and \(output.name) is closed, so the program has nowhere to "
        + "print: leave it open, send it to a file, or set SPINTTY=off to run without output.")
  }
}
