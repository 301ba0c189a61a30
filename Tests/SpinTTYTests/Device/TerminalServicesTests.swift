import Foundation
import SpinTesting
import Testing

@testable import SpinTTY

/// The bytes of what a terminal does besides drawing.
@Suite struct TerminalServicesTests {
  private func services(_ environment: [String: String]) -> TerminalServices {
    TerminalProfile(environment: environment).services
  }

  private func sent(_ command: TerminalCommand, _ environment: [String: String]) -> String {
    String(decoding: services(environment).bytes(of: command), as: UTF8.self)
  }

  @Test(arguments: [
    (
      ["TERM": "xterm-kitty"], "\u{1B}]99;i=spin:d=0;a;b\u{1B}\\\u{1B}]99;i=spin:p=body;c;d\u{1B}\\"
    ),
    (["TERM": "foot"], "\u{1B}]777;notify;a,b;c;d\u{1B}\\"),
    (["TERM": "rxvt-unicode-256color"], "\u{1B}]777;notify;a,b;c;d\u{1B}\\"),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], "\u{1B}]777;notify;a,b;c;d\u{1B}\\"),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], "\u{1B}]9;a;b: c;d\u{1B}\\"),
    (["TERM": "xterm-256color"], "\u{7}"), (["TERM": "linux"], "\u{7}"),
    (["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "iTerm.app"], "\u{7}"),
  ])
  func aNotificationHasTheFormOfTheFamily(_ environment: [String: String], _ bytes: String) {
    #expect(sent(.notify(title: "a;b", body: "c;d"), environment) == bytes)
  }

  @Test(arguments: ["xterm-kitty", "foot", "iterm", "xterm"])
  func aNotificationCarriesNothingElseToTheTerminal(_ term: String) {
    let environment = ["TERM": term, "TERM_PROGRAM": term == "iterm" ? "iTerm.app" : ""]
    var terminal = VirtualTerminal(columns: 20, rows: 2)
    let attack = "4;1;50\u{1B}\\\u{1B}[31mred\u{7}\r\nnext\u{9D}2;title\u{9C}"
    for command in [
      TerminalCommand.notify(title: attack, body: attack), .notify(title: attack, body: ""),
      .notify(title: "", body: attack),
    ] {
      terminal.feed(sent(command, environment))
    }
    #expect(terminal.violations == [] && terminal.modesLeftOn == [] && terminal.text.isEmpty)
    #expect(terminal.title.isEmpty)
    #expect(terminal.notifications.count + terminal.bellCount == 3)
  }

  @Test func aLongNotificationIsCutAtACharacter() {
    let long = String(repeating: "é", count: 5_000)
    var terminal = VirtualTerminal(columns: 20, rows: 2)
    terminal.feed(sent(.notify(title: long, body: long), ["TERM": "xterm-kitty"]))
    let expected = [128, 1024].map { String(repeating: "é", count: $0) }.joined(separator: ": ")
    #expect(terminal.notifications == [expected])
  }

  @Test(arguments: ["", "a", "ab", "abc", "日本語 👩‍👩‍👧", "\u{0}\u{1B}]52;c;?\u{7}"])
  func aCopyIsTheTextAsItIs(_ text: String) {
    var terminal = VirtualTerminal(columns: 20, rows: 2)
    terminal.feed(sent(.copy(text), ["TERM": "xterm-256color"]))
    #expect(terminal.clipboard() == Array(text.utf8))
    #expect(terminal.violations == [])
  }

  @Test func aMultiplexerPassesACopyOn() {
    let plain = "\u{1B}]52;c;aGVsbG8=\u{1B}\\"
    let tmux = plain + "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;aGVsbG8=\u{7}\u{1B}\\"
    #expect(sent(.copy("hello"), ["TERM": "screen-256color", "TMUX": "x"]) == tmux)
    #expect(sent(.copy("hello"), ["TERM": "tmux-256color"]) == tmux)
    let screen = ["TERM": "screen-256color"]
    #expect(sent(.copy("hello"), screen) == "\u{1B}P\u{1B}]52;c;aGVsbG8=\u{7}\u{1B}\\")
    // Unwrapped, the pieces are the whole.
    let long = String(repeating: "x", count: 100_000)
    let pieces = sent(.copy(long), screen).components(separatedBy: "\u{1B}P").dropFirst()
    #expect(pieces.allSatisfy { $0.hasSuffix("\u{1B}\\") && $0.utf8.count <= 258 })
    var terminal = VirtualTerminal(columns: 20, rows: 2)
    terminal.feed(pieces.map { $0.dropLast(2) }.joined())
    #expect(terminal.clipboard() == Array(long.utf8))
  }

  @Test(arguments: [
    (["TERM": "dumb"], false), (["TERM": "vt100"], false), (["TERM": "linux"], false),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
    (["TERM": "st"], true), (["TERM": "xterm"], true), (["TERM": "screen"], true),
  ])
  func aTerminalWithoutAClipboardRefuses(_ environment: [String: String], _ copies: Bool) {
    let services = services(environment)
    #expect((services.refusal(of: .copy("a")) == nil) == copies)
    #expect(services.bytes(of: .copy("a")).isEmpty == !copies)
    #expect(services.refusal(of: .bell) == nil)
  }

  @Test func theLimitOfACopyIsOfItsBytes() {
    let services = services(["TERM": "xterm"])
    #expect(services.refusal(of: .copy(String(repeating: "é", count: 50_000))) == nil)
    let error = services.refusal(of: .copy(String(repeating: "é", count: 50_001)))
    #expect(error?.operation == .copy)
    #expect(error?.description.contains("100002 bytes") == true)
  }
}
