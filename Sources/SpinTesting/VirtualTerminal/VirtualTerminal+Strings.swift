internal import SpinCore

extension VirtualTerminal {
  mutating func controlString(_ kind: ControlParser.StringKind, _ payload: [UInt8]) {
    fresh = nil
    guard let text = String(validating: payload, as: UTF8.self),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return violate(.malformed, "a control or a byte that is not UTF-8 inside") }
    let isKnown =
      switch kind {
      case .system: systemCommand(text)
      case .device: deviceString(text)
      default: false
      }
    if !isKnown { violate(.unknown, "unknown control string") }
  }

  private mutating func deviceString(_ text: String) -> Bool {
    guard text.hasPrefix("$q") else { return false }
    reportSetting(String(text.dropFirst(2)))
    return true
  }

  private mutating func systemCommand(_ text: String) -> Bool {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap({ Int($0) }) else { return false }
    let argument = parts.count > 1 ? String(parts[1]) : nil
    switch (number, argument) {
    case (0, let title?): (settings.title, settings.iconName) = (title, title)
    case (1, let title?): settings.iconName = title
    case (2, let title?): settings.title = title
    case (4, let argument?): return paletteColor(argument)
    case (8, let argument?): return link(argument)
    case (10...12, let argument?): dynamicColor(number, argument)
    case (9, let argument?): return notification(argument)
    case (52, let argument?): return clipboard(argument)
    case (99, let argument?): return notificationPart(argument)
    case (104, let index): resetPalette(index)
    case (110...112, nil): settings.dynamicColors[number - 100] = nil
    case (777, let argument?): return titledNotification(argument)
    default: return false
    }
    return true
  }

  private mutating func link(_ argument: String) -> Bool {
    let parts = argument.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard features.contains(.links), parts.count == 2 else { return false }
    let id = parts[0].split(separator: ":").first { $0.hasPrefix("id=") }
    pen.link =
      parts[1].isEmpty
      ? nil : Link(target: String(parts[1]), id: id.map { String($0.dropFirst(3)) })
    return true
  }

  private mutating func dynamicColor(_ number: Int, _ argument: String) {
    guard argument == "?" else { return settings.dynamicColors[number] = argument }
    let initial = number == 11 ? "rgb:0000/0000/0000" : "rgb:ffff/ffff/ffff"
    reply("ESC]\(number);\(settings.dynamicColors[number] ?? initial)ESC\\")
  }

  private mutating func paletteColor(_ argument: String) -> Bool {
    let parts = argument.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), (0...255).contains(index) else {
      return false
    }
    if parts[1] == "?" {
      reply("ESC]4;\(index);\(settings.palette[index] ?? "rgb:8080/8080/8080")ESC\\")
    } else {
      settings.palette[index] = String(parts[1])
    }
    return true
  }

  private mutating func resetPalette(_ index: String?) {
    guard let index = index.flatMap({ Int($0) }) else { return settings.palette.removeAll() }
    settings.palette[index] = nil
  }

  /// OSC 9: a notification, or a command of ConEmu.
  private mutating func notification(_ argument: String) -> Bool {
    let parts = argument.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts.map { Int($0) }
    guard numbers.first != .some(nil) else { return notify(argument) }
    guard features.contains(.progress), numbers.count == 3, numbers[0] == 4,
      let state = numbers[1], (0...4).contains(state), let percent = numbers[2],
      (0...100).contains(percent)
    else { return false }
    settings.progress = state == 0 ? nil : Progress(state: state, percent: percent)
    return true
  }

  /// OSC 777: `notify`, a title, and a body that may contain semicolons.
  private mutating func titledNotification(_ argument: String) -> Bool {
    let parts = argument.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "notify" else { return false }
    return notify([parts[1], parts[2]].filter { !$0.isEmpty }.joined(separator: ": "))
  }

  /// OSC 99: the kind of the part, and its text; a part that is not the last has `d=0`.
  private mutating func notificationPart(_ argument: String) -> Bool {
    let parts = argument.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let keys = parts[0].split(separator: ":")
    unfinishedNotification += (unfinishedNotification.isEmpty ? "" : ": ") + parts[1]
    if keys.contains("d=0") { return features.contains(.notifications) }
    defer { unfinishedNotification = "" }
    return notify(unfinishedNotification)
  }

  private mutating func notify(_ text: String) -> Bool {
    guard features.contains(.notifications) else { return false }
    notifications.append(text)
    return true
  }

  /// OSC 52: a selection, `;`, and its contents in Base64, or `?` to request them.
  private mutating func clipboard(_ argument: String) -> Bool {
    let parts = argument.split(separator: ";", omittingEmptySubsequences: false)
    guard features.contains(.clipboard), parts.count == 2 else { return false }
    let selection = parts[0].isEmpty ? "c" : String(parts[0])
    if parts[1] == "?" {
      let content = String(
        decoding: Base64.encode(settings.clipboard[selection] ?? []), as: UTF8.self)
      reply("ESC]52;\(selection);\(content)ESC\\")
      return true
    }
    guard parts[1].utf8.count % 4 == 0, let content = Base64.decode(parts[1]) else { return false }
    settings.clipboard[selection] = content
    return true
  }
}
