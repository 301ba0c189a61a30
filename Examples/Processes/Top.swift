import SpinTTY

/// The state of the program: the newest sample, as the rows of a table.
struct Top: Equatable, Sendable {
  typealias Process = Sample.Process

  /// A signal to processes, which the user chooses before it is sent.
  struct Order: Identifiable, Equatable, Sendable {
    let id: Int
    let processes: [Process]
    var signal = Choice(Sampler.signals.map(\.key))
  }

  enum Area: Hashable, Sendable { case table, filter, columns, signals }

  enum Event: Equatable, Sendable {
    case sampled(Sample), table(Table<Process>.Action), invertMarks, tree, fold, closeDetails
    case filter(TextInput.Action), focus(Focus<Area>.Action), leave
    case pause, kernel, askForColumn, column(Choice<String>.Action), toggleColumn
    case askForSignal([Process]), signal(Choice<String>.Action), sent(Order.ID, String)
  }

  /// The number of samples taken.
  private(set) var round = 0
  private(set) var sample = Sample()
  /// The loads of the machine so far.
  private(set) var history: [Double] = []
  /// The processes that pass the filter, in the order of the table.
  private(set) var rows: [Process] = []
  /// How many pass it, even in branches that are folded.
  private var found = 0
  private(set) var table = Table<Process>.Model(sort: "CPU%", descending: true)
  private(set) var hidden: Set = ["PARENT", "NI", "TIME", "STARTED"]
  private(set) var isTree = false
  private(set) var hidesKernel = false
  private(set) var isPaused = false
  private(set) var folded: Set<Process.ID> = []
  private(set) var filter = TextInput.Model(limit: 100)
  private(set) var focus = Focus<Area>(.table)
  /// The menu of the columns.
  private(set) var columns: Choice<String>?
  /// The signal that the user chooses, and those that are being sent.
  private(set) var question: Order?
  private(set) var orders: [Order] = []
  private(set) var note = ""
  /// The process in the dialog, which stays when the process has ended.
  private(set) var details: Process?

  /// The number of the sample to take next; `nil` in a pause.
  var nextRound: Int? { isPaused ? nil : round }

  /// How many processes there are, and pass the filter.
  var count: String {
    filter.text.isEmpty ? "\(found)" : "\(found) of \(sample.processes.count)"
  }

  /// The processes that are marked, or else the selected one.
  var chosen: [Process] { table.chosen(in: rows) }

  mutating func apply(_ event: Event) {
    switch event {
    case .sampled(let new):
      (sample, round) = (new, round + 1)
      history = (history + [new.load]).suffix(200)
      let ids = new.processes.map(\.id)
      table.selection.marked.formIntersection(ids)
      folded.formIntersection(ids)
      if let old = details {
        details = new.processes.first { $0.id == old.id && $0.started == old.started }
        details = details ?? old.ended
      }
      show()
    case .table(let action):
      note = ""
      switch table.reduce(action, in: rows, by: Self.columns) {
      case .sorted: show()
      case .activated(let id): details = rows.first { $0.id == id }
      default: break
      }
    case .invertMarks: table.selection.marked.formSymmetricDifference(rows.map(\.id))
    case .tree:
      isTree.toggle()
      show()
    case .kernel:
      hidesKernel.toggle()
      show()
    case .pause: isPaused.toggle()
    case .fold:
      folded.formSymmetricDifference(chosen.map(\.id))
      show()
    case .closeDetails: details = nil
    case .filter(let action):
      note = ""
      guard filter.reduce(action) else { return }
      show()
      table.reduce(.rows(.first), in: rows, by: Self.columns)
    case .focus(let action): focus.reduce(action)
    case .leave:
      if focus.isOn(.table), !table.selection.marked.isEmpty {
        return table.selection.marked = []
      }
      filter = TextInput.Model(limit: 100)
      focus.reduce(.move(to: .table))
      show()
    case .askForColumn: columns = Choice(Self.columns.map(\.title), current: table.sortColumn)
    case .column(let action):
      if let title = columns.reduce(action) { apply(.table(.sort(title))) }
    case .toggleColumn:
      if let title = columns?.current { hidden.formSymmetricDifference([title]) }
    case .askForSignal(let processes):
      question = Order(id: (orders.last?.id ?? 0) + 1, processes: processes)
    case .signal(.close): question = nil
    case .signal(let action):
      guard question?.signal.reduce(action) != nil, let order = question else { return }
      orders.append(order)
      (question, note) = (nil, "")
    case .sent(let id, let results):
      orders.removeAll { $0.id == id }
      note = results
    }
  }

  /// Shows the processes that pass the filter, in the order of the table.
  private mutating func show() {
    let words = filter.text.lowercased().split(separator: " ")
    let found = sample.processes.filter { process in
      if hidesKernel, process.isKernel { return false }
      let text = words.isEmpty ? "" : process.words.lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    self.found = found.count
    rows = table.sorted(found, by: Self.columns)
    if isTree { rows = rows.tree(folded: folded) }
  }
}
