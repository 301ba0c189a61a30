import SpinExampleSupport
import SpinTTY

extension Top {
  static let columns: [Table<Process>.Column] = [
    .init("PID", \.id, .fixed(7), .trailing).priority(3),
    .init("PARENT", \.parent, .fixed(8), .trailing),
    .init("USER", \.user, .fixed(8)).priority(1),
    .init("S", \.state, .fixed(3)),
    .init("CPU%", \.load, .fixed(7), .trailing, descending: true) {
      Text($0.load.tenths).look($0.load < 50 ? .text : $0.load < 90 ? .warning : .error)
    }.priority(2),
    .init("MEMORY", \.memory, .fixed(10), .trailing, descending: true) {
      Text($0.memory.bytes)
    }.priority(1),
    .init("NI", \.nice, .fixed(4), .trailing),
    .init("THR", \.threads, .fixed(5), .trailing, descending: true),
    .init("TIME", \.ticks, .fixed(9), .trailing, descending: true) { Text($0.time) },
    .init("STARTED", \.started, .fixed(10), .trailing) { Text($0.started.shortDate) },
    .init("COMMAND", \.command, .fill(atLeast: 20)) {
      Text([.init($0.branch, look: .secondary), .init($0.shortCommand)])
    }.priority(4),
  ]
}
