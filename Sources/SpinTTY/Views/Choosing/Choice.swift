/// One of several options: a value in the state, for buttons, menus and tabs.
///
/// ```swift
/// var answer = Choice([false, true])
/// Choices(state.answer) { $0 ? "Yes" : "No" }.id(Area.answer)  // the view
/// Control(Area.answer) { .answer($0) }                         // its input
/// case .answer(let action): if answer.reduce(action) == true { … }
/// ```
public struct Choice<Option: Hashable & Sendable>: Hashable, Sendable {
  /// The options, in the order shown.
  public let options: [Option]
  /// The option that space chooses, and enter if there is no default button; `nil` if there are no
  /// options.
  public private(set) var current: Option?
  /// The options that cannot be chosen, and that the arrow keys pass over.
  ///
  /// A current option that becomes disabled stays the current one until the user moves.
  public var disabled: Set<Option>

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - options: The options, without duplicates.
  ///   - current: The first current option; if it is `nil` or not among `options`, the first of them
  ///     that can be chosen, or the first of all.
  ///   - disabled: The options that cannot be chosen.
  public init(_ options: [Option], current: Option? = nil, disabled: Set<Option> = []) {
    self.options = options
    self.disabled = disabled
    self.current =
      current.flatMap { options.contains($0) ? $0 : nil }
      ?? options.first { !disabled.contains($0) } ?? options.first
  }

  /// An action of the user on the options.
  public enum Action: Hashable, Sendable {
    /// Moves the current option by a number of places among those that can be chosen, up to the ends.
    case move(Int)
    /// Chooses an option; the action of a click.
    case choose(Option)
    /// Chooses the current option; the action of space, and of enter if there is no default button.
    case confirm
    /// Closes the menu of the options, see ``Layer/menu(_:option:titled:at:moving:closing:_:)``; otherwise
    /// without effect.
    case close

    /// Moves the current option to the first one.
    public static var first: Action { .move(.min) }
    /// Moves the current option to the last one.
    public static var last: Action { .move(.max) }
  }

  /// Reduces an action of the user.
  ///
  /// - Returns: The chosen option, or `nil` if none was chosen.
  @discardableResult
  public mutating func reduce(_ action: Action) -> Option? {
    switch action {
    case .move(let step):
      let index = current.flatMap { options.firstIndex(of: $0) } ?? 0
      let enabled = options.indices.filter { !disabled.contains(options[$0]) }
      guard step != 0, !enabled.isEmpty else { return nil }
      // A disabled option lies between two places.
      var place = enabled.firstIndex { $0 >= index } ?? enabled.count
      if step > 0, !enabled.contains(index) { place -= 1 }
      current = options[enabled[min(max(place.advanced(within: step), 0), enabled.count - 1)]]
      return nil
    case .choose(let option):
      guard options.contains(option), !disabled.contains(option) else { return nil }
      current = option
      return option
    case .confirm: return current.flatMap { disabled.contains($0) ? nil : $0 }
    case .close: return nil
    }
  }
}

extension Optional {
  /// Reduces an action of the user on a menu, and closes it once an option is chosen.
  ///
  /// See ``Layer/menu(_:option:titled:at:moving:closing:_:)``.
  ///
  /// - Returns: The chosen option, or `nil` if none was chosen.
  @discardableResult
  public mutating func reduce<Option>(_ action: Choice<Option>.Action) -> Option?
  where Wrapped == Choice<Option> {
    let chosen = self?.reduce(action)
    if chosen != nil || action == .close { self = nil }
    return chosen
  }
}

extension Choice.Action: ControlAction {
  /// Creates an action from arrow keys, home, end, enter, space, a click on an option, or the wheel
  /// over options that do not all fit.
  ///
  /// A menu, which is a column of ``Choices``, leaves the left and right arrow keys to others.
  /// Enter is left to the default button if the layer has one.
  public init?(_ input: ControlInput) {
    if let mouse = input.mouse {
      guard let action = Choice.Action(mouse, input) else { return nil }
      self = action
      return
    }
    var keys: [(chord: KeyChord, action: Choice.Action)] = [
      (.up, .move(-1)), (.down, .move(1)), (.home, .move(.min)), (.end, .move(.max)),
      (.enter, .confirm), (.space, .confirm),
    ]
    if input.region?.isMenu != true { keys += [(.left, .move(-1)), (.right, .move(1))] }
    if input.hasDefaultButton, input.isPress(of: .enter) { return nil }
    guard let action = input.action(of: keys) else { return nil }
    self = action
  }

  private init?(_ mouse: MouseEvent, _ input: ControlInput) {
    let isCut = input.region.map { $0.content.rows > $0.page.rows } ?? false
    switch mouse.action {
    case .press(.left):
      guard let option = input.row(Option.self) else { return nil }
      self = .choose(option)
    // Where all options are visible, the wheel scrolls the views around them.
    case .scroll(.up) where isCut: self = .move(-1)
    case .scroll(.down) where isCut: self = .move(1)
    default: return nil
    }
  }
}

extension Choice {
  private enum CodingKeys: CodingKey {
    case options, current, disabled
  }
}

extension Choice: Encodable where Option: Encodable {
  /// Encodes the options, the current one, and those that cannot be chosen if there are any.
  public func encode(to encoder: any Swift.Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(options, forKey: .options)
    try values.encodeIfPresent(current, forKey: .current)
    // NB: in the order of the options, because a set has another order in each process.
    let disabled = options.filter { self.disabled.contains($0) }
    if !disabled.isEmpty { try values.encode(disabled, forKey: .disabled) }
  }
}
extension Choice: Decodable where Option: Decodable {
  /// Decodes a choice; a current option that is not among the options becomes the first of them.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode([Option].self, forKey: .options),
      current: try values.decodeIfPresent(Option.self, forKey: .current),
      disabled: Set(try values.decodeIfPresent([Option].self, forKey: .disabled) ?? []))
  }
}
extension Choice.Action: Encodable where Option: Encodable {}
extension Choice.Action: Decodable where Option: Decodable {}
