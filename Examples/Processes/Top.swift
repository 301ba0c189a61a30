import SpinExampleSupport
import SpinTTY

/// The state of the program: the newest sample, as the rows of a table.
struct Top: Equatable, Sendable {
  /// A process, as the table shows it.
  struct Row: Identifiable, Equatable, Sendable {
    let process: Sample.Process
    /// The share of one core since the sample before, in percent.
    let load: Double
    /// The lines of the tree before the command.
    var branch = ""
    var id: Int { process.id }
  }

  /// Words to choose from: columns, or signals to some processes.
  struct Menu: Equatable, Sendable {
    enum Kind: Equatable, Sendable { case columns, order, signal([Row]) }
    let title: String
    let kind: Kind
    var choice: Choice<String>
  }

  /// A signal to processes, which waits for the answer of the user, or is being sent.
  struct Order: Identifiable, Equatable, Sendable {
    let signal: String
    let rows: [Row]
    var answer = Choice([false, true])
    var id: [Int] { rows.map(\.id) }
  }

  enum Area: Hashable, Sendable { case table, filter, menu, answer }

  enum Event: Equatable, Sendable {
    case sampled(Sample), table(Table<Row>.Action), filter(TextInput.Action), leave, tree
    case focus(Focus<Area>.Action), details(Int?), menu(Menu?), choose(Choice<String>.Action)
    case answer(Choice<Bool>.Action), sent(Order, results: [String])

    static func signal(_ rows: [Row]) -> Event {
      let title = "signal to \(rows.count == 1 ? "\(rows[0].id)" : "\(rows.count) processes")"
      let signals = Choice(Sampler.signals.map(\.key))
      return .menu(Menu(title: title, kind: .signal(rows), choice: signals))
    }
  }

  /// The number of samples taken.
  private(set) var round = 0
  private(set) var sample = Sample()
  /// The share of the time that each core has worked since the sample before, and the means so far.
  private(set) var cores: [Double] = []
  private(set) var history: [Double] = []
  private var all: [Row] = []
  /// The rows that pass the filter, in the order of the table.
  private(set) var rows: [Row] = []
  var table = Table<Row>.Model(sort: "CPU%", descending: true)
  private(set) var hidden: Set = ["PARENT", "TIME"]
  private(set) var isTree = false
  var filter = TextInput.Model(limit: 100)
  var focus = Focus<Area>(.table)
  var menu: Menu?
  var question: Order?
  private(set) var orders: [Order] = []
  private(set) var note = ""
  private var detailed: Int?

  /// The process in the dialog, until it ends.
  var details: Row? { detailed.flatMap { id in all.first { $0.id == id } } }

  /// The marked rows, or else the selected one.
  var chosen: [Row] {
    let marked = rows.filter { table.selection.marked.contains($0.id) }
    return marked.isEmpty ? table.selected(in: rows).map { [$0] } ?? [] : marked
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .sampled(let sample): take(sample)
    case .table(let action):
      note = ""
      switch table.reduce(action, in: rows, by: Self.columns) {
      case .sorted: show()
      case .activated(let id): detailed = id
      default: break
      }
    case .filter(let action): if filter.reduce(action) { show() }
    case .leave:
      if focus.isOn(.filter) { filter = TextInput.Model(limit: 100) }
      table.selection.marked = []
      focus.reduce(.move(to: .table))
      show()
    case .tree:
      isTree.toggle()
      show()
    case .focus(let action): focus.reduce(action)
    case .details(let id): detailed = id
    case .menu(let new): menu = new
    case .choose(let action):
      guard let word = menu?.choice.reduce(action), let kind = menu?.kind else { return }
      if kind == .columns { return hidden.formSymmetricDifference([word]) }
      menu = nil
      if case .signal(let rows) = kind { question = Order(signal: word, rows: rows) }
      if kind == .order { apply(.table(.sort(word))) }
    case .answer(let action):
      guard let answer = question?.answer.reduce(action), let order = question else { return }
      (question, note) = (nil, "")
      if answer, !orders.contains(where: { $0.id == order.id }) { orders.append(order) }
    case .sent(let order, let results):
      orders.removeAll { $0.id == order.id }
      note = "\(order.signal): " + results.joined(separator: ", ")
    }
  }

  /// Makes rows of a sample, with the loads since the previous sample.
  private mutating func take(_ new: Sample) {
    let seconds = new.time - sample.time
    let before = Dictionary(sample.processes.map { ($0.id, $0) }) { first, _ in first }
    let share = before.isEmpty || seconds <= 0 ? 0 : Sampler.tick / seconds * 100
    all = new.processes.map { process in
      // A process that has the number of one that ended began since then.
      let old = before[process.id].flatMap { $0.started == process.started ? $0.ticks : nil } ?? 0
      return Row(process: process, load: Double(max(0, process.ticks - old)) * share)
    }
    cores = zip(new.cores, round == 0 ? new.cores : sample.cores).map { ($0 - $1).share }
    history = (history + [cores.reduce(0, +) / Double(max(cores.count, 1))]).suffix(200)
    (sample, round) = (new, round + 1)
    table.selection.marked.formIntersection(all.map(\.id))
    show()
  }

  /// Shows the rows that pass the filter, in the order of the table.
  private mutating func show() {
    let words = filter.text.lowercased().split(separator: " ")
    let found = all.filter { row in
      let text = words.isEmpty ? "" : row.words.lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    rows = table.sorted(found, by: Self.columns)
    guard isTree else { return }
    let ids = Set(rows.map(\.id))
    let children = Dictionary(grouping: rows) { ids.contains($0.parent) ? $0.parent : 0 }
    rows = branches(of: 0, children, "")
  }

  private func branches(of parent: Int, _ children: [Int: [Row]], _ lines: String) -> [Row] {
    let rows = children[parent] ?? []
    return rows.enumerated().flatMap { number, row in
      var row = row
      let isLast = number == rows.count - 1
      if parent != 0 { row.branch = lines + (isLast ? "└─ " : "├─ ") }
      let below = parent == 0 ? "" : lines + (isLast ? "   " : "│  ")
      return [row] + branches(of: row.id, children, below)
    }
  }
}
