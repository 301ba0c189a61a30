import Foundation
import SpinTTY

/// What the program changes in the file system.
enum Disk {
  /// Makes a change, and returns a sentence that tells its result.
  @Sendable static func make(_ change: Files.Change) -> String {
    let (path, name) = (change.path, change.name?.text)
    let target = name.map { path.folder.appending(Array($0.utf8)) }
    if let target, access(text(target), F_OK) == 0 {
      return "There is a file \(target.name) already."
    }
    let result = target.map { rename(text(path), text($0)) } ?? remove(text(path))
    if result != 0 { return String(cString: strerror(errno)) + "." }
    return "\(path.name) is \(name.map { "now \($0)" } ?? "gone")."
  }

  private static func text(_ path: FilePicker.Path) -> [CChar] {
    path.bytes.map { CChar(bitPattern: $0) } + [0]
  }
}
