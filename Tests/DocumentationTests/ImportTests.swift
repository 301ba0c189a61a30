import SpinTestSupport
import Testing

/// What importing the modules of the package does to a file.
@Suite(.enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "needs swiftc in the PATH"))
struct ImportTests {
  @Test
  func aFileThatImportsEveryModuleMayUseTheMacroObservable() async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.check(
      """
      import Observation
      \(Manifest.libraries.map { "import \($0)" }.joined(separator: "\n"))

      @Observable final class Model {
        var count = 0
      }
      let model = Model()
      model.count += 1
      """)
    #expect(verdict.accepts, "\(verdict.messages)")
  }

  @Test
  func aTestThatImportsSpinTestingHasTheCore() async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.run(
      """
      import SpinTesting

      let sum = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
      let test = TestSpin(sum)
      test.emit(2) { $0 = 2 }
      test.finish()
      print(test.state)
      """)
    #expect(verdict.accepts && verdict.messages == "2\n", "\(verdict.messages)")
  }

  /// A type of such a name hides the module: `Module.name` is looked up in the type then, also by
  /// the macros of that module.
  @Test
  func noPublicTypeHasTheNameOfAModuleThatProgramsImport() {
    let types = Set(
      packageFile("API.txt").split(separator: "\n").compactMap { line in
        line.split(separator: " ").first.map(String.init)
      })
    #expect(types.contains("Spin"))
    let modules: Set = [
      "Accelerate", "Algorithms", "Android", "ArgumentParser", "Atomics", "AsyncAlgorithms",
      "Clocks", "Collections", "Combine", "CoreData", "CoreFoundation", "CoreGraphics", "Crypto",
      "Darwin", "Dependencies", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
      "FoundationNetworking", "Glibc", "Logging", "Metrics", "Musl", "NIO", "Network", "Numerics",
      "Observation", "OSLog", "RegexBuilder", "Runtime", "SQLite3", "Security", "Swift",
      "SwiftData",
      "SwiftUI", "Synchronization", "System", "Testing", "Tracing", "UIKit", "Vapor", "WinSDK",
      "XCTest",
    ]
    #expect(types.intersection(modules) == [])
  }
}
