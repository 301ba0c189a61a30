/// The place in a source file from which code outside of a loop has emitted an event, or at which it has made
/// the binding that did.
public struct EmissionSite: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file, such as `App/SearchView.swift`.
  public let fileID: String

  /// The line.
  public let line: Int

  /// Creates a place.
  public init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  /// The file without its module, and the line, such as `SearchView.swift:40`.
  public var description: String {
    let file = fileID.split(separator: "/").last.map(String.init) ?? fileID
    return "\(file):\(line)"
  }
}

extension EmissionSite {
  /// Creates the place that an emitting call has passed, if it has passed one.
  init?(_ site: CodeSite) {
    guard let fileID = site.fileID else { return nil }
    self.init(fileID: fileID, line: site.line)
  }
}
