// NB: `stdout` is a variable of the C library, and is imported as an unguarded one.
@unsafe @preconcurrency internal import SpinCLibrary

/// The output of the program, and messages to its developer.
extension SystemCall {
  /// Writes a line to standard error, with one system call if possible.
  ///
  /// The line may quote data, so its control characters are made visible. A reader who has gone does not end
  /// the program.
  package static func printDiagnostic(_ line: String) {
    let bytes = Array("\(line.withVisibleControls)\n".utf8)
    _ = Descriptor.standardErrors.writeAllWithoutSignal(bytes)
  }

  /// Makes the C library write printed lines at once, even into a pipe, where it would buffer them.
  package static func bufferOutputByLine() { _ = unsafe setvbuf(stdout, nil, _IOLBF, 0) }

  /// Flushes the buffer of printed text, unless a thread is printing.
  package static func flushPrinted() {
    guard unsafe ftrylockfile(stdout) == 0 else { return }
    unsafe fflush(stdout)
    unsafe funlockfile(stdout)
  }

  /// Flushes the buffer of printed text and calls `body` while no other thread can print.
  package static func betweenPrinted<Result>(_ body: () -> Result) -> Result {
    unsafe flockfile(stdout)
    defer { unsafe funlockfile(stdout) }
    unsafe fflush(stdout)
    return body()
  }
}

extension String {
  /// The text with visible characters in place of the control characters that a terminal would act on, which
  /// are all but tabs and newlines.
  package var withVisibleControls: String {
    // The control characters from U+0080 on begin with the byte C2.
    let mayHaveSome = utf8.contains {
      $0 < 0x20 && $0 != 0x09 && $0 != 0x0A || $0 == 0x7F || $0 == 0xC2
    }
    if !mayHaveSome { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      let isKept = !isControl || scalar.value == 0x09 || scalar.value == 0x0A
      shown.append(isKept ? scalar : .visibleControl(scalar.value))
    }
    return String(shown)
  }
}

extension Unicode.Scalar {
  /// Returns the visible character in place of a scalar on which a terminal would act.
  package static func visibleControl(_ value: UInt32) -> Unicode.Scalar {
    switch value {
    case 0x00...0x1F: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }
}
