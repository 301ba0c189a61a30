/// Why a recording cannot be read, rehearsed or written.
public struct RunLogError: Error, Hashable, Sendable {
  /// What is wrong.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// The file cannot be opened or read, for a reason of the system.
    case unreadable
    /// The file has no line.
    case empty
    /// The file is no recording: its first line is not the header of one.
    case foreign
    /// A later version of the library has written the file, in another format.
    case newer
    /// A line is damaged, or does not fit the types with which the file is read.
    case damaged
    /// The last line is cut off, because the program or the machine has ended while the line was written.
    case cut
    /// The log begins without a state.
    case noState
    /// Two feedbacks have one name, so that nobody knows whose an event is.
    case sameNames
    /// The spin answers each of its events with a new one, so that a rehearsal would have no end.
    case endless
    /// The file cannot be created or written.
    case unwritable
    /// An event or a state cannot be encoded.
    case unencodable
    /// An event or a state is another one after it was encoded and decoded.
    case lossy
  }

  /// What is wrong.
  public let kind: Kind

  /// The path of the file.
  public let file: String

  /// The number of the line, counted from 1; `nil` if the error is about none.
  public let line: Int?

  private let details, advice: String

  init(
    _ kind: Kind, _ file: String, line: Int? = nil, _ details: String, advice: String = ""
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.details = details
    self.advice = advice
  }

  /// The error in words, with the file and the line, without what to do in code.
  package var problem: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(details)" }
}

extension RunLogError: CustomStringConvertible {
  /// The error in words, with the file, the line, and what to do.
  public var description: String { problem + advice }
}
