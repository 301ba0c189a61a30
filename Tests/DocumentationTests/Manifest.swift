import SpinTestSupport
import Testing

/// What the manifest of this package declares.
enum Manifest {
  /// The products, without those of this project, which begin with an underscore.
  static let libraries = names(after: ".library").filter { !$0.hasPrefix("_") }

  /// The targets that are programs.
  static let programs = names(after: ".executableTarget")

  private static func names(after call: String) -> [String] {
    packageFile("Package.swift").split(separator: "\(call)(").dropFirst().compactMap { rest in
      rest.firstMatch(of: /\s*name: "([^"]+)"/).map { String($0.1) }
    }
  }
}

@Suite struct ManifestTests {
  @Test func theManifestNamesLibrariesAndPrograms() {
    #expect(Set(Manifest.libraries).isSuperset(of: ["SpinCore", "SpinDurable", "SpinConformance"]))
    #expect(!Manifest.libraries.contains("_InspectDefinition"))
    #expect(Set(Manifest.programs).isSuperset(of: ["levels", "inspect", "chat", "TerminalProbe"]))
  }
}
