import Foundation
import SpinMarkdown
import SpinTTY

/// What the program asks of the file system.
enum Disk {
  /// Reads a folder or the start of a file, and chooses how it is shown.
  @Sendable static func preview(_ entry: FilePicker.Entry) -> Files.Preview {
    if entry.isFolder { return names(entry.read()) }
    switch entry.start() {
    case .failure(let failure): return .words(failure.words)
    case .binary: return .words("binary, \((entry.size + 999) / 1_000) kB")
    case .text(let text, let isCut):
      let ending = entry.path.name.split(separator: ".").last.map { $0.lowercased() } ?? ""
      let rest = isCut ? "\n\n… the rest is not shown" : ""
      if ending == "md" { return .markdown(Markdown.Document(text + rest)) }
      let runs = Code.highlighters[ending]?(text) ?? [Text.Run(text)]
      return .text(runs + [Text.Run(rest, look: .secondary)])
    }
  }

  private static func names(_ listing: FilePicker.Listing) -> Files.Preview {
    switch listing.result {
    case .failure(let failure): return .words(failure.words)
    case .success(let entries):
      let names = entries.map { $0.isFolder ? "\($0.path.name)/" : $0.path.name }.sorted()
      return names.isEmpty ? .words("an empty folder") : .text(names.map { Text.Run("\($0)\n") })
    }
  }

  /// Carries out a change, and describes what it has done.
  @Sendable static func make(_ change: Files.Change) -> String {
    let path = change.path
    guard let name = change.name?.text else {
      return remove(text(path)) == 0 ? "\(path.name) is gone." : failure()
    }
    let target = text(path.folder.appending(Array(name.utf8)))
    if access(target, F_OK) == 0 { return "There is a file \(name) already." }
    return rename(text(path), target) == 0 ? "\(path.name) is now \(name)." : failure()
  }

  private static func text(_ path: FilePicker.Path) -> [CChar] {
    path.bytes.map { CChar(bitPattern: $0) } + [0]
  }

  private static func failure() -> String { String(cString: strerror(errno)) + "." }
}
