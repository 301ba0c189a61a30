#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The first bytes of a file.
struct FileStart {
  private(set) var bytes: [UInt8]
  /// Whether the file has more bytes.
  let isCut: Bool

  /// Reads a file, or throws the system's words if that fails.
  init(of path: [UInt8], upTo limit: Int) throws(FolderListing.Failure) {
    // NB: without O_NONBLOCK, a pipe that nobody writes to would be waited for.
    let file = open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .ofSystem }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .ofSystem }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FolderListing.Failure(words: "It is no file with bytes.")
    }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count <= limit {
      let moved = bytes.withUnsafeMutableBytes { room in
        read(file, room.baseAddress.map { $0 + count }, limit + 1 - count)
      }
      if moved < 0 { throw .ofSystem }
      if moved == 0 { break }
      count += moved
    }
    isCut = count > limit
    self.bytes = Array(bytes[..<min(count, limit)])
  }
}

/// Returns a path from the root without links; `nil` for a path that leads nowhere.
func resolved(_ path: [UInt8]) -> [UInt8]? {
  guard let whole = realpath(path.map { CChar(bitPattern: $0) } + [0], nil) else { return nil }
  defer { free(whole) }
  return (0..<strlen(whole)).map { UInt8(bitPattern: whole[$0]) }
}
