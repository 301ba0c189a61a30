/// A decoder with deadlines: it ends a sequence if the next byte does not arrive in time.
///
/// It is pure: the time is a parameter, as a duration since a fixed moment. The caller waits for
/// bytes until ``deadline`` and then reads again. It calls ``expire(at:)`` only if nothing is
/// readable. Otherwise a process that was stalled would read an arrow key as the escape key.
package struct InputClock: Sendable {
  package var decoder: InputDecoder
  private var lastByte = Duration.zero
  /// When the last byte arrived that prolongs the wait for others.
  private var beginOfWait = Duration.zero
  /// Whether another program may have read the rest of the paste.
  private var isCut = false

  package init(options: InputDecoder.Options = InputDecoder.Options()) {
    decoder = InputDecoder(options: options)
  }

  /// When the pending sequence expires, or `nil` if none is pending.
  package var deadline: Duration? { decoder.patience.map { beginOfWait + $0 } }

  /// Decodes bytes that arrived at a moment.
  ///
  /// A ctrl-C on its own after a pause ends a paste that was not terminated. Otherwise every further key
  /// would become part of the paste and prolong it. If all of the paste has been handed out, that ctrl-C
  /// does no more than end it. What waits longer because it may be an answer or a
  /// sequence, or the beginning of one, ends as well if a byte comes after a pause and does not go on with
  /// it. After ``cutPaste(at:)``, any key on its own ends the paste, and reports of the terminal are none of
  /// its text.
  package mutating func decode(_ bytes: ArraySlice<UInt8>, at now: Duration) -> [InputEvent] {
    guard let first = bytes.first else { return [] }
    defer { if !decoder.isPasting { isCut = false } }
    let pause = now - lastByte
    lastByte = now
    if isCut, pause >= InputClock.pauseInPaste {
      switch part(of: bytes) {
      case .rest: break
      case .reports(let events):
        lastByte = now - pause
        return events
      case .key:
        (isCut, beginOfWait) = (false, now)
        return decoder.expire() + decoder.events(bytes)
      }
    }
    if pause >= decoder.options.latePatience { decoder.forgetLapse() }
    let endsPaste =
      decoder.isPasting && pause >= InputClock.pauseInPaste && isInterrupt(bytes)
    if endsPaste, deadline == nil { return decoder.expire() }
    let endsKeys =
      decoder.separates(pause, before: first) || decoder.isEscapeKey(pause, before: bytes)
    let ended = endsPaste || endsKeys ? decoder.expire() : []
    if pause >= InputClock.pauseOfKeys { decoder.notePause() }
    let events = decoder.events(bytes)
    if decoder.isPromising { beginOfWait = now }
    return ended.isEmpty ? events : ended + events
  }

  /// Decodes bytes that arrived at a moment.
  package mutating func decode(_ bytes: some Sequence<UInt8>, at now: Duration) -> [InputEvent] {
    decode(Array(bytes)[...], at: now)
  }

  /// Bytes after a pause this long may be typed; the bytes of a paste arrive together.
  private static let pauseInPaste = Duration.milliseconds(100)
  /// Keys have pauses this long between them, even if one is held.
  private static let pauseOfKeys = Duration.milliseconds(20)

  /// Whether the bytes are a single ctrl-C, in any encoding.
  private func isInterrupt(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count < 32 else { return false }
    var fresh = InputDecoder(options: decoder.options)
    let events = fresh.events(bytes)
    return events.count == 1 && events[0].isPress(of: .interrupt)
  }

  /// Notes that another program may read the rest of a paste.
  ///
  /// What follows, up to the terminator, is text as before. But the terminator may never come.
  ///
  /// ```
  ///  ESC[200~ab  (a child)  q cd ESC[201~  ─▶ the pastes ab and q cd
  ///  ESC[200~ab  (a child)  q  ─▶ the paste ab, and the key q
  /// ```
  ///
  /// - Returns: What has arrived of the paste.
  package mutating func cutPaste(at now: Duration) -> [InputEvent] {
    guard decoder.isPasting else { return [] }
    isCut = true
    // What comes next comes after a pause.
    lastByte = min(lastByte, now - InputClock.pauseInPaste)
    return decoder.handOutPaste()
  }

  /// What bytes after a pause are, if another program may have read the end of the paste before them.
  private enum PartOfCut {
    case rest, key
    case reports([InputEvent])
  }

  private func part(of bytes: ArraySlice<UInt8>) -> PartOfCut {
    if bytes.starts(with: "\u{1B}[200~".utf8) { return .key }
    // The terminator may be torn; and it is the only sequence in a paste.
    guard decoder.paste.isWhole, !PasteCollector.hasTerminator(bytes) else { return .rest }
    if bytes.elementsEqual([0x1B]) { return .key }
    var fresh = InputDecoder(options: decoder.options)
    let events = fresh.events(bytes)
    guard fresh.pendingCount == 0 else { return .rest }
    if events.allSatisfy(\.presses.isEmpty) {
      return events.contains(where: \.isUnknown) ? .rest : .reports(events)
    }
    let isOneKey = events.count == 1 && events[0].presses.count == 1
    return isOneKey || bytes.first == 0x1B ? .key : .rest
  }

  /// Ends the pending sequence if its deadline has passed.
  ///
  /// A paste goes on: its terminator, or ctrl-C on its own, ends it. Otherwise the rest of a paste over a
  /// link that stalls would be read as keys.
  package mutating func expire(at now: Duration) -> [InputEvent] {
    guard let deadline, now >= deadline else { return [] }
    return decoder.isPasting ? decoder.handOutPaste() : decoder.expire()
  }
}

extension InputEvent {
  fileprivate var isUnknown: Bool { if case .unknown = self { true } else { false } }
}
