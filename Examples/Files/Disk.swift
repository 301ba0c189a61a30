import Dispatch
import SpinCallbacks
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
    /// The file of the job, in which another one may have failed.
    fileprivate(set) var path: Path
    let words: String
    /// Whether there is a file of that name already, which the user may want to replace.
    var isConflict = false
    /// Whether both are folders, which become one.
    var merges = false
    /// Whether the file is in its new place, without this part of it.
    var isOmission = false

    init(_ words: String, of path: Path, named name: String? = nil) {
      self.path = path
      self.words = "\((name ?? path.name).asName): \(words)"
    }

    /// The failure of the last call of the system.
    init(at path: Path) { self.init(String(cString: strerror(errno)), of: path) }
  }

  /// Where jobs are carried out: on threads of their own, so that the loop goes on beside long copies.
  ///
  /// Queues of one class share as many threads as there are processors, so this queue has another class.
  static let executor: any TaskExecutor = .queue(
    DispatchQueue(label: "jobs", qos: .utility, attributes: .concurrent))

  /// The jobs that use the disk.
  ///
  /// A cancelled job uses the disk until it has removed its part of a copy.
  static let jobs = DispatchGroup()

  /// Why a folder cannot be read, if that is so.
  static func failure(_ root: String) -> String? {
    do throws(Failure) {
      _ = try names(in: Path(root))
      return nil
    } catch {
      return error.words
    }
  }

  /// Carries out a job; tells up to a thousand times how many of its bytes are done.
  static func carryOut(_ job: Job, tell: (_ done: Double, _ total: Double) -> Void) -> [Failure] {
    jobs.enter()
    defer { jobs.leave() }
    let copied = job.paths.filter { path in
      if job.kind != .move { return job.kind == .copy }
      return status(of: path)?.st_dev != status(of: job.target(of: path).folder.resolved)?.st_dev
    }
    // The bytes are counted when there are no conflicts, and the first ones are copied.
    lazy var total = copied.reduce(0) { $0 + size(of: $1) }
    var (done, told, failures) = (0.0, 0.0, [Failure]())
    for path in job.paths where !Task.isCancelled {
      let known = failures.count
      do throws(Failure) {
        failures += try carryOut(job, path, to: job.target(of: path)) { count in
          done += Double(count)
          guard total > 0, (done - told) * 1_000 >= total else { return }
          told = done
          tell(done, total)
        }
      } catch {
        failures.append(error)
      }
      for number in known..<failures.count { failures[number].path = path }
    }
    return failures
  }

  /// Carries out a job on one file; returns what a folder that is in its place now was left without.
  private static func carryOut(
    _ job: Job, _ path: Path, to target: Path, tell: (Int) -> Void
  ) throws(Failure) -> [Failure] {
    if job.kind == .delete {
      try remove(path)
      return []
    }
    if job.kind == .trash {
      // The trash knows where each file was, and each disk has a trash of its own.
      if let words = Desktop.run("gio", [Array("trash".utf8), Array("--".utf8), path.bytes]) {
        throw Failure(words, of: path)
      }
      return []
    }
    // NB: by its bytes, because a slash with a mark is another character.
    if let name = job.name?.text,
      [".", ".."].contains(name) || name.utf8.contains(UInt8(ascii: "/"))
    {
      throw Failure("a name has no slash, and is not . or ..", of: path, named: name)
    }
    let isSame = isSameFile(path, target)
    // Renaming one name of a file to another one does nothing, unless only the case of the letters differs.
    let name = job.isUndo ? target.name : job.name?.text
    if isSame, name?.lowercased() != path.name.lowercased() {
      throw Failure("it is the same file", of: path)
    }
    let merges = job.kind != .make && !isSame && isFolder(path) && isFolder(target)
    func checkFree() throws(Failure) {
      if job.replaces || !exists(target) { return }
      var failure = Failure("it is there already", of: path, named: target.name)
      (failure.isConflict, failure.merges) = (job.kind != .make, merges)
      throw failure
    }
    try checkFree()
    if job.kind == .make {
      try check(mkdir(text(target), 0o777), target)
      return []
    }
    // A link may lead into the folder, so what the links lead to is compared.
    if isFolder(path),
      target.folder.resolved.appending([]).bytes.starts(with: path.resolved.appending([]).bytes)
    {
      throw Failure("a folder does not fit into itself", of: path)
    }
    if merges {
      var failures: [Failure] = []
      for name in try names(in: path) {
        if Task.isCancelled { throw Failure("cancelled", of: path) }
        do throws(Failure) {
          failures += try carryOut(
            job, path.appending(name), to: target.appending(name), tell: tell)
        } catch {
          failures.append(error)
        }
      }
      if failures.isEmpty, job.kind == .move { try check(rmdir(text(path)), path) }
      return failures
    }
    if job.kind == .move {
      if rename(text(path), text(target)) == 0 { return [] }
      // Between two disks, a file is copied.
      guard errno == EXDEV else { throw Failure(at: path) }
    }
    // It gets its name when it is complete.
    let part = target.folder.appending(Array(".\(getpid())-\(job.id).part".utf8))
    if exists(part) { throw Failure("\(part.name) is there already", of: path) }
    let omitted: [Failure]
    do throws(Failure) {
      omitted = try copy(path, to: part, moves: job.kind == .move, tell: tell)
      if !exists(part), let failure = omitted.first { throw failure }
      try checkFree()
      try check(rename(text(part), text(target)), path)
    } catch {
      try? remove(part, isPart: true)
      throw error
    }
    // It is in its new place: from here on, a cancellation comes too late.
    if job.kind == .move { try remove(path, isCancelled: false) }
    return omitted.map {
      var failure = Failure("copied without \($0.words)", of: path)
      failure.isOmission = true
      return failure
    }
  }

  /// Copies a file or a folder; a failure names it, because the user does not know the copy yet.
  ///
  /// What cannot be read is omitted and returned; a move, which would remove it, fails instead.
  private static func copy(
    _ path: Path, to target: Path, moves: Bool, tell: (Int) -> Void
  ) throws(Failure) -> [Failure] {
    var omitted: [Failure] = []
    guard let status = status(of: path) else { throw Failure(at: path) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      if access(text(path), R_OK | X_OK) != 0 { return [Failure("it cannot be read", of: path)] }
      try check(mkdir(text(target), 0o700), path)
      for name in try names(in: path) {
        omitted += try copy(
          path.appending(name), to: target.appending(name), moves: moves, tell: tell)
        if moves, let failure = omitted.first { throw failure }
      }
    case S_IFREG:
      if access(text(path), R_OK) != 0 { return [Failure("it cannot be read", of: path)] }
      try copyBytes(of: path, to: target, isLasting: moves, tell: tell)
    case S_IFLNK:
      var link = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      try check(Int32(clamping: readlink(text(path), &link, link.count - 1)), path)
      try check(symlink(link, text(target)), path)
      if moves { keepOwner(status, of: target) }
      return []
    default: return [Failure("pipes, sockets and devices are not copied", of: path)]
    }
    if moves { keepOwner(status, of: target) }
    // The copy may belong to another user, so it does not run with the rights of its owner.
    try check(chmod(text(target), status.st_mode & 0o777), path)
    #if canImport(Darwin)
      let times = [status.st_atimespec, status.st_mtimespec]
    #else
      let times = [status.st_atim, status.st_mtim]
    #endif
    try check(utimensat(AT_FDCWD, text(target), times, 0), path)
    return omitted
  }

  /// Gives the moved file its owner and its group, which only the administrator can do; some disks have no owners.
  private static func keepOwner(_ status: stat, of target: Path) {
    if geteuid() == 0 { _ = lchown(text(target), status.st_uid, status.st_gid) }
  }

  private static func copyBytes(
    of path: Path, to target: Path, isLasting: Bool, tell: (Int) -> Void
  ) throws(Failure) {
    let source = open(text(path), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    try check(source, path)
    defer { close(source) }
    let copy = open(text(target), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try check(copy, path)
    do throws(Failure) {
      try copyBytes(of: path, from: source, to: copy, tell: tell)
      // What moves is on the disk before it is removed from the other one.
      if isLasting { try check(fsync(copy), path) }
    } catch {
      close(copy)
      throw error
    }
    // Some systems find out only now that there is no room.
    try check(close(copy), path)
  }

  private static func copyBytes(
    of path: Path, from source: Int32, to copy: Int32, tell: (Int) -> Void
  ) throws(Failure) {
    let hole = [UInt8](repeating: 0, count: 1 << 18)
    var (page, endsInHole) = (hole, false)
    while true {
      if Task.isCancelled { throw Failure("cancelled", of: path) }
      let count = read(source, &page, page.count)
      try check(Int32(clamping: count), path)
      // A hole at the end has no bytes that would make the file as long.
      if count == 0, endsInHole { try check(ftruncate(copy, lseek(copy, 0, SEEK_CUR)), path) }
      if count == 0 { return }
      var written = 0
      endsInHole = memcmp(page, hole, count) == 0
      if endsInHole {
        try check(Int32(clamping: lseek(copy, off_t(count), SEEK_CUR)), path)
        written = count
      }
      while written < count {
        let step = page[written..<count].withUnsafeBytes {
          write(copy, $0.baseAddress, $0.count)
        }
        try check(Int32(clamping: step), path)
        written += step
      }
      tell(count)
    }
  }

  /// Removes a file, a folder with its content, or a link without what the link leads to.
  ///
  /// The part of a copy is removed in any case, even from folders that nobody may change.
  private static func remove(
    _ path: Path, isPart: Bool = false, isCancelled: @autoclosure () -> Bool = Task.isCancelled
  ) throws(Failure) {
    guard isFolder(path) else { return try check(unlink(text(path)), path) }
    if isPart { chmod(text(path), 0o700) }
    for name in try names(in: path) {
      if !isPart, isCancelled() { throw Failure("cancelled", of: path) }
      try remove(path.appending(name), isPart: isPart, isCancelled: isCancelled())
    }
    try check(rmdir(text(path)), path)
  }

  /// NB: a number of any size, because two files with holes may have more bytes than an `Int` counts.
  static func size(of path: Path) -> Double {
    guard !Task.isCancelled, let status = status(of: path) else { return 0 }
    guard isFolder(path) else { return Double(status.st_size) }
    return ((try? names(in: path)) ?? []).reduce(0) { $0 + size(of: path.appending($1)) }
  }

  private static func names(in folder: Path) throws(Failure) -> [[UInt8]] {
    switch FilePicker.Entry(folder, isFolder: true).read().result {
    case .success(let entries): entries.map(\.path.lastComponent)
    case .failure(let failure): throw Failure(failure.words, of: folder)
    }
  }

  private static func exists(_ path: Path) -> Bool { status(of: path) != nil }

  private static func isSameFile(_ left: Path, _ right: Path) -> Bool {
    guard let left = status(of: left), let right = status(of: right) else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }

  private static func isFolder(_ path: Path) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

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
