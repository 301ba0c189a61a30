#if DEBUG
  /// The sentences that debug builds say to developers once in a process.
  ///
  /// NB: once in a process, because a program that makes a mistake in one of its runs makes it in
  /// all of them.
  enum Told {
    private static let subjects = Guarded<Set<String>>([])

    /// Prints a sentence on standard error, unless one about the same subject was printed before.
    static func once(about subject: String, _ sentence: @autoclosure () -> String) {
      let isNew = subjects.withLock { $0.insert(subject).inserted }
      if isNew { SystemCall.printDiagnostic("Spin: \(sentence())") }
    }
  }
#endif
