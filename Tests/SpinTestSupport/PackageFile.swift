internal import Foundation

/// The folder of the package.
package let packageFolder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

/// Reads a file of the package; empty if there is none.
package func packageFile(_ name: String) -> String {
  let data = FileManager.default.contents(atPath: "\(packageFolder)/\(name)")
  return String(decoding: data ?? Data(), as: UTF8.self)
}
