/// A decoder with a sense of time: says by when a byte must follow, and gives up after that.
///
/// The time is a parameter, as a duration since any fixed moment, so it is pure too. Whoever waits
/// for bytes waits no longer than ``deadline``, and once it has passed takes what is readable
/// first: only if nothing is does it call ``expire(at:)``. A process that was stalled would
/// otherwise read an arrow key as the escape key.
package struct InputClock: Sendable {
  package var decoder: InputDecoder
  private var lastByte = Duration.zero

  package init(options: InputDecoder.Options = InputDecoder.Options()) {
    decoder = InputDecoder(options: options)
  }

  /// The moment at which what is under way ends by itself, or nil if nothing is.
  package var deadline: Duration? { decoder.patience.map { lastByte + $0 } }

  /// Takes bytes that came at a moment.
  ///
  /// A ctrl-C that comes alone, after a pause, ends a paste that was never ended: each further key would
  /// belong to it, and prolong it.
  package mutating func decode(
    _ bytes: some Collection<UInt8>, at now: Duration
  ) -> [InputEvent] {
    let isInterrupt =
      decoder.isPasting && now - lastByte >= InputClock.pauseInPaste
      && InputClock.interrupts.contains { $0.elementsEqual(bytes) }
    if !bytes.isEmpty { lastByte = now }
    return (isInterrupt ? decoder.expire().map(\.event) : []) + decoder.events(bytes)
  }

  /// The bytes of a paste come together.
  private static let pauseInPaste = Duration.milliseconds(100)
  private static let interrupts: [[UInt8]] = [[0x03], Array("\u{1B}[99;5u".utf8)]

  /// Ends what is under way if its time has come.
  package mutating func expire(at now: Duration) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    return decoder.expire().map(\.event)
  }
}
