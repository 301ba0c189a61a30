/// Scopes of one part.
extension Scope {
  /// Creates a scope of a part that is always present.
  ///
  /// - Parameters:
  ///   - state: The key path of the part.
  ///   - event: Makes an event of the whole from an event of the part.
  ///   - from: Returns the part's event in an event of the whole; `nil` if the event does not
  ///     belong to the part. It is the inverse of `event`.
  ///   - spin: The part's spin, or a list of its feedbacks, scopes and reducer.
  public init<Part: Equatable & Sendable, PartEvent: Sendable>(
    state: any WritableKeyPath<State, Part> & Sendable,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>
  ) {
    self.init(scopeName(state), event, from, spin) { .path(state) }
  }

  /// Creates a scope of a part that has an identity.
  public init<Part: Equatable & Identifiable & Sendable, PartEvent: Sendable>(
    state: any WritableKeyPath<State, Part> & Sendable,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>
  ) {
    self.init(scopeName(state), event, from, spin) {
      .path(state).living { (part: Part) in part.id }
    }
  }

  /// Creates a scope of a part that may be absent.
  public init<Part: Equatable & Sendable, PartEvent: Sendable>(
    state: any WritableKeyPath<State, Part?> & Sendable,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>
  ) {
    self.init(scopeName(state), event, from, spin) { .path(optional: state) }
  }

  /// Creates a scope of a part that may be absent and has an identity.
  public init<Part: Equatable & Identifiable & Sendable, PartEvent: Sendable>(
    state: any WritableKeyPath<State, Part?> & Sendable,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>
  ) {
    self.init(scopeName(state), event, from, spin) {
      .path(optional: state).living { (part: Part) in part.id }
    }
  }

  /// Creates a scope of a part that a closure finds, such as the payload of an enum.
  ///
  /// ```swift
  /// enum Page { case empty, form(Form) }
  ///
  /// let spin = Spin<Page, Event>(initialState: .empty) {
  ///   Scope(
  ///     modify: { (page: inout Page, change: (inout Form) -> Void) in
  ///       guard case .form(var form) = page else { return }
  ///       page = .empty
  ///       change(&form)
  ///       page = .form(form)
  ///     }, event: Event.form, from: \.form
  ///   ) { Form.spin }
  ///   Reducer { page, event in … }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - modify: Calls its closure once with the part, or does nothing if there is no part. It must
  ///     not change anything else. The loop calls `modify` several times in a step, and also to
  ///     read the part.
  ///   - event: Makes an event of the whole from an event of the part.
  ///   - from: Returns the part's event in an event of the whole; `nil` if the event does not
  ///     belong to the part. It is the inverse of `event`.
  ///   - spin: The part's spin, or a list of its feedbacks, scopes and reducer.
  public init<Part: Equatable & Sendable, PartEvent: Sendable>(
    modify: @escaping @Sendable (inout State, (inout Part) -> Void) -> Void,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>
  ) {
    self.init(nil, event, from, spin) { .closure(modify) }
  }

  /// Creates a scope of a part that a closure finds and that has an identity.
  public init<Part: Equatable & Identifiable & Sendable, PartEvent: Sendable>(
    modify: @escaping @Sendable (inout State, (inout Part) -> Void) -> Void,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>
  ) {
    self.init(nil, event, from, spin) { .closure(modify).living { (part: Part) in part.id } }
  }

  private init<Part: Equatable & Sendable, PartEvent: Sendable>(
    _ name: String?, _ embed: @escaping @Sendable (PartEvent) -> Event,
    _ from: @escaping @Sendable (Event) -> PartEvent?,
    _ spin: @escaping @Sendable () -> SpinContent<Part, PartEvent>,
    _ access: @escaping @Sendable () -> PartAccess
  ) {
    let embedding = Conversion(embed, checking: from)
    let find = { @Sendable (whole: EventPlace, target: EventPlace) in
      guard let own = from(whole.address(of: Event.self).value) else { return false }
      target.initialize(to: own)
      return true
    }
    self.init(
      named: name ?? "part", spin,
      reduce: { state, event, reduce in
        guard var own = from(event.address(of: Event.self).value) else { return }
        access().modify(state) { part in
          withAddress(of: &own) { reduce(part, EventPlace($0)) }
        }
      }
    ) { layout, types, onlyOwnReducerChangesIt in
      PartNode(
        access(), PartEvents(types: types, find: find, embedding: embedding), layout,
        areEqual: { $0.address(of: Part.self).value == $1.address(of: Part.self).value },
        onlyOwnReducerChangesIt: onlyOwnReducerChangesIt)
    }
  }
}

/// Returns the name of the property that a key path refers to; `nil` if it has no name.
func scopeName(_ path: AnyKeyPath) -> String? {
  let text = "\(path)"
  var depth = 0
  // The type of the whole precedes the dot, and may be generic.
  let dot = text.firstIndex { character in
    if character == "<" { depth += 1 }
    if character == ">" { depth -= 1 }
    return character == "." && depth == 0
  }
  guard text.hasPrefix("\\"), let dot else { return nil }
  let name = text[text.index(after: dot)...]
  return name.isEmpty || name.contains("<") ? nil : String(name)
}
