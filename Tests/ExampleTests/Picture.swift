import Foundation
import Testing

/// The pictures of examples in the documentation.
enum Picture {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Examples/Pictures").standardizedFileURL

  /// Compares a frame with a picture; `SPIN_PICTURES=make` writes the picture instead.
  static func expect(
    _ name: String, _ picture: String, drawnBy suite: String,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent("\(name).svg")
    if ProcessInfo.processInfo.environment["SPIN_PICTURES"] == "make" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try picture.write(to: file, atomically: true, encoding: .utf8)
    }
    let saved = try String(contentsOf: file, encoding: .utf8)
    let isSame = saved == picture
    #expect(
      isSame, "SPIN_PICTURES=make swift test --filter \(suite) draws it anew.",
      sourceLocation: place)
  }
}
