/// The origin of an event in the short form that a loop keeps, because few origins are read.
struct KeptOrigin: Sendable {
  /// The value that the origin is made of.
  enum Source: Sendable {
    /// The tag. If it is that of a feedback, the names contain the feedback's name.
    case tag(names: [String?])
    /// An origin that a user has made.
    indirect case given(Origin)
  }

  /// The tag of the event, or one of the marks ``EntryTag/start`` and ``EntryTag/whole``.
  var tag: EntryTag
  var source: Source
  /// The element that the event came from, if its feedback has elements.
  var element: ElementID?

  init(tag: EntryTag, names: [String?] = []) {
    self.tag = tag
    source = .tag(names: names)
  }

  /// Creates the short form of an origin that a user has made.
  init(given origin: Origin) {
    switch origin {
    case .start: self.init(tag: .start)
    case .outside: self.init(tag: .outside)
    case .whole: self.init(tag: .whole)
    case .feedback:
      self.init(tag: .outside)
      source = .given(origin)
    }
  }

  /// The origin as users see it.
  var value: Origin {
    switch source {
    case .given(let origin): origin
    case .tag where tag == .start: .start
    case .tag where tag == .whole: .whole
    case .tag(let names): tag.origin(names, element: element)
    }
  }
}

extension EntryTag {
  /// The mark of transition 0, which no entry has.
  static var start: EntryTag { EntryTag(bits: .max) }

  /// The mark of a transition of a part that the whole has changed, which no entry has.
  static var whole: EntryTag { EntryTag(bits: .max - 1) }
}
