import SpinCore
import SpinExampleSupport
import SpinTTY

extension Top {
  /// The definition; `send` sends a signal to a process, and says what became of it.
  static func spin(
    read: @escaping @Sendable () -> Sample,
    send: @escaping @Sendable (String, Sample.Process) -> String
  ) -> Spin<Top, Event> {
    Spin(initialState: Top()) {
      Feedback(on: \.round) { round in
        let next = Effect<Event>.run { .sampled(read()) }
        return round == 0 ? next : next.delayed(by: .seconds(1))
      }
      Feedback(forEach: \.orders) { order in
        .run { .sent(order, results: order.rows.map { send(order.signal, $0.process) }) }
      }
      Reducer { $0.apply($1) }
    }
  }

  static func ui(_ spin: Spin<Top, Event>) -> UISpin<Top, Event> {
    var options = UIOptions.fullScreen
    options.mouse = .drags
    return UISpin(spin, options: options, focus: \.focus) { top, screen in
      let (meters, width) = (top.meters, max(1, screen.size.columns / 38))
      Grid {
        for start in stride(from: 0, to: meters.count, by: width) {
          GridRow {
            for (label, gauge) in meters[start...].prefix(width) {
              Text(label).styled(.secondary)
              gauge.frame(width: .fill)
            }
          }
        }
      }
      HStack(spacing: 2) {
        Text("\(top.rows.count) processes", wrapping: .none).bold()
        Text("load \(top.sample.loads)", wrapping: .none)
        Text("up \(Int(top.sample.time).clock)", wrapping: .none)
        Sparkline(top.history, in: 0...1).styled(.success).frame(width: .fill, height: .fixed(1))
      }
      Table(top.rows, top.table, columns.filter { !top.hidden.contains($0.title) })
        .scrollbar().id(Area.table).frame(width: .fill, height: .fill)
      if top.focus.isOn(.filter) || !top.filter.text.isEmpty {
        HStack(spacing: 1) {
          Text("filter").styled(.secondary)
          TextInput(top.filter, placeholder: "user, command or number").id(Area.filter)
        }
      }
      if !top.note.isEmpty { Text(top.note, wrapping: .none).styled(.warning) }
      Help()
    } keys: {
      Control(Area.table) { .table($0) }
      Control(Area.filter) { .filter($0) }
      Control.focus { .focus($0) }
      Key("/", help: "filter", .focus(.move(to: .filter)))
      Key(.enter, .down, help: "", when: { $0.focus.isOn(.filter) }, .focus(.move(to: .table)))
      Key(.escape, help: "", .leave)
      Key("t", help: "tree", .tree)
      Key("s", help: "sort", event: { .menu($0.menu("sort by", .order)) })
      Key("o", help: "columns", event: { .menu($0.menu("columns", .columns)) })
      Key("k", help: "signal", event: { $0.chosen.isEmpty ? nil : .signal($0.chosen) })
      Key("c", help: "by load", .table(.sort("CPU%")))
      Key("m", help: "by memory", .table(.sort("MEMORY")))
      Key("p", help: "by number", .table(.sort("PID")))
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.quit("q", .ctrl("c"))
    } layers: {
      Layer(\.details) { row, _ in
        Dialog("\(row.process.name) \(row.id)") {
          Grid(spacing: 2) {
            for (name, value) in row.facts {
              GridRow {
                Text(name).styled(.secondary)
                Text(value).frame(width: .max(60), height: .max(8))
              }
            }
          }
        }
      } keys: {
        Key("k", help: "signal", event: { .signal([$0]) })
        Key(.escape, .enter, .clickOutside, help: "close", .details(nil))
      }
      Layer({ top in top.menu.map { ($0, top.hidden) } }) { shown, _ in
        Dialog(shown.0.title) {
          Choices(shown.0.choice, axis: .vertical) { word in
            shown.0.kind == .columns ? "[\(shown.1.contains(word) ? " " : "x")] \(word)" : word
          }
          .id(Area.menu)
        }
      } keys: {
        Control(Area.menu, help: "move") { .choose($0) }
        Key(.escape, .clickOutside, help: "close", .menu(nil))
      }
      Layer(\.question) { order, _ in
        Dialog("send \(order.signal)?") {
          VStack {
            for row in order.rows.prefix(8) {
              Text("\(row.id)  \(row.process.command)", wrapping: .none).frame(width: .max(60))
            }
            if order.rows.count > 8 { Text("and \(order.rows.count - 8) more") }
          }
        } buttons: {
          Choices(order.answer) { $0 ? "send it" : "leave it" }.id(Area.answer)
        }
      } keys: {
        Control(Area.answer) { .answer($0) }
        Key("y", help: "yes", .answer(.choose(true)))
        Key("n", .escape, help: "no", .answer(.choose(false)))
      }
    }
  }

  private func menu(_ title: String, _ kind: Menu.Kind) -> Menu {
    let columns = Choice(Self.columns.map(\.title), current: table.sortColumn)
    return Menu(title: title, kind: kind, choice: columns)
  }

  /// A meter for each core, or for the mean of many, and for the memory.
  private var meters: [(label: String, gauge: Gauge)] {
    func meter(_ share: Double, _ text: String? = nil) -> Gauge {
      let marks: [Gauge.Threshold] = [.init(0, .success), .init(0.6, .warning), .init(0.9, .error)]
      return Gauge("", share, thresholds: marks, text: text)
    }
    let all = [("cpu", meter(history.last ?? 0))]
    return (cores.count > 16 ? all : cores.indices.map { ("cpu\($0)", meter(cores[$0])) })
      + [("mem", sample.memory), ("swap", sample.swap)].filter { $0.1.total > 0 }.map {
        ($0, meter($1.share, "\($1.used.bytes) of \($1.total.bytes)"))
      }
  }
}
