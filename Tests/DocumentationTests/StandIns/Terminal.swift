// What the examples in comments on the terminal use without declaring it: `Scripts/docstrings` compiles
// them with this file. A name means the same in all examples.

import Foundation
import SpinAsync
import SpinCore
import SpinMarkdown
import SpinTTY

/// The code that an example leaves out.
func leftOut() -> Never { fatalError("an example is only compiled") }

/// The views that an example leaves out.
@_disfavoredOverload func leftOut() -> some View { Text("") }

// MARK: State and events

struct State: Sendable {
  // Choosing
  var agrees = false
  var answer = Choice([false, true])
  var menu: Choice<Option>?
  var page = Choice(Option.allCases)
  var period = Choice(Option.allCases)
  var size = Choice(Option.allCases)
  // Editing
  var name = TextInput.Model()
  var nameError: String?
  var note = TextArea.Model()
  // Rows
  var columns: [Table<Process>.Column] = []
  var files: [File] = []
  var lines = LogView.Lines(capacity: 1)
  var log = LogView.Model()
  var missing: [Folder] = []
  var open = 0
  var picker = FilePicker.Model(FilePicker.Path("/"))
  var chosen: FilePicker.Path?
  var preview: FilePreview?
  var processes: [Process] = []
  var roots: [Folder] = []
  var rows: [Process] = []
  var selection = Selection<File.ID>()
  var table = Table<Process>.Model()
  var tree = Tree<Folder>.Model()
  // Regions and layers
  var focus = Focus(Area.name)
  var killing: Kill?
  var panes = Split.Model()
  var question: Question?
  var scroll = Scroll()
  // Numbers
  var elapsed = Duration.zero
  var left: [Double] = []
  var load = Animated(0.0)
  var loads: [Double] = []
  var right: [Double] = []
  var total = 0.0
  var used = 0.0
  var value = 0
  var written = 0.0
  // Words and flags
  var clock: Clock?
  var isBrowsing = false
  var isBusy = false
  var isCalm = false
  var isDone = false
  var isStill = false
  var manual = ""
  var selected = ""
  var text = ""
  var title = ""
  @Pulse var copied: String?
  @Pulse var opened: String?
  @Pulse var sent: String?
  @Pulse var toast: String?

  static let columns: [Table<Process>.Column] = []

  enum Event: Sendable {
    case add(Int)
    case answer(Choice<Bool>.Action)
    case askToDelete
    case clock(Clock.Event)
    case close
    case copyFailed(String)
    case edited(String, Result<ChildStatus, TerminalError>)
    case files(Selection<File.ID>.Action)
    case first
    case focus(Focus<Area>.Action)
    case frame(Duration)
    case hovered(Int)
    case line(String)
    case loaded(Folder.ID, [Folder])
    case log(LogView.Model.Action)
    case measured(Double)
    case menu(Choice<Option>.Action)
    case name(TextInput.Action)
    case note(TextArea.Action)
    case openMenu
    case page(Choice<Option>.Action)
    case panes(Split.Action)
    case period(Choice<Option>.Action)
    case picker(Tree<FilePicker.Entry>.Action)
    case previewed(FilePreview)
    case read(FilePicker.Listing)
    case received(Double, at: Duration)
    case remove(Int)
    case sampled([Process])
    case save
    case scroll(Scroll.Action)
    case size(Choice<Option>.Action)
    case startCounter
    case table(Table<Process>.Action)
    case toast(String?)
    case toggle
    case tree(Tree<Folder>.Action)

    static func answer(_ isYes: Bool) -> Event { .answer(.choose(isYes)) }
  }
}

typealias Event = State.Event

enum Area: Hashable, Sendable {
  case agree, answer, detail, files, log, manual, menu, name, note, notes, panes, period, picker
  case purge, save, size, table, tabs, yes
  case row(Int)
}

enum Option: CaseIterable, Hashable, Sendable {
  case orders, medium
  var name: String { "" }
  var title: String { "" }
}

enum ShirtSize: CaseIterable, CustomStringConvertible, Sendable {
  case medium
  var description: String { "" }
}

struct Clock: Sendable {
  var time = ""
  enum Event: Sendable { case tick }
}

struct File: Identifiable, Sendable {
  var id = 1
  var name = ""
  var size = 0
}

struct Folder: Equatable, Identifiable, Sendable {
  var id = 1
  var children: [Folder] = []
}

struct Job: Identifiable, Sendable {
  var id = 1
  var state = ""
  var isDone = false
}

struct Kill: Equatable, Sendable {
  var process = Process()
  var choice = Choice([false, true])
}

struct Point: Equatable, Sendable { var x = 0.0, y = 0.0 }

struct Process: Equatable, Identifiable, Sendable {
  var id = 1
  var command = ""
  var cpu = 0.0
  var heat = Color.red
  var percent = ""
}

struct Question: Equatable, Sendable { var text = "" }

// MARK: Spins, screens and views

let spin = Spin<State, Event>(initialState: State()) { Reducer { _, _ in } }
let build = spin
let counter = spin
let counterSpin = spin
let editor = spin
let form = spin
let library = spin
let shop = spin
let running = spin.start(on: .async)
let ui = UISpin(spin) { _, _ in Text("") }
let uiSpin = ui
var rehearsal: Rehearsal<State, Event> { leftOut() }
var input: UserInput { leftOut() }
var view: some View { Text("") }
let top = State()

final class Owner: Sendable {
  func render(state: State) -> some View { Text("") }
  func view(state: State, screen: Screen) -> some View { Text("") }
}

let owner = Owner()

struct Files: View {
  init(_ state: State) {}
  var body: some View { Text("") }
}

struct Preview: View {
  init(_ state: State) {}
  var body: some View { Text("") }
}

struct Shelf: View {
  init(_ state: State) {}
  var body: some View { Text("") }
}

struct Sidebar: View {
  init(_ state: State) {}
  var body: some View { Text("") }
}

// MARK: The world

nonisolated(unsafe) var options = UIOptions.fullScreen
let bytes: [UInt8] = []
let data = Data()
let file = File()
let logo = Pixels(width: 1, height: 1, rgba: bytes)
let pace = Pace(of: 1)
let path = ""

struct CommandWords: Sendable { let save = "" }

let words = CommandWords()

func order() async throws(Prompt.Failure) {}
func order(_ size: String, for name: String) {}
func read(_ folder: Folder) -> [Folder] { [] }
