import SpinRecording

/// A search for the next entry, or the one before, that has changed a value of the state.
struct Jump: Equatable, Sendable {
  let path: Path
  let start: Int
  let step: Int

  /// A jump, and the log in which it searches.
  struct Work: Equatable, Sendable {
    let jump: Jump
    let log: Log
    /// The entries that have a state.
    let kept: [Int]

    static func == (left: Work, right: Work) -> Bool { left.jump == right.jump }

    /// The entry; `nil` if there is none.
    func target() -> Int? {
      func value(_ place: Int) -> JSON? { log.entries[kept[place]].state?[jump.path] }
      if jump.step > 0 {
        let first = max(1, kept.partitioningIndex { $0 > jump.start })
        guard first < kept.count else { return nil }
        // Those before are equal.
        let old = value(first - 1)
        return (first..<kept.count).first { value($0) != old }.map { kept[$0] }
      }
      let end = kept.partitioningIndex { $0 >= jump.start }
      guard end > 1 else { return nil }
      let new = value(end - 1)
      return (0..<end - 1).last { value($0) != new }.map { kept[$0 + 1] }
    }
  }
}
