extension LogView {
  /// The id of a region that a log declares in its own region, with the facts that actions need.
  struct Seen: Hashable, Sendable {
    let page: TextPage
    /// Whether there is a text to search for.
    let isSearched: Bool
  }
}
