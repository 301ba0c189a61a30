extension Movies {
  // snippet.presenter
  /// What the view shows, and what its button means.
  struct Props: Equatable {
    let title: String
    let rows: [String]
    let changeViewMode: Event
  }

  var props: Props {
    let shown = showsAll ? lists : [self[category]]
    return Props(
      title: showsAll ? "movies" : category.rawValue, rows: shown.flatMap(rows),
      changeViewMode: .changedViewMode)
  }
  // snippet.end

  private func rows(_ list: List) -> [String] {
    let titles = list.rows.map { favourites.contains($0.id) ? "*\($0.title)" : $0.title }
    return titles + (list.isLoading ? ["…"] : []) + (list.problem.map { [$0] } ?? [])
  }
}
