// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "spin-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "spin", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .target(
      name: "GenericStore", dependencies: [.product(name: "SpinCore", package: "spin")]),
    .executableTarget(
      name: "SpinBenchmarks",
      dependencies: [
        "AllocationCounter",
        "GenericStore",
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinCallbacks", package: "spin"),
        .product(name: "SpinTTY", package: "spin"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
