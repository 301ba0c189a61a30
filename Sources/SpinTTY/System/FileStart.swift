internal import SpinCLibrary
internal import SpinSystem

/// The first bytes of a file.
struct FileStart {
  private(set) var bytes: [UInt8]
  /// Whether the file has more bytes.
  let isCut: Bool

  /// Reads a file, or throws the system's words if that fails.
  init(of path: [UInt8], upTo limit: Int) throws(FolderListing.Failure) {
    // NB: without O_NONBLOCK, a pipe that nobody writes to would be waited for.
    let file = Descriptor(
      unsafe open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    guard file.number >= 0 else { throw .ofSystem }
    defer { file.close() }
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0 else { throw .ofSystem }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FolderListing.Failure(words: "It is not a regular file, so it has no text.")
    }
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: min(limit, 1 << 16) + 1)
    var hasMore = true
    while hasMore, bytes.count <= limit {
      switch file.read(into: &page) {
      case .moved(let count): bytes += page[..<count]
      case .ended: hasMore = false
      case .wouldBlock, .failed: throw .ofSystem
      }
    }
    isCut = bytes.count > limit
    self.bytes = Array(bytes.prefix(limit))
  }
}

/// Returns a path from the root without links; `nil` for a path that leads nowhere.
func resolved(_ path: [UInt8]) -> [UInt8]? {
  guard let whole = unsafe realpath(path.map { CChar(bitPattern: $0) } + [0], nil) else {
    return nil
  }
  defer { unsafe free(whole) }
  return unsafe (0..<strlen(whole)).map { unsafe UInt8(bitPattern: whole[$0]) }
}
