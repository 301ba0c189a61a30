internal import SpinSystem

extension Descriptor {
  /// Writes lines for the user, and the number of lines that were dropped before or because of a
  /// timeout.
  func tell(
    _ lines: some Sequence<String>, droppedBefore: Int = 0, within patience: Duration,
    currentTime: () -> Duration = { SystemCall.now }
  ) {
    let text = Array(lines.map { $0 + "\n" }.joined().utf8)
    let count = write(all: text, within: patience, .sinceProgress, currentTime: currentTime)
    let dropped = droppedBefore + text[count...].count { $0 == UInt8(ascii: "\n") }
    guard dropped > 0 else { return }
    let notice =
      "\n(\(dropped.linesWere("more")) dropped, because the terminal accepted no output for too "
      + "long.)\n"
    _ = write(all: Array(notice.utf8), within: patience, .inAll, currentTime: currentTime)
  }
}
