/// Turns the bytes of a terminal into events for the client and findings for the session: a pure
/// machine.
///
/// ```
///   bytes ─▶ InputClock ─▶ Negotiation ─▶ InputCoalescer ─▶ deliver(event)
///                               └─ answers to our questions ─▶ learn(finding)
/// ```
struct InputPump {
  enum Order: Equatable {
    /// Use the terminal's answer about itself.
    case learn(Negotiation.Finding)
    /// Pass the event on to the client.
    case deliver(InputEvent)
    /// Note that the next event is a ctrl-C for the program.
    case noteInterrupt
    /// End the process, because the program has not handled an earlier ctrl-C.
    case giveUp
    /// Read the size of the screen again.
    case measure
  }

  private var clock: InputClock
  private var negotiation = Negotiation()
  private var coalescer = InputCoalescer()

  init(_ options: InputDecoder.Options) { clock = InputClock(options: options) }

  /// Resets the decoder, as after another program has read from the terminal, which stays the same.
  ///
  /// A paste goes on, see ``cutPaste(at:)``.
  mutating func restart(_ options: InputDecoder.Options) {
    var options = options
    options.sendsLoneEscapes = clock.decoder.options.sendsLoneEscapes
    if clock.decoder.isPasting {
      clock.decoder.options = options
    } else {
      clock = InputClock(options: options)
    }
  }

  /// When a pending sequence expires; `nil` if none is pending.
  var due: Duration? { clock.deadline }

  // MARK: Facts

  /// Decodes bytes.
  ///
  /// `isInterruptOpen` says whether the program has not handled an earlier ctrl-C yet.
  mutating func received(
    _ bytes: ArraySlice<UInt8>, at now: Duration, isInterruptOpen: Bool
  ) -> [Order] {
    noteAwaited(at: now)
    return orders(clock.decode(bytes, at: now), at: now, isInterruptOpen)
  }

  /// Ends a pending sequence that was not continued in time.
  mutating func expired(at now: Duration, isInterruptOpen: Bool) -> [Order] {
    noteAwaited(at: now)
    return orders(clock.expire(at: now), at: now, isInterruptOpen)
  }

  /// Delivers what has arrived of a paste, because another program may read the rest of it.
  mutating func cutPaste(at now: Duration) -> [Order] {
    orders(clock.cutPaste(at: now), at: now, false)
  }

  /// Notes that the session has asked the terminal; every terminal answers its last question.
  mutating func asked(at now: Duration) { negotiation.asked(at: now) }

  /// Notes that the session no longer waits for answers.
  mutating func gaveUpAnswers() { negotiation.giveUp() }

  /// Decodes bytes that arrive after the end.
  ///
  /// - Returns: The answers and the keys, up to ctrl-C, after which nothing is read.
  mutating func swallow(_ bytes: ArraySlice<UInt8>, at now: Duration) -> [Order] {
    var orders: [Order] = []
    for event in clock.decode(bytes, at: now) {
      if event.isPress(of: .interrupt) { return orders + [.noteInterrupt] }
      let (isOurs, finding) = negotiation.take(event, at: now)
      if let finding { orders.append(.learn(finding)) }
      if !isOurs, event.isKeyboard { orders.append(.deliver(event)) }
    }
    return orders
  }

  // MARK: Answers

  /// The number of answers that are still to come.
  var unanswered: Int { negotiation.outstanding }

  /// Returns how long to wait for them at the end.
  func patience(at now: Duration, isRemote: Bool) -> Duration {
    negotiation.patience(at: now, isRemote: isRemote)
  }

  private mutating func orders(
    _ events: [InputEvent], at now: Duration, _ isInterruptOpen: Bool
  ) -> [Order] {
    var orders: [Order] = []
    var foreign: [InputEvent] = []
    for event in events {
      let (isOurs, finding) = negotiation.take(event, at: now)
      if finding == .keyboard { clock.decoder.options.isKeyboardExtended = true }
      if let finding { orders.append(.learn(finding)) }
      if !isOurs { coalescer.add(event, to: &foreign) }
    }
    noteAwaited(at: now)
    for event in foreign {
      // Two interrupts in one read are no sign of a hang: the program could not have handled the
      // first.
      if event.isPress(of: .interrupt) { orders.append(isInterruptOpen ? .giveUp : .noteInterrupt) }
      if case .resize = event { orders.append(.measure) }
      orders.append(.deliver(event))
    }
    return orders
  }

  /// Tells the decoder whether answers are still to come, which may arrive in pieces.
  private mutating func noteAwaited(at now: Duration) {
    clock.decoder.options.expectsAnswers = negotiation.expectsAnswers(at: now)
  }
}
