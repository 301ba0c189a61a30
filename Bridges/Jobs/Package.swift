// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "spin-jobs",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "spin", path: "../.."),
    .package(name: "spin-nats", path: "../NATS"),
    .package(name: "spin-sqlite", path: "../SQLite"),
  ],
  targets: [
    .executableTarget(
      name: "jobs",
      dependencies: [
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinNATS", package: "spin-nats"),
        .product(name: "SpinSQLite", package: "spin-sqlite"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JobsTests",
      dependencies: [
        "jobs",
        .product(name: "SpinDurable", package: "spin"),
        .product(name: "SpinTesting", package: "spin"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
