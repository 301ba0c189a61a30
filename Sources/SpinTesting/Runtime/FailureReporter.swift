#if canImport(Testing)
  internal import Testing
#endif
#if canImport(XCTest)
  internal import XCTest
#endif

/// Reports the failures of a test to a test framework.
///
/// ```swift
/// let runtime = TestRuntime(report: FailureReporter { failure in print(failure.message) })
/// ```
public struct FailureReporter: Sendable {
  let report: @Sendable (TestFailure) -> Void

  /// Creates a reporter that calls a closure.
  ///
  /// *Isolation*: called on the thread of the test, before the call that notices the failure returns.
  ///
  /// - Parameter report: The closure to call with each failure.
  public init(_ report: @escaping @Sendable (TestFailure) -> Void) {
    self.report = report
  }

  /// The reporter for Swift Testing and XCTest.
  ///
  /// It reports to Swift Testing if one of its tests is current in this task, and otherwise to both
  /// frameworks, of which only the running one records the failure. On a platform with neither,
  /// failures are printed. In a program that runs no tests, use your own reporter.
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

/// A failure in a test, with its location.
public struct TestFailure: Sendable, CustomStringConvertible {
  /// A description of the failure in one or more lines.
  public let message: String

  /// Whether the test passes in spite of it.
  public let isWarning: Bool

  /// The module and the name of the file.
  public var fileID: StaticString { site.fileID }

  /// The path of the file.
  public var filePath: StaticString { site.filePath }

  /// The line, counted from 1.
  public var line: UInt { site.line }

  /// The column, counted from 1.
  public var column: UInt { site.column }

  /// Whether it only says that the test was left before its end.
  let isUnfinished: Bool

  private let site: CallSite

  init(
    _ message: String, isWarning: Bool = false, isUnfinished: Bool = false, at site: CallSite
  ) {
    self.message = message
    self.isWarning = isWarning
    self.isUnfinished = isUnfinished
    self.site = site
  }

  /// Creates a failure at the place of another.
  init(_ message: String, as other: TestFailure) {
    self.init(message, isWarning: other.isWarning, at: other.site)
  }

  /// Whether another failure comes from the same call, and begins with the same line.
  ///
  /// The other lines may differ: they show values.
  func isLike(_ other: TestFailure) -> Bool {
    (line, column) == (other.line, other.column) && "\(filePath)" == "\(other.filePath)"
      && message.prefix { $0 != "\n" } == other.message.prefix { $0 != "\n" }
  }

  /// The location and the message.
  public var description: String {
    "\(filePath):\(line):\(column): \(isWarning ? "warning" : "error"): \(message)"
  }
}

/// The location of a call in a test.
struct CallSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The file without its module, and the line.
  var place: String { "\(EmissionSite(fileID: "\(fileID)", line: Int(line)))" }
}
