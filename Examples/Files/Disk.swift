import SpinTTY

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the program changes in the file system.
enum Disk {
  typealias Path = FilePicker.Path

  struct Failure: Error, Equatable {
    let path: Path
    let words: String
    /// Whether there is a file of that name already, which the user may want to replace.
    var isConflict = false

    init(_ words: String, of path: Path) {
      self.path = path
      self.words = "\(path.name): \(words)"
    }

    /// The failure of the last call of the system.
    init(at path: Path) { self.init(String(cString: strerror(errno)), of: path) }
  }

  /// Carries out a job; tells up to a thousand times how many of its bytes are done.
  static func carryOut(_ job: Job, tell: (_ done: Int, _ total: Int) -> Void) -> [Failure] {
    let disk = status(of: job.folder)?.st_dev
    let copied = job.paths.filter {
      job.kind == .copy || (job.kind == .move && status(of: $0)?.st_dev != disk)
    }
    let total = copied.reduce(0) { $0 + size(of: $1) }
    var (done, told, failures) = (0, 0, [Failure]())
    for path in job.paths where !Task.isCancelled {
      do throws(Failure) {
        try carryOut(job, path, to: job.target(of: path)) { count in
          done += count
          guard (done - told) * 1_000 >= total else { return }
          told = done
          tell(done, total)
        }
      } catch {
        failures.append(error)
      }
    }
    return failures
  }

  private static func carryOut(
    _ job: Job, _ path: Path, to target: Path, tell: (Int) -> Void
  ) throws(Failure) {
    if job.kind == .delete { return try remove(path) }
    func checkFree() throws(Failure) {
      if job.replaces || !exists(target) { return }
      var failure = Failure("\(target.name) is there already", of: path)
      failure.isConflict = true
      throw failure
    }
    try checkFree()
    if job.kind == .make { return try check(mkdir(text(target), 0o777), target) }
    if target.bytes.starts(with: path.bytes + [0x2F]) {
      throw Failure("a folder does not fit into itself", of: path)
    }
    if job.kind == .move {
      if rename(text(path), text(target)) == 0 { return }
      // Between two disks, a file is copied.
      guard errno == EXDEV else { throw Failure(at: path) }
    }
    // It gets its name when it is complete.
    let part = target.folder.appending(Array(".\(getpid())-\(job.id).part".utf8))
    do throws(Failure) {
      try copy(path, to: part, isLasting: job.kind == .move, tell: tell)
      try checkFree()
      try check(rename(text(part), text(target)), path)
    } catch {
      try? remove(part, isCancelled: false)
      throw error
    }
    if job.kind == .move { try remove(path) }
  }

  /// Copies a file or a folder; a failure names it, because the user does not know the copy yet.
  private static func copy(
    _ path: Path, to target: Path, isLasting: Bool, tell: (Int) -> Void
  ) throws(Failure) {
    guard let status = status(of: path) else { throw Failure(at: path) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      try check(mkdir(text(target), 0o700), path)
      for name in try names(in: path) {
        try copy(path.appending(name), to: target.appending(name), isLasting: isLasting, tell: tell)
      }
    case S_IFREG: try copyBytes(of: path, to: target, isLasting: isLasting, tell: tell)
    case S_IFLNK:
      var link = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      try check(Int32(clamping: readlink(text(path), &link, link.count - 1)), path)
      try check(symlink(link, text(target)), path)
      return
    default: throw Failure("it is no file with bytes", of: path)
    }
    try check(chmod(text(target), status.st_mode & 0o7777), path)
    #if canImport(Darwin)
      let times = [status.st_atimespec, status.st_mtimespec]
    #else
      let times = [status.st_atim, status.st_mtim]
    #endif
    try check(utimensat(AT_FDCWD, text(target), times, 0), path)
  }

  private static func copyBytes(
    of path: Path, to target: Path, isLasting: Bool, tell: (Int) -> Void
  ) throws(Failure) {
    let source = open(text(path), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    try check(source, path)
    defer { close(source) }
    let copy = open(text(target), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try check(copy, path)
    defer { close(copy) }
    var page = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      if Task.isCancelled { throw Failure("cancelled", of: path) }
      let count = read(source, &page, page.count)
      try check(Int32(clamping: count), path)
      if count == 0 { break }
      var written = 0
      while written < count {
        let step = page[written..<count].withUnsafeBytes {
          write(copy, $0.baseAddress, $0.count)
        }
        try check(Int32(clamping: step), path)
        written += step
      }
      tell(count)
    }
    // What moves is removed next, even if the system stops then.
    if isLasting { try check(fsync(copy), path) }
  }

  /// Removes a file, a folder with its content, or a link without what the link leads to.
  private static func remove(
    _ path: Path, isCancelled: @autoclosure () -> Bool = Task.isCancelled
  ) throws(Failure) {
    guard let status = status(of: path) else { throw Failure(at: path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return try check(unlink(text(path)), path) }
    for name in try names(in: path) {
      if isCancelled() { throw Failure("cancelled", of: path) }
      try remove(path.appending(name), isCancelled: isCancelled())
    }
    try check(rmdir(text(path)), path)
  }

  private static func size(of path: Path) -> Int {
    guard let status = status(of: path) else { return 0 }
    guard status.st_mode & S_IFMT == S_IFDIR else { return Int(status.st_size) }
    return ((try? names(in: path)) ?? []).reduce(0) { $0 + size(of: path.appending($1)) }
  }

  private static func names(in folder: Path) throws(Failure) -> [[UInt8]] {
    switch FilePicker.Entry(folder, isFolder: true).read().result {
    case .success(let entries):
      entries.map { Array($0.path.bytes.dropFirst(folder.bytes.count + 1)) }
    case .failure(let failure): throw Failure(failure.words, of: folder)
    }
  }

  private static func exists(_ path: Path) -> Bool { status(of: path) != nil }

  private static func status(of path: Path) -> stat? {
    var status = stat()
    return lstat(text(path), &status) == 0 ? status : nil
  }

  private static func check(_ result: Int32, _ path: Path) throws(Failure) {
    if result < 0 { throw Failure(at: path) }
  }

  private static func text(_ path: Path) -> [CChar] {
    path.bytes.map { CChar(bitPattern: $0) } + [0]
  }
}
