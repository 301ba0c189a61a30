extension TerminalSession {
  func perform(_ orders: [FrameScheduler.Order], _ client: any TerminalClient) {
    for order in orders {
      switch order {
      case .measure: resize(client)
      case .compare:
        if client.isChanged() { perform(frames.differs(at: currentTime()), client) }
        client.letGo()
      case .draw:
        guard drawFrame(client) else { continue }
        let isTaken = !output.writer.isHolding
        perform(frames.wrote(at: currentTime(), isTaken: isTaken), client)
        if control.hasLines { showLines(client) }
      }
    }
  }

  /// Draws a frame, encodes it and writes it.
  ///
  /// If the client has no new frame, the last one is written again where the screen lost it.
  ///
  /// - Returns: Whether the frame is done; otherwise it is owed until the client has changed.
  @discardableResult
  func drawFrame(_ client: any TerminalClient) -> Bool {
    if ending.isGone { return true }
    let isInline = options.placement == .inline
    let capabilities = capabilities
    defer { client.letGo() }
    let isNew = client.prepare(for: size, capabilities)
    if !isNew, !display.hasFrame(inline: isInline) { return false }
    if isInline { printLines() }
    var size = display.canvas.size
    var commands: [TerminalCommand] = []
    if isNew {
      size = isInline ? client.block(within: self.size, for: capabilities) : self.size
      display.canvas.clear(to: size, widths: capabilities.widths)
      client.draw(on: display.canvas, for: capabilities)
      commands = client.takeCommands()
    }
    let bytes = commands.flatMap { profile.services.bytes(of: $0) }
    if isInline { fit(size) }
    let modes = display.neededModes
    if !output.ledger.modes.isSuperset(of: modes) { note(output.adopt(modes)) }
    let outcome = display.encode(followedBy: bytes) { bytes in
      bytes.isEmpty ? .taken : output.writer.send(bytes)
    }
    note(outcome)
    if !output.writer.isHolding { linesHeld = 0 }
    for case .run(let program) in commands { control.run(program) }
    return isNew
  }

  /// Makes room for a block of a new height, or after the screen has lost rows.
  private func fit(_ block: Size) {
    let before = output.inlineRows
    guard display.isNew(block, rowsBefore: before) else { return }
    if display.isRoomDoubtful || block.rows > before {
      output.occupy(inlineRows: max(before, block.rows))
      note(output.writer.send(display.makeRoom(rows: block.rows, rowsBefore: before)))
    }
    display.begin(block)
    output.occupy(inlineRows: block.rows)
  }

  /// Reads the size of the screen again, and draws.
  private func resize(_ client: any TerminalClient) {
    let size = profile.screenSize(of: claim.channels.output)
    // The terminal may have moved everything, even if the size is the same again.
    if options.placement == .inline {
      display.reflow(to: size, wrapsRows: profile.wrapsRows)
    } else {
      display.image.invalidate()
    }
    note(size, client)
    perform(frames.exposed(at: currentTime()), client)
  }

  /// Reads the size of the screen after a pause.
  ///
  /// The kernel reports a new size only to the job in the foreground.
  func readSize(_ client: any TerminalClient) {
    note(profile.screenSize(of: claim.channels.output), client)
  }

  /// Notes the size of the screen, and tells the client if it is new.
  private func note(_ size: Size, _ client: any TerminalClient) {
    if size == self.size { return }
    display.size = size
    client.receive(.resized(size))
  }

  /// Prints waiting lines above an inline view with its next frame, or keeps them until a
  /// full-screen view ends.
  func showLines(_ client: any TerminalClient) {
    if options.placement == .inline {
      perform(frames.differs(at: currentTime()), client)
    } else {
      ending.exitLines += control.takeLines()
    }
  }

  /// Prints lines above an inline view, which is drawn again below them.
  private func printLines() {
    guard control.hasLines else { return }
    let lines = control.takeLines(atMost: PrintQueue.portion)
    linesHeld += lines.count
    note(output.writer.send(display.printAbove(lines, rows: output.inlineRows)))
  }

  /// Prints waiting lines before the terminal is given away, as long as the terminal takes them.
  func drawLines(_ client: any TerminalClient) {
    guard options.placement == .inline else { return }
    // At most as many portions as the queue can hold, so that a thread that prints endlessly cannot
    // keep this loop busy.
    for _ in 0...PrintQueue.limit / PrintQueue.portion {
      guard control.hasLines, !ending.isGone, flush(exitMeasure) else { return }
      drawFrame(client)
    }
  }
}
