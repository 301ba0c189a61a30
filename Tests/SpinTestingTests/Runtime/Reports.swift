import SpinTesting
import Synchronization

/// Failures that are expected, instead of told to the test framework.
final class Reports: Sendable {
  private let failures = Mutex<[TestFailure]>([])

  var reporter: FailureReporter {
    FailureReporter { failure in self.failures.withLock { $0.append(failure) } }
  }

  var all: [TestFailure] { failures.withLock { $0 } }

  var messages: [String] { all.map(\.message) }

  /// The first line of each message.
  var headlines: [String] {
    messages.map { String($0.split(separator: "\n", omittingEmptySubsequences: false)[0]) }
  }
}
