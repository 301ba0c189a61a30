internal import SpinSystem

/// Sentences on standard error that tell the user of a program what happened.
///
/// If standard error is closed, the next file that the process opens has its number. So they are
/// written only into the file that was standard error when the first ``UISpin`` was made.
enum Explanation {
  /// The file; `nil` if standard error was closed.
  private static let file = Descriptor.standardErrors.writableFile

  /// Notes the file that is standard error now, unless one was noted before.
  static func noteFile() { _ = file }

  /// Writes lines, unless standard error is closed or is another file by now.
  ///
  /// They may quote data, so their control characters are made visible.
  static func tell(_ lines: String) {
    guard let file, file == Descriptor.standardErrors.writableFile else { return }
    Descriptor.standardErrors.writeAll(
      lines.withVisibleControls.utf8, within: .milliseconds(200))
  }
}
