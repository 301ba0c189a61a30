import SpinRecording
import SpinTTY

/// The state of the program: one run or two, and the moment that is looked at.
struct Inspect: Sendable {
  enum Area: Hashable, Sendable { case entries, state, effects, prompt, panes }

  enum Event: Sendable {
    /// The file of this number was read on.
    case read(Int, RecordingFile.Reading)
    case searched(Hunt.Result), filtered(Hunt.Result), jumped(Jump, Int?)
    case compared(Comparison, bytes: Int)
    case entries(Table<Row>.Action), state(Tree<Node>.Action), effects(Selection<String>.Action)
    case focus(Focus<Area>.Action), panes(Split.Action), widen(Double)
    case ask(Prompt.Kind), prompt(TextInput.Action), agreed, leave
    /// Goes to a match, to a change of the selected value, or to the first difference.
    case match(Int), change(Int), difference
  }

  /// A question in the last line but one.
  struct Prompt: Sendable {
    enum Kind: String, Sendable { case search, filter, number = "go to" }

    let kind: Kind
    var input: TextInput.Model
  }

  var runs: [Run]
  /// Whether the last row stays selected when the files grow.
  var atEnd: Bool
  var table = Table<Row>.Model()
  var moment: Moment?
  var tree = Tree<Node>.Model()
  var alive = Selection<String>()
  var focus = Focus<Area>(.entries)
  var panes: Split.Model
  var prompt: Prompt?
  var search: Hunt?
  var filter: Hunt?
  /// The entry that was looked at before the filter was changed.
  var looked: Int?
  /// The directions of the matches to go to, one after the other, which are not found yet.
  var awaited: [Int] = []
  var jump: Jump?
  /// The directions of the changes to go to behind that of the jump, one after the other.
  var awaitedJumps: [Int] = []
  var comparison: Comparison?
  /// The bytes that were compared.
  var compared = -1
  var note = ""

  init(_ runs: [Run], atEnd: Bool = false) {
    self.runs = runs
    self.atEnd = atEnd
    panes = Split.Model(runs.count == 1 ? 0.54 : 0.5)
    if atEnd { moveToEnd() } else { look() }
  }

  /// The rows that pass the filter.
  var rows: Rows {
    Rows(
      runs: runs, found: filter?.found, difference: comparison?.differencePlace, search: search)
  }

  /// The entry that is selected.
  var index: Int? {
    let rows = rows
    return table.selection.index.flatMap {
      rows.isEmpty ? nil : rows.entry(at: min($0, rows.count - 1))
    }
  }

  /// What the runs are called: by the names of their files, or by their paths if these are equal.
  var names: (String, String) { Self.names(runs) }

  static func names(_ runs: [Run]) -> (String, String) {
    let (first, second) = (runs[0], runs[runs.count - 1])
    return first.name == second.name ? (first.path, second.path) : (first.name, second.name)
  }

  /// Why a file is not read to its end.
  var problem: String? { runs.lazy.compactMap(\.problem).first }

  var logs: [Log] { runs.map(\.log) }

  /// The effects that the moment shows.
  var effects: [Moment.Effect] { moment?.effects ?? [] }

  // MARK: What feedbacks do

  /// A file that is read on.
  struct Wanted: Identifiable, Equatable, Sendable {
    let id, round: Int
    /// Whether to wait for the file to grow.
    let waits: Bool
  }

  var wanted: [Wanted] {
    runs.enumerated().compactMap { number, run in
      run.reading.problem == nil
        ? Wanted(id: number, round: run.round, waits: run.reading.isAtEnd) : nil
    }
  }

  var searchPiece: Hunt.Piece? { search.flatMap { Hunt.Piece(of: $0, in: logs) } }
  var filterPiece: Hunt.Piece? { filter.flatMap { Hunt.Piece(of: $0, in: logs) } }

  var jumpWork: Jump.Work? {
    jump.map { Jump.Work(jump: $0, log: runs[0].log, kept: runs[0].kept) }
  }

  var comparisonWork: ComparisonWork? {
    guard runs.count == 2, runs.allSatisfy({ $0.reading.isAtEnd || $0.reading.problem != nil })
    else { return nil }
    let bytes = runs.reduce(0) { $0 + $1.reading.bytes }
    return bytes == compared
      ? nil : ComparisonWork(first: runs[0].log, second: runs[1].log, bytes: bytes)
  }
}

extension Comparison {
  /// The entry that differs; `nil` if none does.
  var differencePlace: Int? { difference == nil ? nil : count }
}
