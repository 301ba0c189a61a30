internal import SpinCLibrary

extension Descriptor {
  /// What distinguishes a file from all others of the machine.
  package struct File: Equatable {
    fileprivate let device: dev_t
    fileprivate let number: ino_t
  }

  /// The file of the descriptor; `nil` if it is closed, or not open for writing.
  package var writableFile: File? {
    let flags = fcntl(number, F_GETFL)
    var facts = stat()
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY, unsafe fstat(number, &facts) == 0 else {
      return nil
    }
    return File(device: facts.st_dev, number: facts.st_ino)
  }
}
