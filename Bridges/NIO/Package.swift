// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "spin-nio",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "SpinNIO", targets: ["SpinNIO"])],
  dependencies: [
    .package(name: "spin", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
  ],
  targets: [
    .target(
      name: "SpinNIO",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "SpinCore", package: "spin"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinNIOTests",
      dependencies: [
        "SpinNIO",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinCallbacks", package: "spin"),
        .product(name: "SpinConformance", package: "spin"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
