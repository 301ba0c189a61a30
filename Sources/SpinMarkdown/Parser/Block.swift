/// A block of a document.
indirect enum Block {
  case heading(level: Int, [Span])
  case paragraph([Span])
  /// Lines of code, and the word after the opening fence.
  case code(String, language: String)
  case quote([Block])
  /// A list, with its first number if it is ordered.
  case list(start: Int?, isTight: Bool, items: [[Block]])
  case rule
  /// A table, of which the first row has a title for each column. The other rows have the cells that
  /// are written, and no more than there are columns.
  case table([Column], rows: [[[Span]]])

  /// The alignment of a column of a table.
  enum Column: Hashable {
    case leading, center, trailing
  }
}

/// Text of a paragraph with the same properties.
struct Span: Hashable {
  var text: String
  var traits: Traits = []
  /// The address of the link around the text.
  var link: String?

  struct Traits: OptionSet, Hashable {
    let rawValue: UInt8

    static let emphasis = Traits(rawValue: 1)
    static let strong = Traits(rawValue: 2)
    static let code = Traits(rawValue: 4)
    /// The text stands for an image.
    static let image = Traits(rawValue: 8)
  }
}
