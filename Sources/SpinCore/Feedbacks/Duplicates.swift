/// Notes whether several elements of a collection have one id, and in debug builds reports the first such id
/// in a run.
@usableFromInline
final class Duplicates {
  private let form: String
  private let elements: String
  var hasReported = false
  /// Whether several elements of the newest collection have one id.
  @usableFromInline var areThere = false

  @usableFromInline
  init(in form: String, ofSeveral elements: String) {
    self.form = form
    self.elements = elements
  }

  @usableFromInline
  func note<ID>(_ id: ID) {
    areThere = true
    #if DEBUG
      if hasReported { return }
      hasReported = true
      SystemCall.printDiagnostic(
        """
        Spin: a collection that \(form) has selected has several \(elements) with the id \
        \(inWords(id)). Only the first of them counts; the others have no effects. (Reported in \
        debug builds only, once for each run.)
        """)
    #endif
  }
}
