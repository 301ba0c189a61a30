extension LogView.Model.Action: ControlAction {
  /// Creates an action from arrow keys, page up and down, home, end, the wheel or the scrollbar if
  /// the log does not fit, and from n or N if there is a text to search for.
  public init?(_ input: ControlInput) {
    guard let seen = input.log else { return nil }
    if seen.isSearched, input.isPress(of: "n") {
      self = .nextMatch(of: seen.page)
    } else if seen.isSearched, input.isPress(of: "N") {
      self = .previousMatch(of: seen.page)
    } else {
      // The log may have grown since the frame was drawn, so its ends may be further away.
      switch Scroll.Action(input) {
      case .scroll where input.isPress(of: .home): self = .scroll(.min, of: seen.page)
      case .scroll where input.isPress(of: .end): self = .scroll(.max, of: seen.page)
      case .scroll(let step, _): self = .scroll(step, of: seen.page)
      case .scrollColumns(let step, let limit): self = .scrollColumns(step, limit: limit)
      case .jump(let row, _): self = .jump(to: row, of: seen.page)
      case nil: return nil
      }
    }
  }
}

extension ControlInput {
  /// The declaration of the log in the control's region.
  fileprivate var log: LogView.Seen? {
    guard let region, let own = frame.index(of: region.key, in: region.layer) else { return nil }
    for number in frame.regions.indices {
      if let seen = frame.regions[number].id(as: LogView.Seen.self),
        frame.path(from: number).contains(own)
      {
        return seen
      }
    }
    return nil
  }
}
