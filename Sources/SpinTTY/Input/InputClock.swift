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
  /// A ctrl-C that comes alone, after a pause, ends a paste that was never ended: each further key
  /// would belong to it, and prolong it.
  package mutating func decode(
    _ bytes: some Collection<UInt8>, at now: Duration
  ) -> [InputEvent] {
    let endsPaste =
      decoder.isPasting && now - lastByte >= InputClock.pauseInPaste
      && isInterrupt(bytes)
    if !bytes.isEmpty { lastByte = now }
    return (endsPaste ? decoder.expire().map(\.event) : []) + decoder.events(bytes)
  }

  /// The bytes of a paste come together.
  private static let pauseInPaste = Duration.milliseconds(100)

  /// Whether bytes are a ctrl-C and nothing else, however the terminal sends it.
  private func isInterrupt(_ bytes: some Collection<UInt8>) -> Bool {
    guard bytes.count < 32 else { return false }
    var fresh = InputDecoder(options: decoder.options)
    let events = fresh.events(bytes)
    guard events.count == 1, case .key(let press) = events[0] else { return false }
    return KeyChord.ctrl("c").matches(press)
  }

  /// Ends what is under way if its time has come.
  package mutating func expire(at now: Duration) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    return decoder.expire().map(\.event)
  }
}
