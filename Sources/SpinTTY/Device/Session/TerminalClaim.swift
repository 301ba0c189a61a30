internal import SpinSystem

/// Everything that a session takes from the system while a view uses the terminal.
///
/// The initialiser takes, in this order, the claim, the descriptors, the attributes with the duty to
/// restore them, and captured output. They are given back in reverse order.
struct TerminalClaim {
  let channels: TerminalChannels
  /// The attributes, by which the terminal is raw.
  var attributes: ChangedAttributes
  private(set) var capture: OutputCapture?

  init(_ options: UIOptions, keepsSignals: Bool) throws(TerminalError) {
    guard Rescue.claim() else { throw .terminalInUse }
    var undo: [() -> Void] = [Rescue.giveUpClaim]
    do throws(TerminalError) {
      let channels = try TerminalChannels(prefersErrors: options.drawsOnStandardError)
      undo.append(channels.close)
      let attributes = try ChangedAttributes(of: channels.input, output: channels.output) {
        $0.madeRaw(keepsSignals: keepsSignals)
      }
      undo.append(attributes.end)
      capture =
        options.capturesOutput
        ? try OutputCapture(channels.shared, waker: attributes.waker.writing) : nil
      (self.channels, self.attributes) = (channels, attributes)
    } catch {
      for step in undo.reversed() { step() }
      throw error
    }
  }

  /// Gives back everything except the attributes, which are restored together with the modes.
  ///
  /// - Returns: The lines that the program printed meanwhile.
  func giveBack() -> [CleanText] {
    attributes.giveBack()
    return capture?.end() ?? []
  }

  /// Gives back the rest, when those lines are printed.
  mutating func close() {
    capture?.letGo()
    capture = nil
    channels.close()
    Rescue.giveUpClaim()
  }
}
