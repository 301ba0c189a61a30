import SpinExampleSupport
import SpinTTY

extension Top {
  static let columns: [Table<Row>.Column] = [
    .init("PID", \.id, .fixed(7), .trailing).priority(3),
    .init("PARENT", \.parent, .fixed(8), .trailing),
    .init("USER", \.process.user, .fixed(8)).priority(1),
    .init("S", \.process.state, .fixed(3)),
    .init("CPU%", \.load, .fixed(7), .trailing, descending: true) {
      Text($0.load.tenths).look($0.load < 50 ? .text : $0.load < 90 ? .warning : .error)
    }.priority(2),
    .init("MEMORY", \.process.memory, .fixed(10), .trailing, descending: true) {
      Text($0.process.memory.bytes)
    }.priority(1),
    .init("THR", \.process.threads, .fixed(5), .trailing, descending: true),
    .init("TIME", \.process.ticks, .fixed(9), .trailing, descending: true) { Text($0.time) },
    .init("STARTED", \.process.started, .fixed(10), .trailing) {
      Text($0.process.started.shortDate)
    }.priority(-1),
    .init("COMMAND", \.process.command, .fill(atLeast: 20)) { row in
      Text([.init(row.branch, look: .secondary), .init(String(row.command))])
    }.priority(4),
  ]
}

extension Top.Row {
  var parent: Int { process.parent }
  /// What the filter searches.
  var words: String { "\(id) \(process.user) \(process.command)" }
  /// The command without the folder of the program, which the details show.
  var command: Substring {
    let end = process.command.firstIndex { $0 == " " || $0 == "[" } ?? process.command.endIndex
    let slash = process.command[..<end].lastIndex(of: "/")
    return slash.map { process.command[$0...].dropFirst() } ?? process.command[...]
  }
  var time: String { Int(Double(process.ticks) * Sampler.tick).clock }

  var facts: KeyValuePairs<String, String> {
    [
      "user": process.user, "parent": "\(parent)", "state": process.stateName,
      "started": process.started.date, "time": "\(time), now \(load.tenths) %",
      "memory": process.memory.bytes, "threads": "\(process.threads)", "command": process.command,
    ]
  }
}
