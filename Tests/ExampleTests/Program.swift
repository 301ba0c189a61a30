import Foundation
import Testing

/// A program of this package, as the tests run it.
struct Program {
  /// What a run gave.
  struct Result: Equatable {
    var output: String
    var errors: String
    var status: Int32
  }

  let path: URL

  /// Finds an executable beside the test bundle, where the package manager builds both.
  init(_ name: String) {
    let bundle = Bundle(for: Anchor.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    path = folder.appendingPathComponent(name)
  }

  private final class Anchor {}

  /// Runs the program to its end.
  func run(
    _ arguments: String..., options: [String] = [], input: String = ""
  ) throws -> Result {
    let process = Process()
    process.executableURL = path
    process.arguments = arguments + options
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    try process.run()
    // The inputs of these tests fit a pipe's buffer, and so do the errors.
    standardInput.fileHandleForWriting.write(Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    let errors = try standardError.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self),
      status: process.terminationStatus)
  }

  /// Runs a shell command line in which `$program` is the program.
  func shell(_ command: String) throws -> Result {
    let process = Program(path: URL(fileURLWithPath: "/bin/bash"))
    return try process.run("-c", "program='\(path.path)'; \(command)")
  }

  /// Expects that the program refuses words: it says why, and how it is used, on standard error.
  func expectRefusal(
    of words: [String], _ message: String, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let (result, name) = (try run(options: words), path.lastPathComponent)
    #expect(result.status == 64 && result.output.isEmpty, sourceLocation: place)
    #expect(
      result.errors.hasPrefix("\(name): \(message)\nusage: \(name) "), sourceLocation: place)
  }

  private init(path: URL) {
    self.path = path
  }
}
