/// An id that several rows of one list, table, tree or choice have in a frame.
///
/// ```swift
/// #expect(rehearsal.duplicateRows == [])
/// ```
public struct DuplicateRow: Hashable, Sendable, CustomStringConvertible {
  /// The id of the rows, in words.
  public let id: String
  /// The id of the region that the rows lie in, in words; `nil` if they lie in none.
  public let region: String?

  /// Creates a value to compare with.
  public init(_ id: String, in region: String?) {
    self.id = id
    self.region = region
  }

  /// A description of the mistake and of the way to mend it.
  public var description: String {
    let place = region.map { " in “\($0)”" } ?? ""
    return
      "Several rows\(place) have the id \(id), and the first one counts, so that a click may select "
      + "another row than was clicked: give each row an id of its own."
  }
}

extension Surface {
  /// Notes the first id that several rows have, if the canvas has a log for it.
  func noteDuplicate(in ids: some Sequence<some Hashable>) {
    guard let log = canvas.duplicateRows else { return }
    var seen: Set<AnyHashable> = []
    guard let id = ids.first(where: { !seen.insert(AnyHashable($0)).inserted }) else { return }
    // Ids may be data, such as the names of files, and are printed.
    let region = regionKey.map { CleanText("\($0.value)").string }
    log.note(DuplicateRow(CleanText("\(id)").string, in: region))
  }
}
