import SpinCore
import SpinTTY

extension Top {
  /// The definition; `end` ends a process, and describes the result.
  static func spin(
    read: @escaping @Sendable () -> Sample, end: @escaping @Sendable (Int) -> String
  ) -> Spin<Top, Top.Event> {
    Spin(initialState: Top()) {
      Feedback(on: \.round) { round in
        let next = Effect<Event>.run { .sampled(read()) }
        return round == 0 ? next : next.delayed(by: .seconds(2))
      }
      Feedback(forEach: \.doomed) { id in .run { .ended(id, end(id)) } }
      Reducer { $0.apply($1) }
    }
  }

  /// With the mouse: a click on a title sorts.
  private static var options: UIOptions {
    var options = UIOptions.fullScreen
    options.mouse = .drags
    return options
  }

  static func ui(_ spin: Spin<Top, Top.Event>) -> UISpin<Top, Top.Event> {
    UISpin(spin, options: options, focus: \.focus) { top, screen in
      HStack(spacing: 2) {
        Text("\(top.rows.count) processes", wrapping: .none).bold()
        Text("load \((top.loads.last ?? 0).tenths) %")
        Sparkline(top.loads).styled(.success).frame(width: .fill, height: .fixed(1))
      }
      Table(top.rows, top.table, columns).scrollbar().id(Area.table)
        .frame(width: .fill, height: .fill)
      HStack(spacing: 1) {
        Text("filter:").styled(.secondary)
        TextInput(top.filter, placeholder: "/").id(Area.filter)
      }
      if let note = top.note { Text(note).styled(.warning) }
      Help()
    } keys: {
      Control(Area.table) { .table($0) }
      Control(Area.filter) { .filter($0) }
      Control.focus { .focus($0) }
      Key("/", help: "filter", .focus(.move(to: .filter)))
      Key(.escape, help: "", .focus(.move(to: .table)))
      Key("c", help: "by load", .table(.sort("CPU%")))
      Key("m", help: "by memory", .table(.sort("MEMORY")))
      Key("p", help: "by number", .table(.sort("PID")))
      Key("k", help: "end it", event: { top in top.table.selected(in: top.rows).map { .ask($0) } })
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.quit("q", .ctrl("c"))
    } layers: {
      Layer(\.question) { question, _ in
        Dialog("end \(question.id)?") {
          Text(question.row.command, wrapping: .none).frame(width: .max(50))
        } buttons: {
          Choices(question.answer) { $0 ? "end it" : "leave it" }.id(Area.answer)
        }
      } keys: {
        Control(Area.answer) { .answer($0) }
        Key("y", help: "yes", .answer(.choose(true)))
        Key("n", .escape, help: "no", .answer(.choose(false)))
      }
    }
  }
}
