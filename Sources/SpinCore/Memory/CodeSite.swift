/// A place in a source file as an emitting call passes it: in two registers.
///
/// NB: nothing is made of it unless somebody monitors the loop.
@usableFromInline @safe
package struct CodeSite: @unchecked Sendable {
  /// The name of the file, with a zero behind it; empty if the place is not known.
  @usableFromInline let file: UnsafePointer<UInt8>?
  // Guard: the compiler has put it into the program, whose memory does not change.
  @usableFromInline package let line: Int

  @inlinable
  package init(_ file: StaticString, _ line: UInt) {
    unsafe self.file = file.hasPointerRepresentation ? file.utf8Start : nil
    self.line = Int(truncatingIfNeeded: line)
  }

  /// No place.
  @inlinable package static var unknown: CodeSite { CodeSite("", 0) }

  var fileID: String? {
    guard let file = unsafe file, unsafe file.pointee != 0 else { return nil }
    return unsafe String(cString: file)
  }
}
