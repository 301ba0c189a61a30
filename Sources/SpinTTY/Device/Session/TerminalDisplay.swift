/// The screen of a session: its known contents, and the canvas and encoder that change them.
struct TerminalDisplay: ~Copyable {
  /// The size of the screen.
  var size: Size
  /// The known capabilities of the terminal.
  private(set) var capabilities: Capabilities
  /// The known contents of the screen.
  var image: TerminalImage
  let canvas: Canvas
  /// The encoder of frames, which knows the styles of the last frame.
  private(set) var encoder = Encoder()
  /// Whether there may be too few rows below the beginning of an inline view.
  var isRoomDoubtful = false

  init(size: Size, _ capabilities: Capabilities) {
    self.size = size
    self.capabilities = capabilities
    image = TerminalImage(unknown: size)
    canvas = Canvas(size: size, widths: capabilities.widths)
  }

  /// Whether the canvas still has a frame that fits the screen.
  func hasFrame(inline isInline: Bool) -> Bool {
    let last = canvas.size
    return canvas.frame.number > 0 && last.columns == size.columns
      && (isInline ? last.rows <= size.rows : last.rows == size.rows)
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
    followedBy bytes: [UInt8] = [], _ write: (MemoryView<UInt8>) -> Result
  ) -> Result {
    encoder.encode(&image, to: canvas, for: capabilities, followedBy: bytes, write)
  }

  /// Applies an answer of the terminal, which may arrive at any time.
  ///
  /// - Returns: Whether the whole screen must be drawn again.
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
