internal import SpinCore

/// A question that is being asked: the state of its spin.
struct Asking: Sendable {
  enum Kind: Equatable, Sendable {
    case text(isSecret: Bool)
    case decision, one
    case several(ClosedRange<Int>)
  }

  struct Option: Sendable {
    let title: String
    var refusal: String?
  }

  /// What an input does in the field.
  ///
  /// A typed blank is not an edit where it marks options; a paste is always one edit.
  enum Entry: ControlAction {
    case edit(TextInput.Action)
    case blank

    static var takesText: Bool { true }

    init?(_ input: ControlInput) {
      let isTyped = !input.presses.isEmpty
      if isTyped, input.event.insertion == " " {
        self = .blank
      } else {
        guard let action = TextInput.Action(input) else { return nil }
        self = .edit(action)
      }
    }
  }

  enum Event: Sendable {
    case enter(Entry)
    case move(Selection<Int>.Action)
    case take(Int)
    case submit
    case leave(Prompt.Failure)
  }

  /// A text, or the numbers of options.
  struct Answer: Sendable {
    var text = ""
    var numbers: [Int] = []
  }

  /// Why something is no answer.
  struct Complaint: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  let kind: Kind
  let question: String
  let help: String
  let options: [Option]
  let placeholder: String
  /// The answer of an empty line.
  let fallback: Answer
  let validate: @Sendable (Answer) -> String?
  /// Returns the numbers of the titles that match a query, the best first.
  private let filter: @Sendable (_ query: String, _ titles: [String]) -> [Int]
  /// The text, or the filter of the options.
  private(set) var field: TextInput.Model
  private(set) var selection: Selection<Int>
  /// The options that match the filter, the best first.
  private(set) var matches: [Int]
  private(set) var complaint: String?
  /// The answer, or why there is none.
  private(set) var end: Result<Answer, Prompt.Failure>?

  init(
    _ kind: Kind, _ question: String, help: String, options: [Option] = [],
    fallback: Answer = Answer(), placeholder: String = "",
    validate: @escaping @Sendable (Answer) -> String? = { _ in nil },
    filter: @escaping @Sendable (_ query: String, _ titles: [String]) -> [Int] = {
      FuzzyMatch.best($0, in: $1).map(\.number)
    }
  ) {
    self.kind = kind
    self.question = question
    self.help = help
    self.options = options
    self.fallback = fallback
    self.placeholder = placeholder
    self.filter = filter
    self.validate = validate
    matches = Array(options.indices)
    let first = options.firstIndex { $0.refusal == nil }
    field = TextInput.Model(isSecret: kind == .text(isSecret: true))
    selection = Selection(first)
    if case .several = kind {
      selection.marked = Set(fallback.numbers)
    } else if let number = fallback.numbers.first {
      selection = Selection(number)
    }
  }

  /// How many options may be marked; `nil` if none may.
  var limits: ClosedRange<Int>? {
    if case .several(let limits) = kind { limits } else { nil }
  }

  /// The options that match and can be taken.
  private var open: [Int] { matches.filter { options[$0].refusal == nil } }

  /// The number of the selected option.
  var selected: Int? { selection.selected(in: matches) }

  // MARK: On a screen

  mutating func reduce(_ event: Event) {
    complaint = nil
    switch event {
    case .enter(.edit(let action)): edit(action)
    case .enter(.blank) where limits == nil: edit(.insert(" "))
    case .enter(.blank),
      .move(.mark) where limits != nil:
      mark()
    // The selection passes options that cannot be taken.
    case .move(let action): if !action.isMark { selection.reduce(action, in: open) }
    case .take(let number): take { _ in Answer(numbers: [number]) }
    case .submit: take { asking throws(Complaint) in try asking.submitted }
    case .leave(let failure): end = .failure(failure)
    }
  }

  /// Ends with an answer, or complains.
  mutating func take(_ read: (Asking) throws(Complaint) -> Answer) {
    do throws(Complaint) {
      let answer = try read(self)
      if let mistake = validate(answer) { throw Complaint(mistake) }
      end = .success(answer)
    } catch {
      complaint = error.text
    }
  }

  private var submitted: Answer {
    get throws(Complaint) {
      if case .text = kind { return field.text.isEmpty ? fallback : Answer(text: field.text) }
      if limits != nil { return try counted(selection.marked.sorted()) }
      guard let selected else { throw Complaint("No option matches.") }
      return try counted([selected])
    }
  }

  private mutating func edit(_ action: TextInput.Action) {
    // NB: the text is not compared, because a copy of it would make each typed key copy it.
    guard field.reduce(action), !options.isEmpty else { return }
    matches = filter(field.text, options.map(\.title))
    let marked = selection.marked
    selection = Selection(open.first)
    selection.marked = marked
  }

  private mutating func mark() {
    var new = selection
    new.reduce(.mark, in: open)
    // An answer that was given before may have too many.
    let isMore = new.marked.count > selection.marked.count
    guard isMore, let limits, new.marked.count > limits.upperBound else { return selection = new }
    complaint = demand(limits)
  }

  // MARK: In words

  /// Returns the answer of a line.
  func read(_ line: String) throws(Complaint) -> Answer {
    if case .text = kind { return line.isEmpty ? fallback : Answer(text: line) }
    let line = line.trimmed
    if line.isEmpty, limits != nil || !fallback.numbers.isEmpty {
      return try counted(fallback.numbers)
    }
    let isOne = limits == nil || number(of: line) != nil
    var numbers: Set<Int> = []
    for word in isOne ? [line] : line.split(separator: ",").map({ String($0).trimmed }) {
      guard let number = number(of: word) else {
        let titles = options.prefix(9).map(\.title).joined(separator: ", ")
        let part = word.dropFirst(40).isEmpty ? word : "\(word.prefix(40))…"
        throw Complaint("“\(part)” is none of \(titles)\(options.count > 9 ? ", …" : "").")
      }
      numbers.insert(number)
    }
    return try counted(numbers.sorted())
  }

  /// Returns the option of a title, a number or the beginning of only one title.
  private func number(of word: String) -> Int? {
    if let exact = options.firstIndex(where: { $0.title == word }) { return exact }
    if let number = Int(word), options.indices.contains(number - 1) { return number - 1 }
    let similar = options.indices.filter {
      options[$0].title.lowercased().hasPrefix(word.lowercased())
    }
    return similar.count == 1 && !word.isEmpty ? similar[0] : nil
  }

  private func counted(_ numbers: [Int]) throws(Complaint) -> Answer {
    if let refusal = numbers.lazy.compactMap(refusal).first { throw Complaint(refusal) }
    if let limits, !limits.contains(numbers.count) { throw Complaint(demand(limits)) }
    return Answer(numbers: numbers)
  }

  private func refusal(of number: Int) -> String? {
    options[number].refusal.map { "\(options[number].title) cannot be taken: \($0)." }
  }

  private func demand(_ limits: ClosedRange<Int>) -> String {
    let (least, most) = (limits.lowerBound, limits.upperBound)
    if least == most { return "Take \(least)." }
    if least == 0 { return "Take at most \(most)." }
    return most == options.count ? "Take at least \(least)." : "Take \(least) to \(most)."
  }
}

extension String {
  /// The string without the blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
