// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "spin-service-lifecycle",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "SpinServiceLifecycle", targets: ["SpinServiceLifecycle"])],
  dependencies: [
    .package(name: "spin", path: "../.."),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
    .package(
      url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "SpinServiceLifecycle",
      dependencies: [
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinCallbacks", package: "spin"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinServiceLifecycleTests",
      dependencies: [
        "SpinServiceLifecycle",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinCallbacks", package: "spin"),
        .product(name: "SpinDurable", package: "spin"),
        .product(name: "SpinTesting", package: "spin"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
