/// The place in a source file at which code outside of a loop has emitted an event.
///
/// For an event of a binding, it is the place at which the binding was made.
public struct EmissionSite: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, such as `App/SearchView.swift`.
  public let fileID: String

  /// The line.
  public let line: Int

  /// The function or the property around the call, such as `refresh()` or `body`; `nil` outside of all.
  public let function: String?

  /// Creates a place.
  public init(fileID: String, line: Int, function: String? = nil) {
    self.fileID = fileID
    self.line = line
    self.function = function
  }

  /// The file without its module, the line, and the function, such as `SearchView.swift:40 in refresh()`.
  public var description: String {
    // NB: by bytes, because finding characters costs more than all the rest, for each event of a monitor.
    let slash = fileID.utf8.lastIndex(of: UInt8(ascii: "/"))
    let file = slash.map { fileID[fileID.utf8.index(after: $0)...] } ?? fileID[...]
    return "\(file):\(line)\(function.map { " in \($0)" } ?? "")"
  }
}

extension EmissionSite {
  /// Creates the place that an emitting call has passed, if it has passed one.
  package init?(_ site: CodeSite) {
    guard let fileID = site.fileID else { return nil }
    // NB: for the statements of `main.swift`, the function is the module, which says nothing.
    let function = site.function.flatMap { fileID.utf8.starts(with: "\($0)/".utf8) ? nil : $0 }
    self.init(fileID: fileID, line: site.line, function: function)
  }
}
