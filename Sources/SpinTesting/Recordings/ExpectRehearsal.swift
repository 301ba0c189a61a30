public import Foundation
public import SpinRecording

/// Expects that a recorded run goes as it went, see `RunLog.rehearse`.
///
/// ```swift
/// @Test func theLongestRunGoesAsItWent() {
///   expectRehearsal(of: recordings(in: "Runs")[0], by: Basket.spin)
/// }
/// ```
///
/// For all runs of a folder, call `expectRehearsals`, which fails if there is none.
///
/// To accept a difference, pass `accepting: true` for one run of the test. The call then replaces the file
/// by the run as it goes now, with what the tolerances take from the log. It still fails, so that nobody
/// forgets the argument. A review shows which lines of the file have changed.
///
/// - Parameters:
///   - file: The recording.
///   - spin: The spin, which may have changed since then.
///   - tolerances: Differences that are permitted.
///   - migrate: Changes each line of an older version of the program before it is decoded, see `RunLog`.
///   - names: The new names of feedbacks that were renamed, by the old ones.
///   - isAccepting: Whether to replace the file if there is a difference.
///   - report: The reporter of the failure, which is the first difference, or that the file cannot be read.
///   - fileID: The file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectRehearsal<State: Codable & Sendable, Event: Codable & Sendable>(
  of file: URL, by spin: Spin<State, Event>, ignoring tolerances: RunTolerance<State, Event>...,
  migrating migrate: RunLog<State, Event>.Migration? = nil,
  renaming names: [String: String] = [:], accepting isAccepting: Bool = false,
  report: FailureReporter = .automatic, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let site = CallSite(fileID, filePath, line, column)
  let fail = { (message: String) in report.report(TestFailure(message, at: site)) }
  do throws(RunLogError) {
    let log = try RunLog<State, Event>(contentsOf: file, migrating: migrate)
    let difference = try log.rehearse(spin, ignoring: tolerances, renaming: names)
    guard let difference else { return }
    if isAccepting {
      try log.rehearsed(by: spin, ignoring: tolerances, renaming: names).write(to: file)
      return fail(
        "\(file.lastPathComponent) was replaced by what becomes of the run now. Look at the difference, and "
          + "remove accepting: true.")
    }
    fail("\(file.lastPathComponent): \(difference)")
  } catch {
    fail("\(error)")
  }
}

/// Expects that recorded runs go as they went, and reports each kind of first difference once.
///
/// ```swift
/// @Test func lastWeekGoesAsItWent() {
///   expectRehearsals(of: recordings(in: "Runs"), by: Basket.spin, ignoring: .payloads(of: "create"))
/// }
/// ```
///
/// A failure says how many runs go another way for the same reason. It shows the difference that has the
/// fewest entries before it.
///
/// - Parameters:
///   - files: The recordings, see ``recordings(in:beside:)``. No recording is a failure.
///   - spin: The spin, which may have changed since then.
///   - tolerances: Differences that are permitted.
///   - migrate: Changes each line of an older version of the program before it is decoded, see `RunLog`.
///     Let it leave the lines of newer recordings as they are.
///   - names: The new names of feedbacks that were renamed, by the old ones.
///   - report: The reporter of the failures: one for each kind of difference, the most frequent first, and
///     one for each file that cannot be read.
///   - fileID: The file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectRehearsals<State: Codable & Sendable, Event: Codable & Sendable>(
  of files: [URL], by spin: Spin<State, Event>, ignoring tolerances: RunTolerance<State, Event>...,
  migrating migrate: RunLog<State, Event>.Migration? = nil,
  renaming names: [String: String] = [:],
  report: FailureReporter = .automatic, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let site = CallSite(fileID, filePath, line, column)
  let fail = { (message: String) in report.report(TestFailure(message, at: site)) }
  if files.isEmpty { return fail("There is no recording to rehearse.") }
  var groups: [RunDifference.Group: [(file: URL, difference: RunDifference)]] = [:]
  for file in files {
    do throws(RunLogError) {
      let log = try RunLog<State, Event>(contentsOf: file, migrating: migrate)
      let difference = try log.rehearse(spin, ignoring: tolerances, renaming: names)
      if let difference { groups[difference.group, default: []].append((file, difference)) }
    } catch {
      fail("\(error)")
    }
  }
  let sorted = groups.values.compactMap { group in
    group.min { $0.difference.entry < $1.difference.entry }.map { (group.count, $0) }
  }.sorted { ($1.0, $0.1.file.path) < ($0.0, $1.1.file.path) }
  for (count, shortest) in sorted {
    fail(
      "\(count) of \(files.count) runs, the shortest is \(shortest.file.lastPathComponent): "
        + "\(shortest.difference)")
  }
}

/// Lists the recordings of a folder, in order of their names, for `expectRehearsals`.
///
/// A loop over no file, and a test without arguments, pass: `expectRehearsals` fails.
///
/// - Parameters:
///   - folder: The folder, relative to that of the calling file: each file whose name ends with `.jsonl`.
///   - file: The calling file.
/// - Returns: The files; none if the folder cannot be read.
public func recordings(in folder: String, beside file: String = #filePath) -> [URL] {
  let folder = URL(
    fileURLWithPath: folder, relativeTo: URL(fileURLWithPath: file).deletingLastPathComponent())
  let files = try? FileManager.default.contentsOfDirectory(
    at: folder.absoluteURL, includingPropertiesForKeys: nil)
  return (files ?? []).filter { $0.pathExtension == "jsonl" }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
}
