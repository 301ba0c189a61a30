import Foundation

@testable import SpinTTY

/// A screen before and after, from the fixtures.
struct FramePair: Decodable {
  struct Place: Decodable {
    let column: Int
    let row: Int
  }

  let columns: Int
  let rows: Int
  let cursorBefore: Place
  let bytes: [String: Int]
  let from: [[Run]]
  let to: [[Run]]

  var size: Size { Size(columns: columns, rows: rows) }
  var target: Int { bytes["target"] ?? 0 }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../Fixtures/Frames").standardizedFileURL

  static var names: [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }

  init(named name: String) throws {
    let data = try Data(contentsOf: FramePair.folder.appending(path: name))
    self = try JSONDecoder().decode(FramePair.self, from: data)
  }

  /// A piece of a row in one style.
  struct Run: Decodable {
    let text: String
    let style: Style

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      text = try container.decode(String.self)
      style = try container.decode(StyleDescription.self).style
    }
  }

  private struct StyleDescription: Decodable {
    let foreground: ColorDescription?
    let background: ColorDescription?
    let bold: Bool?
    let reverse: Bool?

    var style: Style {
      var style = Style(foreground: foreground?.color, background: background?.color)
      if bold == true { style.attributes.insert(.bold) }
      if reverse == true { style.attributes.insert(.reverse) }
      return style
    }
  }

  private struct ColorDescription: Decodable {
    let color: Color

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let index = try? container.decode(UInt8.self) {
        color = .palette(index)
      } else {
        let parts = try container.decode([UInt8].self)
        color = .rgb(parts[0], parts[1], parts[2])
      }
    }
  }

  func draw(_ rows: [[Run]], on canvas: Canvas) {
    canvas.clear(to: size)
    for (row, runs) in rows.enumerated() {
      var column = 0
      for run in runs {
        column += canvas.surface.put(run.text, column: column, row: row, style: run.style)
      }
    }
  }
}
