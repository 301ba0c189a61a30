/// A place in a source file as an emitting call passes it: in two registers.
///
/// ```
/// file    the address of the name of the file
/// call    63      48 47                                   0
///         | line   |  the address of the function's name  |
/// ```
///
/// NB: nothing is made of it unless somebody monitors the loop. With a third register, an event that a full
/// mailbox refuses would take one and a half per cent longer. A line after 65,535 counts as line 65,535.
@usableFromInline @safe
package struct CodeSite: Sendable {
  /// The name of the file, with a zero behind it; empty if the place is not known.
  @usableFromInline nonisolated(unsafe) let file: UnsafePointer<UInt8>?
  // Guard: the compiler has put it into the program, whose memory does not change.
  /// The line, and the address of the function's name, with a zero behind it.
  ///
  /// NB: the data of a program have addresses of 48 bits at most on all systems that Swift supports; a system
  /// gives others only to code that asks for them.
  @usableFromInline let call: UInt64

  @inlinable
  package init(_ file: StaticString, _ line: UInt, _ function: StaticString) {
    unsafe self.file = file.hasPointerRepresentation ? file.utf8Start : nil
    let name = unsafe function.hasPointerRepresentation ? UInt(bitPattern: function.utf8Start) : 0
    call = UInt64(truncatingIfNeeded: name) | UInt64(min(line, 0xFFFF)) &<< 48
  }

  /// No place.
  @inlinable package static var unknown: CodeSite { CodeSite("", 0, "") }

  var line: Int { Int(truncatingIfNeeded: call &>> 48) }

  var fileID: String? { unsafe Self.text(file) }

  /// The function around the call; `nil` if it is not known.
  var function: String? {
    let address = UInt(truncatingIfNeeded: call & (1 &<< 48 - 1))
    return unsafe Self.text(UnsafePointer(bitPattern: address))
  }

  private static func text(_ start: UnsafePointer<UInt8>?) -> String? {
    guard let start = unsafe start, unsafe start.pointee != 0 else { return nil }
    return unsafe String(cString: start)
  }
}

extension CodeSite: Hashable {
  /// The address of the name of the file.
  private var address: UInt { unsafe UInt(bitPattern: file) }

  @usableFromInline
  package static func == (left: CodeSite, right: CodeSite) -> Bool {
    left.address == right.address && left.call == right.call
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(call)
  }
}
