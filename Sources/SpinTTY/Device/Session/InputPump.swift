/// Makes of the terminal's bytes what the client hears and what the session learns: pure.
///
/// ```
///   bytes ─▶ InputClock ─▶ Negotiation ─▶ InputCoalescer ─▶ deliver(event)
///                               └─ answers to our questions ─▶ learn(finding)
/// ```
struct InputPump {
  enum Order: Equatable {
    /// Use what the terminal says that it can do.
    case learn(Negotiation.Finding)
    /// Tell the client.
    case deliver(InputEvent)
    /// Note that a ctrl-C is on its way to the program, which follows.
    case noteInterrupt
    /// End the process: the program has not dealt with the ctrl-C before this one.
    case giveUp
    /// Read the size of the screen again.
    case measure
  }

  private var clock: InputClock
  private var negotiation = Negotiation()
  private var coalescer = InputCoalescer()

  init(_ options: InputDecoder.Options) { clock = InputClock(options: options) }

  /// Begins to decode anew, as after another program has read from the terminal.
  mutating func restart(_ options: InputDecoder.Options) { clock = InputClock(options: options) }

  /// By when a byte must follow.
  var due: Duration? { clock.deadline }

  // MARK: Facts

  /// Bytes came.
  ///
  /// - Parameter isInterruptOpen: Whether the program has a ctrl-C that it has not dealt with.
  mutating func received(
    _ bytes: some Collection<UInt8>, at now: Duration, isInterruptOpen: Bool
  ) -> [Order] {
    orders(clock.decode(bytes, at: now), at: now, isInterruptOpen)
  }

  /// No byte followed in time.
  mutating func expired(at now: Duration, isInterruptOpen: Bool) -> [Order] {
    orders(clock.expire(at: now), at: now, isInterruptOpen)
  }

  /// The terminal was asked what it can do, or who it is.
  mutating func asked(at now: Duration) { negotiation.asked(at: now) }

  /// Nobody waits for answers any more.
  mutating func gaveUpAnswers() { negotiation.giveUp() }

  /// Bytes came after the end, of which only the answers count.
  ///
  /// - Returns: Whether they are to be read no longer: the user pressed ctrl-C.
  mutating func swallow(_ bytes: some Collection<UInt8>, at now: Duration) -> Bool {
    for event in clock.decode(bytes, at: now) {
      if event.isInterrupt { return true }
      _ = negotiation.take(event, at: now)
    }
    return false
  }

  // MARK: Answers

  /// How many answers are still to come.
  var unanswered: Int { negotiation.outstanding }

  /// How long to wait for them at the end.
  func patience(at now: Duration, isRemote: Bool) -> Duration {
    negotiation.patience(at: now, isRemote: isRemote)
  }

  private mutating func orders(
    _ events: [InputEvent], at now: Duration, _ isInterruptOpen: Bool
  ) -> [Order] {
    var orders: [Order] = []
    let foreign = events.filter { event in
      let (isOurs, finding) = negotiation.take(event, at: now)
      if finding == .keyboard { clock.decoder.options.isKeyboardExtended = true }
      if let finding { orders.append(.learn(finding)) }
      return !isOurs
    }
    for event in coalescer.coalesce(foreign) {
      // Of two interrupts in one read the first cannot have been dealt with: it is no sign of a
      // program that hangs.
      if event.isInterrupt { orders.append(isInterruptOpen ? .giveUp : .noteInterrupt) }
      if case .resize = event { orders.append(.measure) }
      orders.append(.deliver(event))
    }
    return orders
  }
}

extension InputEvent {
  /// Whether it is ctrl-C, however the terminal sends it.
  fileprivate var isInterrupt: Bool {
    guard case .key(let press) = self else { return false }
    return KeyChord.ctrl("c").matches(press)
  }
}
