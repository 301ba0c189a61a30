import SpinAsync
import SpinTesting
import XCTest

/// That failures are told to XCTest, if one of its tests is running.
///
/// The only test here that Swift Testing does not run.
final class XCTestReportTests: XCTestCase {
  private struct Failure: Equatable {
    var description: String
    var file: String
    var line: Int
  }

  /// What has failed where a failure is the point, instead of failing the test.
  private var expected: [Failure]?

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      guard expected != nil, let place = issue.sourceCodeContext.location else {
        return super.record(issue)
      }
      let failure = Failure(
        description: issue.compactDescription, file: place.fileURL.path, line: place.lineNumber)
      expected?.append(failure)
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
    ) {
      guard self.expected != nil else {
        return super.recordFailure(
          withDescription: description, inFile: file, atLine: line, expected: expected)
      }
      self.expected?.append(Failure(description: description, file: file, line: line))
    }
  #endif

  /// Calls a closure, and returns what has failed meanwhile.
  private func failures(_ body: () -> Void) -> [Failure] {
    expected = []
    defer { expected = nil }
    body()
    return expected ?? []
  }

  private var counter: Spin<Int, Int> {
    Spin(initialState: 0) { Reducer { $0 += $1 } }
  }

  func testAnExpectationThatIsNotMetIsAFailureOfTheTestInItsLine() throws {
    let test = TestSpin(counter)
    let line = #line + 1
    let failures = failures { test.emit(2) { $0 = 3 } }
    test.finish()
    let failure = try XCTUnwrap(failures.first)
    XCTAssertEqual(failures.count, 1)
    XCTAssertTrue(failure.description.contains("emit(2)"), failure.description)
    XCTAssertEqual(failure.line, line)
    XCTAssertEqual(failure.file, #filePath)
  }

  func testExpectationsThatAreMetAreNoFailures() {
    let failures = failures {
      let test = TestSpin(counter)
      test.emit(2) { $0 = 2 }
      test.finish()
    }
    XCTAssertEqual(failures, [])
  }
}
