import SpinCore
import SpinExampleSupport
import SpinTTY

extension Top {
  /// The definition; `send` sends a signal to a process, and says what became of it.
  static func spin(
    read: @escaping @Sendable () -> Sample,
    send: @escaping @Sendable (String, Process) -> String
  ) -> Spin<Top, Event> {
    Spin(initialState: Top()) {
      Feedback(on: \.nextRound) { round in
        let next = Effect<Event>.run { .sampled(read()) }
        return round == 0 ? next : next.delayed(by: .seconds(1))
      }
      Feedback(forEach: \.orders) { order in
        .run {
          let signal = order.signal.current ?? ""
          let results = order.processes.map { send(signal, $0) }
          return .sent(order.id, "\(signal): " + results.joined(separator: ", "))
        }
      }
      Reducer { $0.apply($1) }
    }
  }

  static func ui(_ spin: Spin<Top, Event>) -> UISpin<Top, Event> {
    UISpin(spin, options: .fullScreen(mouse: .drags), focus: \.focus) { top, screen in
      let (meters, rows) = top.meters(in: screen.size)
      HStack(spacing: 2) {
        for start in stride(from: 0, to: meters.count, by: rows) {
          Form(spacing: 0) {
            for (label, gauge) in meters[start...].prefix(rows) { Field(label) { gauge } }
          }
        }
      }
      HStack(spacing: 2) {
        Text("\(top.count) processes", wrapping: .none).bold()
        if top.isPaused { Text("paused", wrapping: .none).styled(.warning) }
        Text("load \(top.sample.loads)", wrapping: .none)
        Text("up \(Int(top.sample.time).clock)", wrapping: .none)
        Text("cpu")
        Sparkline(top.history, in: 0...1).styled(.success).frame(width: .fill, height: .fixed(1))
      }
      Table(top.rows, top.table, columns.filter { !top.hidden.contains($0.title) })
        .scrollbar().id(Area.table).frame(width: .fill, height: .fill)
      if top.focus.isOn(.filter) || !top.filter.text.isEmpty {
        TextInput(top.filter, placeholder: "user, command or number").id(Area.filter)
      }
      if !top.note.isEmpty { Text(top.note, wrapping: .none).styled(.warning) }
      Help()
    } keys: {
      Control(Area.table, help: "move") { .table($0) }
      Control(Area.filter) { .filter($0) }
      Control.focus { .focus($0) }
      Key(.enter, help: "details", when: { $0.focus.isOn(.table) }, .table(.rows(.activate())))
      Key("/", help: "filter", .focus(.move(to: .filter)))
      Key(.enter, .down, help: "", when: { $0.focus.isOn(.filter) }, .focus(.move(to: .table)))
      Key(.escape, help: "", .leave)
      Key("t", help: "tree", .tree)
      Key("-", help: "fold", when: \.isTree, .fold)
      Key("K", help: "kernel threads", .kernel)
      Key("z", help: "pause", .pause)
      Key("s", help: "sort, columns", .askForColumn)
      Key("k", help: "signal, nice", event: { $0.chosen.isEmpty ? nil : .askForSignal($0.chosen) })
      Key("c", help: "by load", .table(.sort("CPU%")))
      Key("m", help: "by memory", .table(.sort("MEMORY")))
      Key("p", help: "by number", .table(.sort("PID")))
      Key("i", help: "invert marks", .invertMarks)
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.quit("q", .ctrl("c"))
    } layers: {
      Layer(\.details) { process, _ in
        Dialog("\(process.name) \(process.id)") {
          Form(spacing: 0) {
            for (name, value) in process.facts {
              Field(name) { Text(value).frame(width: .max(90), height: .max(16)) }
            }
          }
        }
      } keys: {
        Key("k", help: "signal", event: { $0.hasEnded ? nil : .askForSignal([$0]) })
        Key(.escape, .enter, .clickOutside, help: "close", .closeDetails)
      }
      Layer({ top in top.columns.map { ($0, top.hidden) } }) { shown, _ in
        Dialog("enter sorts by a column, space hides it") {
          Choices(shown.0, axis: .vertical) { "[\(shown.1.contains($0) ? " " : "x")] \($0)" }
            .id(Area.columns)
        }
      } keys: {
        Control(Area.columns, help: "move") { .column($0) }
        Key(.space, help: "show or hide", .toggleColumn)
        Key(.escape, .clickOutside, help: "close", .column(.close))
      }
      Layer(\.question) { order, _ in
        let count = order.processes.count
        Dialog(count == 1 ? "signal" : "signal to \(count) processes") {
          Text(order.processes.map { "\($0.id)  \($0.command)" }.joined(separator: "\n"))
            .frame(width: .max(60), height: .max(8))
        } buttons: {
          Choices(order.signal) { $0 }.id(Area.signals)
        }
      } keys: {
        Control(Area.signals, help: "move") { .signal($0) }
        Key(.escape, .clickOutside, help: "close", .signal(.close))
      }
    }
  }

  private typealias Meter = (label: String, gauge: Gauge)

  /// A meter for each core, or for the mean of many, and for the memory; and in how many rows they stand.
  ///
  /// They take at most a third of the screen, so that there is room for the processes.
  private func meters(in size: Size) -> ([Meter], rows: Int) {
    func meter(_ share: Double, _ text: String? = nil) -> Gauge {
      Gauge("", share, thresholds: [.init(0.6, .warning), .init(0.9, .error)], text: text)
    }
    let each = sample.cores.prefix(17).enumerated().map { ("cpu\($0)", meter($1)) }
    let mean = [("cpu", meter(sample.load))]
    let memory = [("mem", sample.memory), ("swap", sample.swap)].filter { $1.total > 0 }
      .map { ($0, meter($1.share, "\($1.used.bytes) of \($1.total.bytes)")) }
    let width = max(1, size.columns / 38)
    for meters in [each.count > 16 ? mean + memory : each + memory, mean + memory, mean] {
      let rows = max(1, (meters.count + width - 1) / width)
      if rows <= (size.rows + 1) / 3 { return (meters, rows) }
    }
    return ([], 1)
  }
}
