import SpinCore
import SpinTTY

/// The state of the program: the newest sample, as the rows of a table.
struct Top: Equatable, Sendable {
  /// A process, as the table shows it.
  struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    let user: Int
    let command: String
    let memory: Int
    let threads: Int
    /// The share of one processor, in percent, since the sample before.
    let load: Double
  }

  /// The number of samples taken.
  private(set) var round = 0
  private var sample = Sample()
  private var all: [Row] = []
  /// The rows that pass the filter, in the order of the table.
  private(set) var rows: [Row] = []
  /// The total load of all processes in percent of one processor; the newest last.
  private(set) var loads: [Double] = []
  var table = Table<Row>.Model(sort: "CPU%", descending: true)
  var filter = TextInput.Model(limit: 100)
  var focus = Focus<Area>(.table)
  var question: Question?
  /// The processes that are being ended.
  var doomed: [Int] = []
  var note: String?

  struct Question: Identifiable, Equatable, Sendable {
    let row: Row
    var answer = Choice([false, true])
    var id: Int { row.id }
  }

  enum Event: Equatable, Sendable {
    case sampled(Sample)
    case table(Table<Row>.Action)
    case filter(TextInput.Action)
    case focus(Focus<Area>.Action)
    case ask(Row?)
    case answer(Choice<Bool>.Action)
    case ended(Int, String)
  }

  enum Area: Hashable, Sendable { case table, filter, answer }

  static let columns: [Table<Row>.Column] = [
    .init("PID", \.id, .fixed(8), .trailing).priority(1),
    .init("USER", \.user, .fixed(6), .trailing),
    .init("CPU%", \.load, .fixed(7), .trailing, descending: true) {
      Text($0.load.tenths).look($0.load < 50 ? .text : $0.load < 90 ? .warning : .error)
    }.priority(2),
    .init("MEMORY", \.memory, .fixed(9), .trailing, descending: true) { Text($0.memory.bytes) },
    .init("THR", \.threads, .fixed(5), .trailing, descending: true),
    .init("COMMAND", \.command).priority(3),
  ]

  mutating func apply(_ event: Event) {
    switch event {
    case .sampled(let sample): take(sample)
    case .table(let action):
      switch table.reduce(action, in: rows, by: Self.columns) {
      case .sorted: table.sort(&rows, by: Self.columns)
      case .activated(let id): question = rows.first { $0.id == id }.map { Question(row: $0) }
      default: break
      }
    case .filter(let action): if filter.reduce(action) { show() }
    case .focus(let action): focus.reduce(action)
    case .ask(let row): question = row.map { Question(row: $0) }
    case .answer(let action):
      guard let answer = question?.answer.reduce(action) else { return }
      if answer, let id = question?.id, !doomed.contains(id) { doomed.append(id) }
      question = nil
    case .ended(let id, let note):
      doomed.removeAll { $0 == id }
      self.note = note
    }
  }

  /// Makes rows of a sample, with the loads since the previous sample.
  private mutating func take(_ new: Sample) {
    let seconds = new.time - sample.time
    let ticks = Dictionary(sample.processes.map { ($0.id, $0.ticks) }) { first, _ in first }
    let share = sample.processes.isEmpty || seconds <= 0 ? 0 : Sample.tick / seconds * 100
    sample = new
    all = new.processes.map { process in
      // A new process, even if it has the number of one that ended, began since then.
      let before = ticks[process.id].flatMap { $0 <= process.ticks ? $0 : nil } ?? 0
      return Row(
        id: process.id, user: process.user, command: process.command, memory: process.memory,
        threads: process.threads, load: Double(process.ticks - before) * share)
    }
    loads = (loads + [all.reduce(0) { $0 + $1.load }]).suffix(120)
    round += 1
    show()
  }

  /// Shows the rows that pass the filter, in the order of the table.
  private mutating func show() {
    let words = filter.text.lowercased().split(separator: " ")
    rows = table.sorted(
      all.filter { row in words.allSatisfy { row.command.lowercased().contains($0) } },
      by: Self.columns)
  }
}

extension Double {
  /// The number with one decimal.
  var tenths: String {
    let tenths = Int((Swift.min(Swift.max(self, 0), 1e9) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Int {
  /// A number of bytes in the largest unit that fits.
  var bytes: String {
    var (value, unit) = (Double(self), 0)
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while value >= 1_024, unit < units.count - 1 { (value, unit) = (value / 1_024, unit + 1) }
    return unit == 0 ? "\(self) B" : "\(value.tenths) \(units[unit])"
  }
}
