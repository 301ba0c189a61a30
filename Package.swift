// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The promises of the contract are several modules, which are compiled at once.
func contract(_ name: String, in folder: String) -> Target {
  .testTarget(
    name: name,
    dependencies: [
      "SpinAsync", "SpinCallbacks", "SpinChildren", "SpinConformance", "SpinTestSupport",
    ],
    path: "Tests/ConformanceTests/\(folder)", swiftSettings: settings)
}

let package = Package(
  name: "spin",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  // NB: libraries only. The targets of a product keep packages that depend on this one from having
  // targets of the same names, such as `search`. An executable that is no product runs all the same.
  products: [
    .library(name: "SpinCore", targets: ["SpinCore"]),
    .library(name: "SpinAsync", targets: ["SpinAsync"]),
    .library(name: "SpinCallbacks", targets: ["SpinCallbacks"]),
    .library(name: "SpinChildren", targets: ["SpinChildren"]),
    .library(name: "SpinMonitors", targets: ["SpinMonitors"]),
    .library(name: "SpinRecording", targets: ["SpinRecording"]),
    .library(name: "SpinDurable", targets: ["SpinDurable"]),
    .library(name: "SpinTTY", targets: ["SpinTTY"]),
    .library(name: "SpinMarkdown", targets: ["SpinMarkdown"]),
    .library(name: "SpinTesting", targets: ["SpinTesting"]),
    .library(name: "SpinConformance", targets: ["SpinConformance"]),
    // For the benchmarks of this project, which are a package of their own.
    .library(name: "_InspectDefinition", targets: ["InspectDefinition"]),
  ],
  targets: [
    .target(name: "SpinCLibrary", swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "SpinSystem", dependencies: ["SpinCLibrary"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "SpinCore", dependencies: ["SpinSystem"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "SpinAsync", dependencies: ["SpinCore", "SpinSystem"], swiftSettings: settings),
    .target(
      name: "SpinCallbacks", dependencies: ["SpinCore", "SpinSystem"], swiftSettings: settings),
    .target(
      name: "SpinChildren", dependencies: ["SpinCore"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "SpinMonitors", dependencies: ["SpinCore"], swiftSettings: settings),
    .target(
      name: "SpinRecording", dependencies: ["SpinCore", "SpinSystem"], swiftSettings: settings),
    .target(
      name: "SpinDurable", dependencies: ["SpinCore", "SpinRecording"], swiftSettings: settings),
    .target(
      name: "SpinTTY", dependencies: ["SpinAsync", "SpinCLibrary", "SpinCore", "SpinSystem"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "SpinMarkdown", dependencies: ["SpinSystem", "SpinTTY"], swiftSettings: settings),
    .target(
      name: "SpinTesting", dependencies: ["SpinCore", "SpinDurable", "SpinRecording"],
      swiftSettings: settings),
    .target(
      name: "SpinConformance", dependencies: ["SpinCore", "SpinDurable", "SpinTesting"],
      swiftSettings: settings),
    .target(
      name: "SpinExampleSupport",
      dependencies: ["SpinAsync", "SpinCallbacks", "SpinCore", "SpinSystem"],
      path: "Examples/Support", swiftSettings: settings),
    .target(
      name: "LevelsDefinition", dependencies: ["SpinExampleSupport", "SpinCore"],
      path: "Examples/LevelsDefinition", swiftSettings: settings),
    // Most readers run this example first: it builds no SpinTTY, which has most of the files.
    .executableTarget(
      name: "levels",
      dependencies: ["LevelsDefinition", "SpinExampleSupport", "SpinAsync", "SpinRecording"],
      path: "Examples/Levels", swiftSettings: settings),
    .executableTarget(
      name: "levels-ui",
      dependencies: ["LevelsDefinition", "SpinExampleSupport", "SpinCore", "SpinTTY"],
      path: "Examples/LevelsUI", swiftSettings: settings),
    .executableTarget(
      name: "counter", dependencies: ["SpinExampleSupport", "SpinCore", "SpinTTY"],
      path: "Examples/Counter", swiftSettings: settings),
    .executableTarget(
      name: "new-project", dependencies: ["SpinTTY"], path: "Examples/NewProject",
      swiftSettings: settings),
    .executableTarget(
      name: "gallery",
      dependencies: [
        "SpinExampleSupport", "SpinCallbacks", "SpinCore", "SpinMarkdown", "SpinTTY",
      ],
      path: "Examples/Gallery", swiftSettings: settings),
    .executableTarget(
      name: "processes",
      dependencies: ["SpinExampleSupport", "SpinAsync", "SpinCallbacks", "SpinCore", "SpinTTY"],
      path: "Examples/Processes", swiftSettings: settings),
    .executableTarget(
      name: "files",
      dependencies: [
        "SpinExampleSupport", "SpinCallbacks", "SpinCore", "SpinMarkdown", "SpinTTY",
      ],
      path: "Examples/Files", swiftSettings: settings),
    .target(
      name: "InspectDefinition",
      dependencies: [
        "SpinExampleSupport", "SpinAsync", "SpinCallbacks", "SpinCore", "SpinRecording", "SpinTTY",
      ],
      path: "Examples/InspectDefinition", swiftSettings: settings),
    .executableTarget(
      name: "inspect", dependencies: ["InspectDefinition"], path: "Examples/Inspect",
      swiftSettings: settings),
    .executableTarget(
      name: "countdown", dependencies: ["SpinExampleSupport", "SpinAsync"],
      path: "Examples/Countdown", swiftSettings: settings),
    .executableTarget(
      name: "search", dependencies: ["SpinExampleSupport", "SpinAsync"],
      path: "Examples/Search", swiftSettings: settings),
    .executableTarget(
      name: "chat", dependencies: ["SpinExampleSupport", "SpinAsync"], path: "Examples/Chat",
      swiftSettings: settings),
    .executableTarget(
      name: "ported",
      dependencies: [
        "SpinExampleSupport", "SpinAsync", "SpinCallbacks", "SpinCore", "SpinRecording", "SpinTTY",
      ],
      path: "Examples/Ported", swiftSettings: settings),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "SpinChildren", "SpinConformance", "SpinMarkdown", "SpinMonitors", "SpinTestSupport",
        "SpinTTY",
      ],
      exclude: ["StandIns"],
      swiftSettings: settings),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "chat", "countdown", "counter", "files", "gallery", "inspect", "levels", "levels-ui",
        "new-project", "ported", "processes", "search", "InspectDefinition", "LevelsDefinition",
        "RecipeSupport", "SpinAsync", "SpinCallbacks", "SpinCore", "SpinExampleSupport",
        "SpinRecording", "SpinTTY", "SpinTestSupport", "SpinTesting", "TerminalTestSupport",
      ],
      swiftSettings: settings),
    .target(
      name: "SpinTestSupport",
      dependencies: ["SpinAsync", "SpinCallbacks", "SpinConformance", "SpinTesting"],
      path: "Tests/SpinTestSupport", swiftSettings: settings),
    .testTarget(
      name: "SpinCoreTests",
      dependencies: [
        "SpinAsync", "SpinCallbacks", "SpinConformance", "SpinCore", "SpinTesting",
        "SpinTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(name: "SpinSystemTests", dependencies: ["SpinSystem"], swiftSettings: settings),
    .testTarget(
      name: "SpinChildrenTests",
      dependencies: ["SpinChildren", "SpinCore", "SpinRecording", "SpinTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "SpinRecordingTests",
      dependencies: [
        "SpinAsync", "SpinCallbacks", "SpinChildren", "SpinRecording", "SpinTestSupport",
        "SpinTesting",
      ],
      exclude: ["Runs"], swiftSettings: settings),
    .testTarget(
      name: "SpinDurableTests",
      dependencies: [
        "SpinAsync", "SpinCallbacks", "SpinConformance", "SpinDurable", "SpinRecording",
        "SpinTestSupport",
        "SpinTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinMonitorsTests",
      dependencies: [
        "SpinAsync", "SpinCallbacks", "SpinMonitors", "SpinTestSupport", "SpinTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinAsyncTests", dependencies: ["SpinAsync", "SpinCallbacks", "SpinTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "DifferentialTests",
      dependencies: [
        "SpinAsync", "SpinCallbacks", "SpinChildren", "SpinRecording", "SpinTesting",
        "SpinTestSupport",
      ],
      swiftSettings: settings),
    contract("LoopTests", in: "Loops"),
    contract("EffectTests", in: "Effects"),
    contract("CompositionTests", in: "Composition"),
    contract("DiagnosticTests", in: "Diagnostics"),
    .testTarget(
      name: "PromiseTests",
      dependencies: [
        "SpinAsync", "SpinCallbacks", "SpinConformance", "SpinTesting", "SpinTestSupport",
      ],
      swiftSettings: settings),
    .target(
      name: "TerminalTestSupport", dependencies: ["SpinTesting"],
      path: "Tests/TerminalTestSupport", swiftSettings: settings),
    .executableTarget(
      name: "TerminalProbe",
      dependencies: ["SpinAsync", "SpinCallbacks", "SpinSystem", "SpinTTY"],
      path: "Tests/TerminalProbe",
      swiftSettings: settings),
    .target(
      name: "UITestSupport", dependencies: ["SpinCallbacks", "SpinTTY", "SpinTesting"],
      path: "Tests/UITestSupport", swiftSettings: settings),
    // Tests of keys, which run on the thread of the test: what a key does to a control or a layer.
    .testTarget(
      name: "KeyTests",
      dependencies: [
        "SpinAsync", "SpinCallbacks", "SpinRecording", "SpinTTY", "SpinTesting",
        "SpinTestSupport", "UITestSupport",
      ],
      swiftSettings: settings),
    // Runs in which threads meet: CI builds them with the thread sanitizer too.
    .testTarget(
      name: "UISpinTests",
      dependencies: [
        "SpinAsync", "SpinCallbacks", "SpinTTY", "SpinTesting", "SpinTestSupport", "UITestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinTTYTests",
      dependencies: [
        "SpinMarkdown", "SpinTTY", "SpinTesting", "SpinTestSupport", "TerminalTestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "SpinTTY", "SpinTesting", "SpinTestSupport", "TerminalProbe", "TerminalTestSupport",
      ],
      swiftSettings: settings),
    // The world outside of recipes, programs and examples, for `explore`.
    .target(
      name: "RecipeSupport", dependencies: ["SpinCore", "SpinTesting"],
      path: "Tests/RecipeSupport", swiftSettings: settings),
    .testTarget(
      name: "ProgramTests",
      dependencies: ["RecipeSupport", "SpinAsync", "SpinCallbacks", "SpinChildren", "SpinTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "RecipeTests",
      dependencies: [
        "RecipeSupport", "SpinAsync", "SpinCallbacks", "SpinChildren", "SpinDurable", "SpinTTY",
        "SpinTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinTestingTests",
      dependencies: [
        "SpinAsync", "SpinConformance", "SpinTesting", "SpinTestSupport", "TerminalTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinConformanceTests",
      dependencies: ["SpinAsync", "SpinConformance", "SpinTesting", "SpinTestSupport"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// SPIN_SUITES=LoopTests,SpinCoreTests keeps only these targets and their dependencies. CI builds
// so in release and with the sanitizer.
if let suites = Context.environment["SPIN_SUITES"], !suites.isEmpty {
  var needed: Set<String> = []
  var next = suites.split(separator: ",").map(String.init)
  while let name = next.popLast() {
    guard needed.insert(name).inserted else { continue }
    guard let target = package.targets.first(where: { $0.name == name }) else {
      fatalError("SPIN_SUITES names \(name), and there is no target of that name.")
    }
    for case .byNameItem(let dependency, _) in target.dependencies { next.append(dependency) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    guard let library = product as? Product.Library else { return true }
    return !needed.isSuperset(of: library.targets)
  }
}
