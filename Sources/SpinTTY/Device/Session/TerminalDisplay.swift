/// The screen of a session: what is known of it, and what draws on it.
struct TerminalDisplay: ~Copyable {
  /// The size of the screen.
  var size: Size
  /// What the terminal is known to do.
  private(set) var capabilities: Capabilities
  /// What the terminal shows.
  var image: TerminalImage
  let canvas: Canvas
  /// What encodes frames, and knows the styles of the last one.
  private(set) var encoder = Encoder()
  /// Whether the screen may have too few rows below the beginning of an inline view.
  var isRoomDoubtful = false

  init(size: Size, _ capabilities: Capabilities) {
    self.size = size
    self.capabilities = capabilities
    image = TerminalImage(unknown: size)
    canvas = Canvas(size: size, widths: capabilities.widths)
  }

  /// The modes that the frame on the canvas needs.
  var neededModes: TerminalModes {
    var modes: TerminalModes = []
    if canvas.title != nil, capabilities.titles { modes.insert(.title) }
    if canvas.progress != nil, capabilities.progress { modes.insert(.progress) }
    if let cursor = canvas.cursor, cursor.shape != .standard { modes.insert(.cursorShape) }
    return modes
  }

  /// Encodes the difference between the screen and the canvas, and calls `write` with those bytes
  /// followed by `bytes`.
  mutating func encode<Result>(
    followedBy bytes: [UInt8] = [], _ write: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    encoder.encode(&image, to: canvas, for: capabilities, followedBy: bytes, write)
  }

  /// Uses an answer of the terminal, however late it comes.
  ///
  /// - Returns: Whether everything looks different now.
  mutating func learn(_ finding: Negotiation.Finding) -> Bool {
    switch finding {
    case .synchronizedOutput:
      capabilities.synchronizedOutput = true
      return false
    case .clusters:
      capabilities.widths.isConfirmed = true
      defer { capabilities.widths.profile = .grapheme }
      return capabilities.widths.profile != .grapheme
    case .keyboard: return false
    case .background(let isLight):
      defer { capabilities.hasLightBackground = isLight }
      return capabilities.hasLightBackground != isLight
    }
  }
}

extension Negotiation.Finding {
  /// The modes that can be set now.
  var modes: TerminalModes {
    switch self {
    case .synchronizedOutput: .synchronized
    case .clusters(let isSettable): isSettable ? .clusters : []
    case .keyboard: .keyboard
    case .background: []
    }
  }
}
