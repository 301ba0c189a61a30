import Foundation
import Testing

/// The compiler that built these tests, to compile what the documentation shows.
struct Compiler {
  struct Result {
    var output: String
    var status: Int32
  }

  /// Where the package manager put the modules and objects of this build.
  let products: URL
  let swiftc: URL

  /// Finds the compiler; `nil` on a machine that runs the tests without one.
  init?() {
    let bundle = Bundle(for: Anchor.self).bundleURL
    products = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let places = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
    let found = places.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { return nil }
    swiftc = found
  }

  private final class Anchor {}

  /// Whether the tests that need a compiler are to run: always in CI, which has to have one.
  static var isExpected: Bool {
    Compiler() != nil || ProcessInfo.processInfo.environment["CI"] != nil
  }

  /// Type-checks a program; returns what the compiler says.
  func check(_ source: String) throws -> Result {
    try inTemporaryFolder { folder in
      let file = try write(source, in: folder)
      return try run(
        swiftc, ["-swift-version", "6", "-typecheck", "-I", modules.path, file.path])
    }
  }

  /// Compiles, links and runs a program; returns what it prints.
  func run(_ source: String) throws -> Result {
    try inTemporaryFolder { folder in
      let file = try write(source, in: folder)
      let program = folder.appendingPathComponent("program")
      var arguments = ["-swift-version", "6", "-I", modules.path, file.path]
      arguments += try ["SpinCore", "SpinAsync", "SpinCallbacks"].flatMap(objects)
      let build = try run(swiftc, arguments + sanitizer + ["-o", program.path])
      return build.status == 0 ? try run(program, []) : build
    }
  }

  private var modules: URL { products.appendingPathComponent("Modules") }

  /// The objects of a sanitized build need its runtime.
  private var sanitizer: [String] {
    products.path.contains("sanitizer") ? ["-sanitize=thread"] : []
  }

  /// Finds the objects of a module by its file map, because objects of files that are gone may
  /// lie about.
  private func objects(_ module: String) throws -> [String] {
    let map = products.appendingPathComponent("\(module).build/output-file-map.json")
    let files = try JSONDecoder().decode(
      [String: [String: String]].self, from: Data(contentsOf: map))
    return Set(files.values.compactMap { $0["object"] }).sorted()
  }

  private func write(_ source: String, in folder: URL) throws -> URL {
    let file = folder.appendingPathComponent("main.swift")
    try Data(source.utf8).write(to: file)
    return file
  }

  private func inTemporaryFolder(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      output: String(decoding: output, as: UTF8.self), status: process.terminationStatus)
  }
}
