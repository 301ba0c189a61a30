import Dispatch
import SpinCallbacks
import SpinCore
import SpinTTY

extension Inspect {
  /// The definition; files are read and searched on a queue of their own, so that keys need not wait.
  static func spin(_ start: Inspect, _ files: [RecordingFile]) -> Spin<Inspect, Event> {
    Spin(initialState: start) {
      Feedback(forEach: \.wanted) { wanted in
        let next = Effect<Event>.run { .read(wanted.id, files[wanted.id].read()) }
        return wanted.waits ? next.delayed(by: .milliseconds(250)) : next
      }.named("read").executor(.queue(DispatchQueue(label: "inspect.read")))
      Feedback(on: \.searchPiece) { piece in .run { .searched(piece.result()) } }
        .named("search").executor(.queue(DispatchQueue(label: "inspect.search")))
      Feedback(on: \.filterPiece) { piece in .run { .filtered(piece.result()) } }
        .named("filter").executor(.queue(DispatchQueue(label: "inspect.filter")))
      Feedback(on: \.jumpWork) { work in .run { .jumped(work.jump, work.target()) } }
        .named("jump").executor(.queue(DispatchQueue(label: "inspect.jump")))
      Feedback(on: \.comparisonWork) { work in
        .run { .compared(work.result(), bytes: work.bytes) }
      }.named("compare").executor(.queue(DispatchQueue(label: "inspect.compare")))
      Reducer { $0.apply($1) }
    }
  }

  private static var options: UIOptions { .fullScreen(mouse: .drags) }

  static func ui(_ spin: Spin<Inspect, Event>) -> UISpin<Inspect, Event> {
    UISpin(spin, options: options, focus: \.focus) { inspect, screen in
      InspectView(inspect: inspect, screen: screen)
    } keys: {
      Control(Area.entries, help: "move") { $0.isMark ? nil : .entries($0) }
      Control(Area.state, help: "move") { .state($0) }
      Control(Area.effects, help: "move") { .effects($0) }
      Control(Area.panes) { .panes($0) }
      Control(Area.prompt) { .prompt($0) }
      Control.focus(help: "next pane") { .focus($0) }
      Key("/", help: "search", .ask(.search))
      Key("n", help: "next match", when: { $0.search != nil }, .match(1))
      Key("N", help: "match before", when: { $0.search != nil }, .match(-1))
      Key("f", help: "filter", .ask(.filter))
      Key("]", help: "next change", when: { $0.runs.count == 1 }, .change(1))
      Key("[", help: "change before", when: { $0.runs.count == 1 }, .change(-1))
      Key("d", help: "first difference", when: { $0.comparison?.difference != nil }, .difference)
      Key("g", help: "go to", .ask(.number))
      Key("<", help: "narrower", .widen(-0.05))
      Key(">", help: "wider", .widen(0.05))
      Key(.enter, help: "find", when: { $0.prompt != nil }, .agreed)
      Key(.escape, help: "", .leave)
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.quit("q", .ctrl("c"))
    }
  }
}
