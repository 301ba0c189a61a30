/// Where keys come from and where the picture goes.
struct TerminalChannels {
  /// Where keys come from: the terminal's node, whose reads never wait, or standard input if it
  /// cannot be opened.
  let input: Descriptor
  /// Where the picture goes: a description of our own that never blocks, or else a copy of the
  /// standard one, whose writes may block.
  let output: Descriptor
  /// Whether the output's description is shared with others, so that a write may block.
  let mayBlock: Bool
  /// The standard descriptors that lead to the same terminal: what is printed there would show.
  let shared: [Descriptor]
  private let opened: [Descriptor]

  /// The standard descriptor to draw on, if one is a terminal.
  ///
  /// - Parameter prefersErrors: Whether standard error may be it: the result of such a program
  ///   goes to standard output.
  /// - Returns: The descriptor, or `nil`.
  static func drawable(prefersErrors: Bool) -> Descriptor? {
    if Descriptor.standardOutput.isTerminal { return .standardOutput }
    return prefersErrors && Descriptor.standardErrors.isTerminal ? .standardErrors : nil
  }

  /// The standard descriptor to print on where there is no screen.
  ///
  /// - Parameter prefersErrors: Whether standard output is for the result of the program.
  /// - Returns: The descriptor.
  static func printable(prefersErrors: Bool) -> Descriptor {
    prefersErrors && !Descriptor.standardOutput.isTerminal ? .standardErrors : .standardOutput
  }

  /// What the choice between a screen and lines depends on.
  static func facts(prefersErrors: Bool) -> TerminalMode.Facts {
    guard let drawable = drawable(prefersErrors: prefersErrors) else {
      return TerminalMode.Facts(
        hasInput: Descriptor.standardInput.isTerminal, hasOutput: false)
    }
    let input = keys(of: drawable)
    defer { if let input, input != .standardInput { input.close() } }
    return TerminalMode.Facts(hasInput: input != nil, hasOutput: true)
  }

  /// Opens both ways.
  init(prefersErrors: Bool) throws(TerminalError) {
    guard let drawable = TerminalChannels.drawable(prefersErrors: prefersErrors) else {
      throw TerminalError(
        .findOutput,
        "There is no terminal to draw on: standard output leads elsewhere, so show the view as "
          + "plain text.")
    }
    // Before anything is opened: who prints into a descriptor of ours would be captured by it.
    shared = [.standardOutput, .standardErrors].filter {
      $0.isTerminal && $0.isSameTerminal(as: drawable)
    }
    guard let input = TerminalChannels.keys(of: drawable) else {
      throw TerminalError(
        .findInput,
        "There is no terminal to read keys from: standard input leads elsewhere and the terminal "
          + "of standard output cannot be opened.")
    }
    // Never O_NONBLOCK on a standard descriptor: its description is the shell's as well.
    let own = drawable.openTerminalAnew(for: .writing)
    guard let output = own ?? drawable.duplicate() else {
      throw TerminalError(.findOutput, "The terminal cannot be opened for drawing.")
    }
    self.input = input
    self.output = output
    mayBlock = own == nil
    opened = input == .standardInput ? [output] : [input, output]
  }

  func close() {
    for descriptor in opened { descriptor.close() }
  }

  /// Keys come from the terminal of standard input if it is the terminal that is drawn on, else
  /// from that terminal's node: two terminals could not be made raw together.
  private static func keys(of drawable: Descriptor) -> Descriptor? {
    let standard = Descriptor.standardInput
    if standard.isTerminal, standard.isSameTerminal(as: drawable) {
      return standard.openTerminalAnew(for: .readingAtOnce) ?? standard
    }
    return drawable.openTerminalAnew(for: .readingAtOnce)
      ?? Descriptor.open("/dev/tty", for: .readingAtOnce)
  }
}
