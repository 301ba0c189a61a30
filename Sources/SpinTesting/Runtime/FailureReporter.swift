#if canImport(Testing)
  internal import Testing
#endif
#if canImport(XCTest)
  internal import XCTest
#endif

/// Tells a test framework that a test has failed.
///
/// ```swift
/// let runtime = TestRuntime(report: FailureReporter { failure in print(failure.message) })
/// ```
public struct FailureReporter: Sendable {
  let report: @Sendable (TestFailure) -> Void

  /// Creates a reporter of a closure.
  ///
  /// *Isolation*: called on the thread of the test, before the call that has failed returns.
  ///
  /// - Parameter report: What to call with each failure.
  public init(_ report: @escaping @Sendable (TestFailure) -> Void) {
    self.report = report
  }

  /// Reports to Swift Testing if one of its tests is current in this task, and otherwise to both
  /// Swift Testing and XCTest: only the framework that is running hears of it.
  ///
  /// On a platform that has neither, failures are printed. In a program that runs no tests, give a
  /// reporter of your own.
  public static var automatic: FailureReporter {
    #if canImport(Testing) && canImport(XCTest)
      if Test.current != nil { return .swiftTesting }
      return FailureReporter { failure in
        FailureReporter.swiftTesting.report(failure)
        FailureReporter.xcTest.report(failure)
      }
    #elseif canImport(Testing)
      return .swiftTesting
    #elseif canImport(XCTest)
      return .xcTest
    #else
      return FailureReporter { print($0) }
    #endif
  }

  #if canImport(Testing)
    private static let swiftTesting = FailureReporter { failure in
      let location = SourceLocation(
        fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
        column: Int(failure.column))
      let comment = Comment(rawValue: failure.message)
      if failure.isWarning {
        Issue.record(comment, severity: .warning, sourceLocation: location)
      } else {
        Issue.record(comment, sourceLocation: location)
      }
    }
  #endif

  #if canImport(XCTest)
    private static let xcTest = FailureReporter { failure in
      if failure.isWarning { return print(failure) }
      XCTFail(failure.message, file: failure.filePath, line: failure.line)
    }
  #endif
}

/// What has failed in a test, and where.
public struct TestFailure: Sendable, CustomStringConvertible {
  /// What has happened, in one or more lines.
  public let message: String

  /// Whether the test passes all the same.
  public let isWarning: Bool

  /// The module and the name of the file.
  public var fileID: StaticString { site.fileID }

  /// The path of the file.
  public var filePath: StaticString { site.filePath }

  /// The line, counted from 1.
  public var line: UInt { site.line }

  /// The column, counted from 1.
  public var column: UInt { site.column }

  private let site: CallSite

  init(_ message: String, isWarning: Bool = false, at site: CallSite) {
    self.message = message
    self.isWarning = isWarning
    self.site = site
  }

  /// The place and the message.
  public var description: String {
    "\(filePath):\(line):\(column): \(isWarning ? "warning" : "error"): \(message)"
  }
}

/// Where a test calls.
struct CallSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}
