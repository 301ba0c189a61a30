import SpinTestSupport
import Testing

/// What depending on this package takes from another one.
@Suite(.enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "needs swift in the PATH"))
struct PackageTests {
  /// A package manager that finds two targets of one name loads nothing, so it builds nothing.
  @Test
  func aPackageThatDependsOnThisOneMayHaveTargetsNamedLikeTheExamples() async throws {
    let compiler = try #require(Compiler())
    var files = ["Package.swift": Self.manifest, "Sources/User/User.swift": ""]
    for name in Manifest.programs {
      files["Sources/\(name)/main.swift"] = "print(\"\(name)\")\n"
    }
    let verdict = try await compiler.load(files)
    #expect(verdict.accepts, "\(verdict.messages)")
  }

  /// Later versions add cases without breaking programs.
  @Test func aSwitchOverAnEnumThatWillGrowMayHaveADefault() async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.check(
      """
      import SpinCore
      func end(_ reason: EndReason) -> Bool {
        switch reason {
        case .part, .last, .failedAttempt: true
        @unknown default: false
        }
      }
      """)
    #expect(verdict.accepts && verdict.messages.isEmpty, "\(verdict.messages)")
  }

  private static var manifest: String {
    let executables = Manifest.programs.map { "    .executableTarget(name: \"\($0)\"),\n" }.joined()
    let products = Manifest.libraries.map { ".product(name: \"\($0)\", package: \"spin\")" }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "user",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "spin", path: "\(packageFolder)")],
        targets: [
      \(executables)
          .target(name: "User", dependencies: [\(products.joined(separator: ", "))]),
        ])
      """
  }
}
