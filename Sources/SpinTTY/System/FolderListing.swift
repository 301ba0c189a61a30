internal import SpinCLibrary
internal import SpinSystem

/// What the system lists in a folder.
struct FolderListing {
  struct Item {
    /// The bytes of the name, which may be any but 0 and `/`.
    var name: [UInt8]
    /// Whether the item is a folder, or a link to one.
    var isFolder: Bool
    var isLink: Bool
    /// The number of bytes of a file.
    var size: Int
    /// The time since 1970 at which the item was changed last.
    var modified: Duration
  }

  private(set) var items: [Item] = []

  /// Lists a folder, or throws the system's words if that fails.
  init(of path: [UInt8]) throws(Failure) {
    guard let folder = unsafe opendir(path.map { CChar(bitPattern: $0) } + [0]) else {
      throw .ofSystem
    }
    defer { unsafe closedir(folder) }
    // NB: readdir tells a failure only by errno, which it leaves alone at the end.
    func next() -> UnsafeMutablePointer<dirent>? {
      errno = 0
      return unsafe readdir(folder)
    }
    while let entry = unsafe next() {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe Array($0.prefix { $0 != 0 })
      }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      items.append(Item(name, in: unsafe dirfd(folder)))
    }
    guard errno == 0 else { throw .ofSystem }
  }

  /// Why a folder or a file cannot be read.
  struct Failure: Error {
    let words: String

    /// The failure of the last call.
    static var ofSystem: Failure { Failure(words: SystemCall.message(for: errno)) }
  }
}

extension FolderListing.Item {
  /// Asks for the kind of an item; a link that leads nowhere is a file.
  fileprivate init(_ name: [UInt8], in folder: Int32) {
    let text = name.map { CChar(bitPattern: $0) } + [0]
    var status = stat()
    isLink =
      unsafe fstatat(folder, text, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
    if isLink { _ = unsafe fstatat(folder, text, &status, 0) }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    size = isFolder ? 0 : Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    self.name = name
  }
}
