import SpinMarkdown
import SpinTTY

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the program asks of the file system.
enum Disk {
  /// The largest part of a file that is shown.
  private static let limit = 256 << 10

  /// Returns the path of a folder from the root; a folder that is not there keeps its name.
  static func absolute(_ path: String) -> FilePicker.Path {
    guard let whole = realpath(path, nil) else { return FilePicker.Path(path) }
    defer { free(whole) }
    return FilePicker.Path(bytes: (0..<strlen(whole)).map { UInt8(bitPattern: whole[$0]) })
  }

  /// Reads a folder or the start of a file, and chooses how it is shown.
  @Sendable static func preview(_ entry: FilePicker.Entry) -> Files.Preview {
    guard entry.isFolder else { return preview(of: entry.path) }
    switch entry.read().result {
    case .failure(let failure): return words(failure.words)
    case .success(let entries):
      let names = entries.map { $0.isFolder ? "\($0.path.name)/" : $0.path.name }.sorted()
      return names.isEmpty ? words("an empty folder") : lines(names.map { Text.Run("\($0)\n") })
    }
  }

  private static func preview(of path: FilePicker.Path) -> Files.Preview {
    let file = open(text(path), O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { return words(failure()) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return words("neither a file nor a folder")
    }
    var bytes = [UInt8](repeating: 0, count: limit)
    bytes.removeLast(limit - max(0, read(file, &bytes, limit)))
    let isCut = Int(status.st_size) > bytes.count
    if isCut { bytes = Array(bytes[...(bytes.lastIndex(of: 0x0A) ?? bytes.count - 1)]) }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return words("binary, \((Int(status.st_size) + 999) / 1_000) kB")
    }
    let ending = path.name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if ending == "md" { return .markdown(Markdown.Document(text)) }
    let more = isCut ? [Text.Run("\n… and so on", look: .secondary)] : []
    return lines((Code.highlighters[ending]?(text) ?? [Text.Run(text)]) + more)
  }

  private static func words(_ text: String) -> Files.Preview {
    lines([Text.Run(text, look: .secondary)])
  }

  private static func lines(_ runs: [Text.Run]) -> Files.Preview {
    var lines = LogView.Lines(capacity: limit)
    lines.append(runs)
    return .lines(lines)
  }

  /// Carries out a change, and describes what it has done.
  @Sendable static func make(_ change: Files.Change) -> String {
    let path = change.path
    guard let name = change.name?.text else {
      return remove(text(path)) == 0 ? "\(path.name) is gone." : failure()
    }
    let target = path.folder.appending(Array(name.utf8))
    if access(text(target), F_OK) == 0 { return "There is a file \(name) already." }
    return rename(text(path), text(target)) == 0 ? "\(path.name) is now \(name)." : failure()
  }

  private static func text(_ path: FilePicker.Path) -> [CChar] {
    path.bytes.map { CChar(bitPattern: $0) } + [0]
  }

  private static func failure() -> String { String(cString: strerror(errno)) + "." }
}
