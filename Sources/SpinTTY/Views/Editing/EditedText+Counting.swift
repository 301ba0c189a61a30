extension EditedText {
  /// Returns the change in the number of characters by an edit.
  ///
  /// Only the characters around the edit are counted. Before the character that contains the byte
  /// before the edit, both texts divide into the same characters, and so they do after the first
  /// place where a character ends in both.
  ///
  /// - Parameters:
  ///   - old: The text before the edit.
  ///   - new: The text after the edit.
  ///   - start: The number of bytes before the edit; undoing may cut a character there.
  ///   - rest: The number of bytes after the edit, which both texts share.
  /// - Returns: The difference, which may be negative.
  static func growth(from old: String, to new: String, at start: Int, rest: Int) -> Int {
    // The inserted text may join the character before it.
    var before = old.index(atOffset: old.boundary(atOrBefore: start - 1))
    var after = new.utf8.index(
      new.startIndex, offsetBy: old.utf8.distance(from: old.startIndex, to: before))
    var growth = 0
    while true {
      let left = old.utf8.distance(from: before, to: old.endIndex)
      let right = new.utf8.distance(from: after, to: new.endIndex)
      if left == right, left <= rest { return growth }
      if left >= right {
        before = old.index(after: before)
        growth -= 1
      } else {
        after = new.index(after: after)
        growth += 1
      }
    }
  }
}
