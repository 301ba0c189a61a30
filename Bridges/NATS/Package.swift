// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "spin-nats",
  platforms: [.macOS(.v15)],
  products: [.library(name: "SpinNATS", targets: ["SpinNATS"])],
  dependencies: [.package(name: "spin", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
    .target(
      name: "SpinNATS",
      dependencies: ["CNATS", .product(name: "SpinDurable", package: "spin")],
      swiftSettings: settings),
    // A program that the tests kill.
    .executableTarget(
      name: "StreamProbe",
      dependencies: ["SpinNATS", .product(name: "SpinAsync", package: "spin")],
      swiftSettings: settings),
    .testTarget(
      name: "SpinNATSTests",
      dependencies: [
        "SpinNATS", "StreamProbe",
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinConformance", package: "spin"),
        .product(name: "SpinDurable", package: "spin"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
