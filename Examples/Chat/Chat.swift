import SpinAsync
import SpinExampleSupport

/// `chat`: a page and a room are two loops, which know a gear and not each other.
///
/// The room drops repeats, and can undo.
@main
enum Chat {
  // snippet.room
  struct Room: Equatable, Sendable {
    enum Event: Equatable, Sendable { case received(String), cleared }

    var messages: [String] = []

    static func spin(_ gear: Gear<String>) -> Spin<Room, Event> {
      Spin(initialState: Room()) {
        Feedback.receiving(from: gear) { .received($0) }
        // The same message twice within a minute is a tap too many.
        DropRepeats(within: .seconds(60)) { if case .received(let text) = $0 { text } else { nil } }
        Reducer { room, event in
          switch event {
          case .received(let text): room.messages.append(text)
          case .cleared: room.messages = []
          }
        }
      }
    }
  }
  // snippet.end

  // snippet.page
  struct Page: Equatable, Sendable {
    enum Event: Equatable, Sendable { case typed(String), send }

    var text = ""

    static func spin(_ gear: Gear<String>) -> Spin<Page, Event> {
      Spin(initialState: Page()) {
        Feedback.sendingTransitions(to: gear) { page in
          page.event == .send ? page.state.text : nil
        }
        Reducer { page, event in if case .typed(let text) = event { page.text = text } }
      }
    }
  }
  // snippet.end

  static func main() async {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      guard words.isEmpty || words.count == 2 && words[0] == "--runtime" else {
        throw UsageError("usage: chat [--runtime async|callbacks]")
      }
      try await run(on: try Option.runtime(words.last ?? "async"))
      Console.end(0)
    } catch let error as UsageError {
      Console.complain(error.message)
      Console.end(64)
    } catch {
      Console.complain("\(error)")
      Console.end(69)
    }
  }

  private static func run(on runtime: any SpinRuntime) async throws {
    let gear = Gear<String>()
    let options = RunOptions<History<Room>, HistoryEvent<Room.Event>>(
      observers: [
        Observer(keepingPrevious: true) { transition in
          guard let event = transition.event, let before = transition.previous else { return }
          let counts = (before.present.messages.count, transition.state.present.messages.count)
          Console.line("  \(words(event)): \(counts.0) to \(counts.1) messages")
        }
      ],
      onDrop: { drop in Console.line("  \(words(drop.event)): dropped, \(drop.reason)") })
    let room = Room.spin(gear).undoable().start(on: runtime, options: options)
    let page = Page.spin(gear).start(on: runtime)
    try await settled(room, page)
    for event: Page.Event in [.typed("Hello"), .send, .send, .typed("Bye"), .send] {
      page.emit(event)
      try await settled(room, page)
    }
    for event: HistoryEvent<Room.Event> in [.event(.cleared), .undo, .undo, .redo] {
      room.emit(event)
      Console.line("\(try await room.settled().present.messages)")
    }
  }

  static func words(_ event: HistoryEvent<Room.Event>) -> String {
    switch event {
    case .event(.received(let text)): text
    case .event(.cleared): "cleared"
    case .undo, .redo, .clear: "\(event)"
    }
  }
}
