extension TerminalServices {
  /// Returns the bytes that carry out a command; empty if it takes none.
  func bytes(of command: TerminalCommand) -> [UInt8] {
    switch command {
    case .copy(let text): copy(text)
    case .notify(let title, let body): notify(title, body)
    case .bell: [0x07]
    case .run: []
    }
  }

  /// Returns the bytes that put a text on the clipboard.
  ///
  /// tmux accepts the text itself only if `set-clipboard` is on, and passes it on only if
  /// `allow-passthrough` is on. So it gets the text in both forms; the clipboard is the same if
  /// both work.
  private func copy(_ text: String) -> [UInt8] {
    guard copies else { return [] }
    let start = Array("\u{1B}]52;c;".utf8) + Base64.encode(text.utf8)
    let end = Array("\u{1B}\\".utf8)
    switch multiplexer {
    case nil: return start + end
    case .tmux:
      return start + end + Array("\u{1B}Ptmux;\u{1B}".utf8) + start + [0x07] + end
    case .screen: return TerminalServices.wrappedForScreen(start + [0x07])
    }
  }

  /// Returns the bytes in pieces that screen accepts and passes on without the wrapping.
  private static func wrappedForScreen(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 256) {
      result += Array("\u{1B}P".utf8) + bytes[start..<min(start + 256, bytes.count)]
      result += Array("\u{1B}\\".utf8)
    }
    return result
  }

  private func notify(_ title: String, _ body: String) -> [UInt8] {
    let title = TerminalServices.line(title, limit: 256)
    let body = TerminalServices.line(body, limit: 2048)
    let both = [title, body].filter { !$0.isEmpty }.joined(separator: ": ")
    if both.isEmpty { return [] }
    let text =
      switch notification {
      case .bell: "\u{7}"
      // NB: the blank is needed because a digit at the beginning selects another command.
      case .text: "\u{1B}]9;\(both.first?.isNumber == true ? " " : "")\(both)\u{1B}\\"
      case .titled:
        "\u{1B}]777;notify;\(String(title.map { $0 == ";" ? "," : $0 }));\(body)\u{1B}\\"
      case .parts:
        body.isEmpty
          ? "\u{1B}]99;;\(title)\u{1B}\\"
          : "\u{1B}]99;i=spin:d=0;\(title)\u{1B}\\\u{1B}]99;i=spin:p=body;\(body)\u{1B}\\"
      }
    return Array(text.utf8)
  }

  /// Returns a text as one line without control characters, cut to `limit` bytes.
  private static func line(_ text: String, limit: Int) -> String {
    let lines = CleanText.lines(of: text).map(\.string).filter { !$0.isEmpty }
    return CleanText.prefix(of: lines.joined(separator: " "), bytes: limit)
  }
}
