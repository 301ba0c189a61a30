internal import SpinSystem

/// The descriptors that a view reads keys from and draws on.
struct TerminalChannels {
  /// The input of keys: the terminal's node, whose reads never block, or standard input if the node
  /// cannot be opened.
  let input: Descriptor
  /// The output of the view: a file description of our own that never blocks, or else a duplicate
  /// of the standard descriptor, whose writes may block.
  let output: Descriptor
  /// Whether a write may block, because other programs share the output's file description.
  let mayBlock: Bool
  /// The standard descriptors that lead to the same terminal, so that text printed there would
  /// show.
  let shared: [Descriptor]
  private let opened: [Descriptor]

  /// The standard descriptor to draw on, if one is a terminal.
  ///
  /// - Parameter prefersErrors: Whether to draw on standard error if standard output is no
  ///   terminal, because standard output is for the program's result, or else on the terminal of
  ///   standard input.
  /// - Returns: The descriptor, or `nil`.
  static func drawable(prefersErrors: Bool) -> Descriptor? {
    if Descriptor.standardOutput.isTerminal { return .standardOutput }
    return prefersErrors
      ? [.standardErrors, .standardInput].first(where: \.isTerminal) : nil
  }

  /// The standard descriptor to print on if there is no screen.
  ///
  /// - Parameter prefersErrors: Whether standard output is for the program's result.
  /// - Returns: The descriptor.
  static func printable(prefersErrors: Bool) -> Descriptor {
    prefersErrors && !Descriptor.standardOutput.isTerminal ? .standardErrors : .standardOutput
  }

  /// The facts that decide between a screen and lines.
  static func facts(prefersErrors: Bool) -> TerminalMode.Facts {
    guard let drawable = drawable(prefersErrors: prefersErrors) else {
      return TerminalMode.Facts(
        hasInput: Descriptor.standardInput.isTerminal, hasOutput: false)
    }
    let input = keys(of: drawable)
    defer { if let input, input != .standardInput { input.close() } }
    return TerminalMode.Facts(hasInput: input != nil, hasOutput: true)
  }

  /// Opens the input and the output.
  init(prefersErrors: Bool) throws(TerminalError) {
    guard let drawable = TerminalChannels.drawable(prefersErrors: prefersErrors) else {
      throw TerminalError(
        .findOutput,
        "There is no terminal to draw on, because standard output is redirected: show the view as "
          + "plain text.")
    }
    // Before a descriptor is opened, because `shared` must contain none of ours.
    shared = [.standardOutput, .standardErrors].filter {
      $0.isTerminal && $0.isSameTerminal(as: drawable)
    }
    guard let input = TerminalChannels.keys(of: drawable) else {
      throw TerminalError(
        .findInput,
        "There is no terminal to read keys from: standard input is redirected, and the terminal of "
          + "standard output cannot be opened.")
    }
    // Never set O_NONBLOCK on a standard descriptor: the shell shares its description.
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

  /// Returns the terminal of standard input if the view is drawn on that terminal, or else the node
  /// of the terminal that is drawn on.
  ///
  /// The session can make only one terminal raw.
  private static func keys(of drawable: Descriptor) -> Descriptor? {
    let standard = Descriptor.standardInput
    if standard.isTerminal, standard.isSameTerminal(as: drawable) {
      return standard.openTerminalAnew(for: .readingAtOnce) ?? standard
    }
    return drawable.openTerminalAnew(for: .readingAtOnce)
      ?? Descriptor.open("/dev/tty", for: .readingAtOnce)
  }
}
