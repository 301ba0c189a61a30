/// A run as the view of the inspector sees it, without the types of the program.
///
/// *Isolation*: any thread.
protocol InspectedRun: AnyObject, Sendable {
  /// The numbers of the kept transitions.
  var kept: Range<Int> { get }
  /// Returns a transition in words; `nil` if it is not kept.
  func transition(_ number: Int) -> InspectedTransition?
  /// Returns the lines of the state after a transition that the one before does not have, and those that
  /// only the one before has; or all lines of both.
  func stateLines(after number: Int, all: Bool) -> [StateLine]
  /// Returns a picture of the program's view for the state after a transition; `nil` if there is none.
  func picture(of number: Int, on screen: Screen) -> (any View)?
}

/// A transition in words.
struct InspectedTransition: Equatable, Sendable {
  let number: Int
  let event: String
  /// What has led to the event; empty if nothing is known.
  let cause: String
}

/// A line of a state, beside the state before it.
struct StateLine: Equatable, Sendable {
  enum Change: Equatable, Sendable {
    /// Both states have the line.
    case none
    /// Only the older state has it.
    case removed
    /// Only the newer state has it.
    case added
    /// Lines that both have were left out here.
    case gap
  }

  let change: Change
  let text: String

  init(_ change: Change, _ text: String) {
    self.change = change
    self.text = text
  }

  /// Returns the lines of a state beside those of the state before it; `nil` if none is kept.
  static func lines(from old: [String]?, to new: [String], all: Bool) -> [StateLine] {
    let rows = LineDiff.compare(old ?? new, new)
    let shown = all || old == nil ? Array(repeating: true, count: rows.count) : changes(rows)
    var lines: [StateLine] = []
    for (row, isShown) in zip(rows, shown) {
      if isShown {
        let change = row.mark == "+" ? Change.added : row.mark == "-" ? .removed : .none
        lines.append(StateLine(change, row.line))
      } else if lines.last?.change != .gap, !row.line.isEnd {
        lines.append(StateLine(.gap, row.line.indentation))
      }
    }
    return lines.allSatisfy { $0.change == .gap } ? [] : lines
  }

  /// Returns which rows are different, or contain different ones by their indentation.
  private static func changes(_ rows: [LineDiff.Row]) -> [Bool] {
    var shown = Array(repeating: false, count: rows.count)
    // The rows that contain the current one, the outermost first.
    var outer: [(indentation: Int, index: Int)] = []
    for (index, row) in rows.enumerated() {
      let indentation = row.line.indentation.count
      while let last = outer.last, last.indentation >= indentation { outer.removeLast() }
      if row.mark != " " {
        shown[index] = true
        for row in outer { shown[row.index] = true }
      }
      outer.append((indentation, index))
    }
    return shown
  }
}

extension String {
  /// The blanks at the start.
  fileprivate var indentation: String { String(prefix { $0 == " " }) }

  /// Whether the line only ends what other lines have begun.
  fileprivate var isEnd: Bool { allSatisfy { " )],".contains($0) } }
}
