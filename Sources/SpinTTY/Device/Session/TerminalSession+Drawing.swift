extension TerminalSession {
  /// Does what the scheduler orders; drawing is owed when there is no client yet.
  func perform(_ orders: [FrameScheduler.Order], drawing client: (any TerminalClient)?) {
    for order in orders {
      switch order {
      case .arm(let due): frameDue = due
      case .disarm: frameDue = nil
      case .draw:
        guard let client else {
          isFirstFrameOwed = true
          continue
        }
        perform(.draw, client)
      }
    }
  }

  /// Draws the newest frame and tells the scheduler what became of it.
  func perform(_ order: FrameScheduler.Order, _ client: any TerminalClient) {
    isFirstFrameOwed = false
    drawFrame(client)
    perform(
      scheduler.wrote(at: currentTime(), isTaken: !writer.isHolding), drawing: client)
  }

  /// Renders, encodes and writes.
  func drawFrame(_ client: any TerminalClient) {
    if isGone { return }
    let size = canvasSize(client)
    canvas.clear(to: size, widths: capabilities.widths)
    client.draw(on: canvas, for: capabilities)
    if options.placement == .inline { fit(size) }
    var modes: TerminalModes = []
    if canvas.title != nil { modes.insert(.title) }
    if let cursor = canvas.cursor, cursor.shape != .standard { modes.insert(.cursorShape) }
    if !ledger.modes.isSuperset(of: modes) { adopt(modes) }
    let outcome = encoder.encode(&shown, to: canvas, for: capabilities) { bytes in
      bytes.isEmpty ? .taken : writer.send(UnsafeRawBufferPointer(bytes))
    }
    note(outcome)
  }

  private func canvasSize(_ client: any TerminalClient) -> Size {
    options.placement == .inline ? client.block(within: size, for: capabilities) : size
  }

  /// Looks at the size of the screen again.
  func resize(_ client: any TerminalClient) {
    let size = Size.ofTerminal(hold.channels.output, environment: options.environment)
    let isNew = size != self.size
    // The terminal may have moved everything about, also if the size is the same in the end.
    if options.placement == .inline { reflow(to: size) } else { shown.invalidate() }
    self.size = size
    if isNew { client.receive(.resized(size)) }
    perform(scheduler.exposed(at: currentTime()), drawing: client)
  }

  /// Prints lines above an inline view, or keeps them until a full screen is left.
  func print(_ lines: [CleanText], _ client: any TerminalClient) {
    guard options.placement == .inline else {
      farewell += lines
      return
    }
    printAbove(lines)
    perform(scheduler.exposed(at: currentTime()), drawing: client)
  }
}
