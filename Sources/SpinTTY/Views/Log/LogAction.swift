extension LogView.Model.Action: ControlAction {
  /// Arrows, page up and down, home and end, the wheel and the scrollbar, if there is more than the
  /// user saw; n and N if there is a text to search for.
  public init?(_ input: ControlInput) {
    guard let seen = input.log else { return nil }
    if seen.isSearched, input.isPress(of: "n") {
      self = .nextMatch(of: seen.page)
    } else if seen.isSearched, input.isPress(of: "N") {
      self = .previousMatch(of: seen.page)
    } else {
      // The log may have grown since the frame was drawn: its ends are further away than they seemed.
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
  /// What the log in the control's region declares.
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
