#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Sentences on standard error that tell the user of a program what happened.
///
/// If standard error is closed, the next file that the process opens has its number. So they are
/// written only into the file that was standard error when the first ``UISpin`` was made.
enum Explanation {
  /// The file; `nil` if standard error was closed.
  private static let file = Descriptor.standardErrors.writableFile

  /// Notes the file that is standard error now, unless one was noted before.
  static func noteFile() { _ = file }

  /// Writes lines, unless standard error is closed or is another file by now.
  static func tell(_ lines: String) {
    guard let file, file == Descriptor.standardErrors.writableFile else { return }
    Descriptor.standardErrors.writeAll(lines.utf8, within: .milliseconds(200))
  }
}

extension Descriptor {
  /// What distinguishes a file from all others of the machine.
  fileprivate struct File: Equatable {
    let device: dev_t
    let number: ino_t
  }

  /// The file of the descriptor; `nil` if it is closed, or not open for writing.
  fileprivate var writableFile: File? {
    let flags = fcntl(number, F_GETFL)
    var facts = stat()
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY, fstat(number, &facts) == 0 else { return nil }
    return File(device: facts.st_dev, number: facts.st_ino)
  }
}
