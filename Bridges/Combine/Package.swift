// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// OpenCombine has the API of Combine for the platforms that have no Combine.
let openCombine = Target.Dependency.product(
  name: "OpenCombine", package: "OpenCombine",
  condition: .when(platforms: [.linux, .windows, .android]))

let package = Package(
  name: "spin-combine",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "SpinCombine", targets: ["SpinCombine"])],
  dependencies: [
    .package(name: "spin", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine.git", from: "0.14.0"),
  ],
  targets: [
    .target(
      name: "SpinCombine",
      dependencies: [
        openCombine,
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinCallbacks", package: "spin"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpinCombineTests",
      dependencies: [
        "SpinCombine",
        openCombine,
        .product(name: "SpinAsync", package: "spin"),
        .product(name: "SpinCallbacks", package: "spin"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
