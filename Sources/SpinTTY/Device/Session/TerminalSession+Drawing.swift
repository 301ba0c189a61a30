extension TerminalSession {
  func perform(_ orders: [FramePump.Order], _ client: any TerminalClient) {
    for order in orders {
      switch order {
      case .measure: resize(client)
      case .compare:
        if client.isChanged() { perform(frames.differs(at: currentTime()), client) }
      case .draw:
        drawFrame(client)
        let isTaken = !output.writer.isHolding
        perform(frames.wrote(at: currentTime(), isTaken: isTaken), client)
      }
    }
  }

  /// Renders, encodes and writes.
  func drawFrame(_ client: any TerminalClient) {
    if ending.isGone { return }
    let isInline = options.placement == .inline
    let capabilities = capabilities
    let size = isInline ? client.block(within: size, for: capabilities) : size
    display.canvas.clear(to: size, widths: capabilities.widths)
    client.draw(on: display.canvas, for: capabilities)
    if isInline { fit(size) }
    let modes = display.neededModes
    if !output.ledger.modes.isSuperset(of: modes) { note(output.adopt(modes)) }
    let outcome = display.encode { bytes in
      bytes.isEmpty ? .taken : output.writer.send(UnsafeRawBufferPointer(bytes))
    }
    note(outcome)
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

  /// Looks at the size of the screen again.
  private func resize(_ client: any TerminalClient) {
    let size = profile.screenSize(of: claim.channels.output)
    let isNew = size != self.size
    // The terminal may have moved everything about, even if the size is the same in the end.
    if options.placement == .inline {
      display.reflow(to: size, wrapsRows: profile.wrapsRows)
    } else {
      display.image.invalidate()
    }
    display.size = size
    if isNew { client.receive(.resized(size)) }
    perform(frames.exposed(at: currentTime()), client)
  }

  /// Prints lines above an inline view, or keeps them until a full screen is left.
  func print(_ lines: [CleanText], _ client: any TerminalClient) {
    guard options.placement == .inline else {
      ending.exitLines += lines
      return
    }
    note(output.writer.send(display.printAbove(lines, rows: output.inlineRows)))
    perform(frames.exposed(at: currentTime()), client)
  }
}
