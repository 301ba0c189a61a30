extension VirtualTerminal {
  /// The differences from the initial or last remembered state, in readable lines.
  ///
  /// It is empty if a program has restored everything that it changed: modes, style, link,
  /// scrolling region, keyboard flags of both screens, cursor shape, colours, title and its stack,
  /// character set, and tab stops. An unfinished sequence counts as well.
  public var modesLeftOn: [String] {
    let state = ledger
    let keys = Set(state.keys).union(baseline.keys).sorted()
    return keys.compactMap { key in
      guard state[key] != baseline[key] else { return nil }
      return "\(key): \(state[key] ?? "off")"
    }
  }

  /// Sets the state that ``modesLeftOn`` compares with to the present state.
  public mutating func rememberModes() { baseline = ledger }

  private var ledger: [String: String] {
    var entries: [String: String] = [:]
    for (number, name) in Modes.names where number != 1047 && number != 1049 {
      entries["?\(number) \(name)"] = modes[number] ? "on" : nil
    }
    entries["insert mode"] = modes.isInserting ? "on" : nil
    entries["new line mode"] = modes.isNewLine ? "on" : nil
    let full = 0...(rows - 1)
    entries["scroll region"] =
      region == full ? nil : "rows \(region.lowerBound) to \(region.upperBound)"
    entries["pen"] = pen == Style() ? nil : pen.description
    entries["character set"] = charsets == Charsets() ? nil : "\(charsets.sets)"
    let own = Self.defaultTabStops(columns)
    entries["tab stops"] = tabStops == own ? nil : "\(tabStops.sorted())"
    entries["unfinished sequence"] =
      parser.isUnderWay ? Self.readable(parser.collected) : nil
    return entries.merging(settingEntries) { $1 }
  }

  private var settingEntries: [String: String] {
    let main = modes.isAlternate ? hidden : screen
    let alternate = modes.isAlternate ? screen : hidden
    var entries: [String: String] = [:]
    entries["keyboard of the main screen"] = Self.keyboard(main)
    entries["keyboard of the alternate screen"] = Self.keyboard(alternate)
    entries["modifyOtherKeys"] = settings.modifyOtherKeys == 0 ? nil : "\(settings.modifyOtherKeys)"
    entries["cursor shape"] = settings.shape == .initial ? nil : "\(settings.shape)"
    entries["title"] = settings.title.isEmpty ? nil : settings.title
    entries["progress"] = settings.progress.map { "state \($0.state), \($0.percent) %" }
    entries["title stack"] = titleStack.isEmpty ? nil : "\(titleStack)"
    for (number, color) in settings.dynamicColors { entries["colour \(number)"] = color }
    for (index, color) in settings.palette { entries["palette \(index)"] = color }
    return entries
  }

  private static func keyboard(_ screen: Screen) -> String? {
    guard screen.keyboardFlags != 0 || !screen.keyboardStack.isEmpty else { return nil }
    return "flags \(screen.keyboardFlags), \(screen.keyboardStack.count) pushed"
  }
}
