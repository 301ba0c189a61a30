extension TextInput.Model {
  /// How many more characters a text has after an edit.
  ///
  /// Only the characters about the edit are counted: before it both texts are divided alike, and
  /// behind it they are from the first place on where a character ends in both.
  ///
  /// - Parameters:
  ///   - old: The text before the edit.
  ///   - new: The text after it.
  ///   - start: The bytes before the edit, which end with a character of `old`.
  ///   - rest: The bytes behind it, which both have.
  /// - Returns: The difference, which may be negative.
  static func growth(from old: String, to new: String, at start: Int, rest: Int) -> Int {
    let edit = old.utf8.index(old.startIndex, offsetBy: start)
    // What comes may join the character before it.
    var before = edit == old.startIndex ? edit : old.index(before: edit)
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
