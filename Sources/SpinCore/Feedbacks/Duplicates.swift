/// Reports the first id in a run that several elements have, in debug builds.
@usableFromInline
final class Duplicates {
  private let form: String
  private let elements: String
  var hasReported = false

  @usableFromInline
  init(in form: String, ofSeveral elements: String) {
    self.form = form
    self.elements = elements
  }

  @usableFromInline
  func note<ID>(_ id: ID) {
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
