// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "spin-sqlite",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "SpinSQLite", targets: ["SpinSQLite"])],
  dependencies: [
    .package(name: "spin", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "SpinSQLite",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "SpinDurable", package: "spin"),
      ],
      swiftSettings: settings),
    // A program that the tests kill.
    .executableTarget(
      name: "StoreProbe",
      dependencies: ["SpinSQLite", .product(name: "SpinAsync", package: "spin")],
      swiftSettings: settings),
    .executableTarget(
      name: "StoreBenchmark",
      dependencies: [
        "SpinSQLite",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SpinAsync", package: "spin"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinSQLiteTests",
      dependencies: [
        "SpinSQLite", "StoreProbe",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinConformance", package: "spin"),
        .product(name: "SpinDurable", package: "spin"),
        .product(name: "SpinTesting", package: "spin"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
