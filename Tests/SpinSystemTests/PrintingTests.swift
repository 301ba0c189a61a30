import SpinSystem
import Testing

@Suite struct PrintingTests {
  /// Diagnostics quote events and ids, which may be data.
  @Test func controlCharactersOfDiagnosticsAreVisible() {
    let data = "\u{1B}[2J\u{7}\r\n\ta\u{7F}\u{9B}m é\u{A0}"
    #expect(data.withVisibleControls == "␛[2J␇␍\n\ta␡\u{FFFD}m é\u{A0}")
    for value in (0 as UInt32)..<0x180 {
      let scalar = Unicode.Scalar(value) ?? "a"
      let shown = String(scalar).withVisibleControls
      let isKept =
        scalar.properties.generalCategory != .control || "\t\n".unicodeScalars.contains(scalar)
      #expect((shown == String(scalar)) == isKept, "\(value)")
      #expect(shown.withVisibleControls == shown && shown.unicodeScalars.count == 1)
    }
  }
}
