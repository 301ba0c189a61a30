/// The sentences that debug builds say to developers once in a process.
///
/// NB: once in a process, because a program that makes a mistake in one of its runs makes it in all of
/// them.
package enum Told {
  #if DEBUG
    private static let subjects = Guarded<Set<String>>([])
    @TaskLocal private static var isSilent = false

    /// Prints a sentence on standard error, unless one about the same subject was printed before.
    static func once(about subject: String, _ sentence: @autoclosure () -> String) {
      if isSilent { return }
      let isNew = subjects.withLock { $0.insert(subject).inserted }
      if isNew { SystemCall.printDiagnostic("Spin: \(sentence())") }
    }
  #endif

  /// Calls a closure in which nothing is told, because runs are meant to end in the middle of their
  /// work there.
  package static func nothing(during body: () -> Void) {
    #if DEBUG
      $isSilent.withValue(true, operation: body)
    #else
      body()
    #endif
  }
}
