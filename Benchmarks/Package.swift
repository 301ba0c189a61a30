// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "spin-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "spin", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .target(name: "Harness", dependencies: ["AllocationCounter"], swiftSettings: settings),
    .target(
      name: "GenericStore", dependencies: [.product(name: "SpinCore", package: "spin")]),
    .executableTarget(
      name: "EngineBenchmarks",
      dependencies: [
        "AllocationCounter",
        "GenericStore",
        "Harness",
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinCallbacks", package: "spin"),
        .product(name: "SpinChildren", package: "spin"),
        .product(name: "SpinDurable", package: "spin"),
        .product(name: "SpinMonitors", package: "spin"),
        .product(name: "SpinRecording", package: "spin"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "TerminalBenchmarks",
      dependencies: [
        "Harness",
        .product(name: "_InspectDefinition", package: "spin"),
        .product(name: "SpinCallbacks", package: "spin"),
        .product(name: "SpinTTY", package: "spin"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "TerminalPeers",
      dependencies: [
        .product(name: "SpinCallbacks", package: "spin"),
        .product(name: "SpinTTY", package: "spin"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
