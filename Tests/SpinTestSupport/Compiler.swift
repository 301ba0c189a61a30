internal import Foundation

/// The compiler, asked about programs that use the modules under test.
package struct Compiler: Sendable {
  package struct Verdict: Sendable {
    package let accepts: Bool
    /// The output of the compiler or, after a run, of the program.
    package let messages: String

    /// The errors and warnings of the compiler by the names of their files, each the first line of
    /// its message.
    package var complaints: [String: [Substring]] {
      let lines = messages.split(separator: "\n").filter {
        $0.contains(".swift:") && !$0.contains(" note: ")
      }
      return Dictionary(grouping: lines) { line in
        let path = line.prefix { $0 != ":" }
        return String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
      }
    }
  }

  /// The modules of this build make no library.
  private struct Unlinked: Error {
    let messages: String
  }

  /// The modules that a program may use.
  private static let modules = [
    "SpinSystem", "SpinCore", "SpinAsync", "SpinCallbacks", "SpinChildren",
    "SpinRecording", "SpinDurable", "SpinTTY", "SpinTesting", "SpinConformance",
  ]

  /// Where the package manager has put the modules and objects of this build.
  private let products: URL

  /// Finds the compiler and the modules built beside the running test; `nil` if one is missing.
  package init?() {
    let places = [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap(\.self)
    let candidates = places.flatMap { place in
      sequence(first: place) { $0.pathComponents.count > 1 ? $0.deletingLastPathComponent() : nil }
        .prefix(5)
    }
    let found = candidates.first {
      FileManager.default.fileExists(
        atPath: $0.appending(path: "Modules/SpinCore.swiftmodule").path)
    }
    guard let found, Self.isInstalled else { return nil }
    products = found
  }

  private static var isInstalled: Bool {
    let paths = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return paths.contains { FileManager.default.isExecutableFile(atPath: "\($0)/swiftc") }
  }

  /// Whether tests may be skipped if there is no compiler: never in CI.
  ///
  /// An empty `CI` counts as unset, as it does for the programs.
  package static var mayBeMissing: Bool {
    ProcessInfo.processInfo.environment["CI", default: ""].isEmpty
  }

  /// Compiles a snippet after the imports of the library, as far as the compiler finds mistakes.
  ///
  /// Type checking alone would not find values that are sent from one isolation to another.
  ///
  /// - Parameters:
  ///   - snippet: A file of its own; its first line is the third one for the compiler.
  ///   - options: Further options of the compiler.
  /// - Returns: The verdict of the compiler.
  /// - Throws: An error if the compiler could not be run.
  package func check(_ snippet: String, options: [String] = []) async throws -> Verdict {
    try await check(["main": snippet], options: options)
  }

  /// The same for several files of one module, by their names, after other imports.
  package func check(
    _ snippets: [String: String], options: [String] = [],
    imports: [String] = ["SpinAsync", "SpinCallbacks"]
  ) async throws -> Verdict {
    let head = imports.map { "import \($0)\n" }.joined()
    return try await inFolder { folder in
      let files = try snippets.sorted { $0.key < $1.key }.map { name, snippet in
        try write("\(head)\(snippet)\n", in: folder, name).path
      }
      // One process for all files, which continues with the next file after a mistake.
      return try await compile(["-emit-sil", "-wmo", "-o", "/dev/null"] + options + files)
    }
  }

  /// Compiles, links and runs a program.
  package func run(_ source: String) async throws -> Verdict {
    try await inFolder { folder in
      let file = try write(source, in: folder)
      let program = folder.appending(path: "program")
      let library = try await Self.library.value
      let verdict = try await link([file.path, library.path], to: program)
      return verdict.accepts ? try await execute(program, []) : verdict
    }
  }

  /// Compiles, links and runs programs, each in a process of its own.
  ///
  /// To link one takes nearly as long as to compile it, so all are linked at once: each is a module,
  /// and its `main` has the name of the module. A program that runs its tests finds those of all,
  /// and is asked for its own.
  ///
  /// - Parameter sources: The texts of the programs.
  /// - Returns: For each program its verdict.
  /// - Throws: An error if the compiler could not be run.
  package func run(_ sources: [String]) async throws -> [Verdict] {
    let library = try await Self.library.value
    return try await inFolder { folder in
      let name = { @Sendable (number: Int) in "program\(number)" }
      let object = { @Sendable (number: Int) in folder.appending(path: "\(name(number)).o").path }
      let compiled = try await forEach(of: sources.count) { number in
        // Some print the name of their file.
        let file = try write(sources[number], in: folder.appending(path: name(number)))
        return try await compile(
          ["-c", file.path, "-o", object(number), "-module-name", name(number)]
            + ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", name(number)])
      }
      let accepted = sources.indices.filter { compiled[$0].accepts }
      let main = try write(choice(of: accepted.map(name)), in: folder)
      let program = folder.appending(path: "program")
      let linked = try await link(
        [main.path, library.path] + accepted.map(object), to: program)
      return try await forEach(of: sources.count) { number in
        guard compiled[number].accepts else { return compiled[number] }
        guard linked.accepts else { return linked }
        return try await execute(program, [name(number), "--filter", "^\(name(number))\\."])
      }
    }
  }

  /// The text of a program that is the one whose name is its first argument.
  private func choice(of names: [String]) -> String {
    let declarations = names.map { name in
      """
      @_silgen_name("\(name)") func \(name)(
        _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32

      """
    }
    let cases = names.map { name in
      "case \"\(name)\": exit(\(name)(CommandLine.argc, CommandLine.unsafeArgv))\n"
    }
    return "import Foundation\n\(declarations.joined())switch CommandLine.arguments[1] {\n"
      + cases.joined() + "default: exit(64)\n}\n"
  }

  /// Does something for each number, for as many at once as there are processors.
  private func forEach(
    of count: Int, _ body: @escaping @Sendable (Int) async throws -> Verdict
  ) async throws -> [Verdict] {
    let lanes = ProcessInfo.processInfo.activeProcessorCount
    return try await withThrowingTaskGroup(of: [(Int, Verdict)].self) { group in
      for lane in 0..<lanes {
        group.addTask {
          var verdicts: [(Int, Verdict)] = []
          for number in stride(from: lane, to: count, by: lanes) {
            verdicts.append((number, try await body(number)))
          }
          return verdicts
        }
      }
      let verdicts = try await group.reduce(into: []) { $0 += $1 }
      return verdicts.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// A shared library of all modules, which each program would otherwise link again.
  private static let library = Task { () throws -> URL in
    guard let compiler = Compiler() else { throw Unlinked(messages: "There are no modules.") }
    let library = compiler.products.appending(path: "libSpinOfTests.so")
    let objects = try modules.flatMap(compiler.objects)
    let verdict = try await compiler.link(["-emit-library"] + objects, to: library)
    guard verdict.accepts else { throw Unlinked(messages: verdict.messages) }
    return library
  }

  private func link(_ arguments: [String], to product: URL) async throws -> Verdict {
    let sanitizer = products.path.contains("sanitizer") ? ["-sanitize=thread"] : []
    return try await compile(arguments + sanitizer + ["-o", product.path])
  }

  /// Lets the package manager load a package with those that it depends on, as before each build.
  ///
  /// - Parameter package: The texts of the package's files, by their paths.
  /// - Returns: The verdict of the package manager.
  /// - Throws: An error if the package manager could not be run.
  package func load(_ package: [String: String]) async throws -> Verdict {
    try await inFolder { folder in
      for (path, text) in package {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      // The variable would leave out the products of this package.
      return try await execute(
        URL(filePath: "/usr/bin/env"),
        ["-u", "SPIN_SUITES", "swift", "package", "--package-path", folder.path]
          + ["show-dependencies"])
    }
  }

  private func compile(_ arguments: [String]) async throws -> Verdict {
    let modules = products.appending(path: "Modules").path
    return try await execute(
      URL(filePath: "/usr/bin/env"), ["swiftc", "-swift-version", "6", "-I", modules] + arguments)
  }

  /// Finds the objects of a module by its file map, because objects of removed files may still
  /// exist.
  private func objects(_ module: String) throws -> [String] {
    let map = products.appending(path: "\(module).build/output-file-map.json")
    let files = try JSONDecoder().decode(
      [String: [String: String]].self, from: Data(contentsOf: map))
    // The map of a whole-module build names one object more than the build makes.
    return Set(files.values.compactMap { $0["object"] })
      .filter { FileManager.default.fileExists(atPath: $0) }.sorted()
  }

  private func write(_ source: String, in folder: URL, _ name: String = "main") throws -> URL {
    let file = folder.appending(path: "\(name).swift")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(source.utf8).write(to: file)
    return file
  }

  private func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "spin-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  private func execute(_ program: URL, _ arguments: [String]) async throws -> Verdict {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    let ended = Gate()
    process.terminationHandler = { _ in ended.open() }
    try process.run()
    let text = await onThread { output.fileHandleForReading.readDataToEndOfFile() }
    await ended.waitStubbornly()
    return Verdict(
      accepts: process.terminationStatus == 0, messages: String(decoding: text, as: UTF8.self))
  }
}
