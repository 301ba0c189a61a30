// What the examples in comments on the loop use without declaring it: `Scripts/docstrings` compiles
// them with this file. A name means the same in all examples.

import Dispatch
import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinConformance
import SpinCore
import SpinDurable
import SpinMonitors
import SpinRecording
import SpinTesting

/// The code that an example leaves out.
func leftOut() -> Never { fatalError("an example is only compiled") }

// MARK: State and events

struct State: Equatable, Sendable {
  var query: String?
  var name = ""
  var text = ""
  var value = 0
  var balance = 0
  var ticks = 0
  var titles: [String] = []
  var items: [String] = []
  var isComplete = false
  var isCounting = false
  var isLoading = false
  var isReady = false
  var isSaved = false
  var phase = Phase.empty
  var id = 1
  var load = Attempt<Article, String>()
  var account: Account?
  var token = ""
  var ball = Ball()
  var clock = Clock()
  var editor = Editor()
  var counters: Children<Int, Counter> = [:]
  var transfers: Children<Int, Job> = [:]
  var downloads: [Job] = []
  var jobs: [Job] = []
  var jobsByID: [Int: Job] = [:]
  @Pulse var alert: String?
  @Pulse var notice: String?
  @Pulse var bounces = 0

  mutating func reduce(_ event: Event) {}

  static func spin(_ repository: Repository) -> Spin<State, Event> { leftOut() }
  static var spin: Spin<State, Event> { leftOut() }

  enum Event: Sendable, Equatable {
    case add(Int)
    case account(Account)
    case broken(String)
    case chose(String)
    case clock(Clock.Event)
    case counter(Int, Counter.Event)
    case deposit(Int)
    case download(String, Reply<Double>)
    case editor(Editor.Event)
    case failed(String)
    case finished(Int, String)
    indirect case folder(Int, Event)
    case form(Form.Event)
    case found([String])
    case frame(Duration)
    case hidden
    case increase
    case load(Reply<Request>)
    case loaded(Article)
    case login(String, Reply<Account>)
    case measured(Int)
    case moved(Int, Int)
    case named(String)
    case note(String)
    case noticeHidden
    case progress(Int, Int)
    case received(Message)
    case refused(Int, String)
    case saved(String)
    case scrolled
    case sent(Int, String)
    case shown
    case submitted(String)
    case tapped(String)
    case terminate
    case tick
    case timedOut
    case token(String)
    case typed(String)
    case withdraw(Int)

    var clock: Clock.Event? { nil }
    var editor: Editor.Event? { nil }
    var folder: (Int, Event)? { nil }
    var form: Form.Event? { nil }
    var found: [String]? { nil }
    var isTyping: Bool { false }

    static func == (one: Event, other: Event) -> Bool { leftOut() }
  }
}

typealias Event = State.Event

// Several loops in one example.
typealias Board = State
typealias BoardEvent = State.Event
typealias Draft = State
typealias Page = State
typealias Search = State
typealias Service = State
typealias Session = State
typealias SessionEvent = State.Event

enum Phase: CaseIterable, Hashable, Sendable { case empty }

struct Account: Hashable, Sendable {}

struct Article: Hashable, Sendable {}

struct Book: Hashable, Sendable { var title = "" }

struct Ball: Hashable, Sendable {
  var isMoving = false
  mutating func move(for time: Duration) {}
}

struct Counter: Hashable, Sendable {
  var count = 0
  var name = ""
  enum Event: Sendable { case increase }
}

struct Form: Hashable, Sendable {
  static var spin: Spin<Form, Event> { leftOut() }
  enum Event: Sendable { case submitted }
}

struct Job: Equatable, Sendable, Identifiable {
  var id = 1
  var address = ""
  var file = ""
  var request = Request()
  var upload = Attempt<String, String>()
}

struct Request: Hashable, Sendable {
  var progress: AsyncStream<Int> { leftOut() }
}

struct Message: Hashable, Sendable {
  func confirm() async {}
}

struct Clock: Hashable, Sendable {
  var seconds = 0
  var user: String?

  static var spin: Spin<Clock, Event> { leftOut() }
  static var reducer: Reducer<Clock, Event> { leftOut() }

  enum Event: Hashable, Sendable { case tick }
}

struct Editor: Hashable, Sendable {
  static var spin: Spin<Editor, Event> { leftOut() }

  enum Event: Hashable, Sendable { case typed(String) }
}

// MARK: Spins and their runs

let spin = State.spin

/// A spin whose runs are recorded in files.
struct Basket: Codable, Equatable, Sendable {
  enum Event: Codable, Sendable { case add(String) }
  var items: [String] = []

  static let spin = Spin<Basket, Event>(initialState: Basket()) {
    Reducer { basket, event in
      switch event {
      case .add(let item): basket.items.append(item)
      }
    }
  }
}

let search = spin
let counter = spin
let counterSpin = spin
let account = spin
let accountSpin = spin
let basketSpin = spin
let logSpin = spin
let sessionSpin = spin
let countdown = Spin<Int, Void>(initialState: 3) { Reducer { _, _ in } }
let running = spin.start(on: .async)
nonisolated(unsafe) var token: ObservationToken?
nonisolated(unsafe) var page = Page()
let time = ManualScheduler()
var test: TestSpin<State, Event> { leftOut() }
nonisolated(unsafe) var options = RunOptions<State, Event>()
let backoff = Backoff.never

// MARK: The world

struct Repository: Sendable {
  static let fake = Repository()
  func lookup(_ key: String) async -> [String] { [] }
}

let cache = Repository()
let server = Repository()
let address = ""
let draft = ""
let file = ""
let key = ""
let mirrors = [""]
let name = ""
let query = ""
let queue = DispatchQueue(label: "examples")

@MainActor let label = Label()

@MainActor final class Label { var text: String? }

struct Log: Sendable {
  func warning(_ words: String) {}
  func write(_ words: String) {}
}

let log = Log()
let disk = Log()
let orders = AsyncStream<Message> { nil }

struct Socket: Sendable {
  var messages: AsyncStream<Message> { leftOut() }
}

let socket = Socket()

final class Downloader {
  init(_ address: String) {}
  func start(_ body: @escaping @Sendable (Message) -> Void) {}
  func cancel() {}
}

enum Sound { case bounce }

struct SearchView {
  init(_ running: RunningSpin<Search, Event>) {}
  var rows: [String] { [] }
  func tap(_ row: Int) {}
}

struct Client {
  init(clock: any _Concurrency.Clock<Duration>) {}
}

struct MyRuntime: SpinRuntime {
  init(scheduler: ManualScheduler?) {}
  var isCurrent: Bool { leftOut() }
  var isolation: LoopIsolation { leftOut() }
  var scheduler: any SpinScheduler { leftOut() }
  func schedule(_ turn: Turn) {}
  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation { leftOut() }
}

var turn: Turn { leftOut() }
func schedule(_ turn: Turn) {}

let clause = Conformance.clauses[0]

struct Sensor: Sendable {
  var values: AsyncStream<Int> { leftOut() }
  func watch(_ body: @escaping @Sendable (Int) -> Void) -> Watch { Watch() }
  struct Watch: Sendable { func end() {} }
}

let sensor = Sensor()

func archive(_ file: String) async throws {}
func article(_ id: Int) async throws -> Article { Article() }
func download(_ address: String) async throws -> Article { Article() }
func draw(_ state: State) async {}
func fakeTitles(of query: String?) -> [String] { [] }
func fetch(_ address: String) async -> String { "" }
func play(_ sound: Sound, _ times: Int) async {}
@discardableResult func save(_ text: String) async -> String { text }
func send(_ file: String) async throws -> String { file }
func show(_ progress: Double) {}
func show(_ request: Request) {}
func show(_ words: String) {}
func titles(matching query: String) async -> [String] { [] }
func upload(_ file: String) async throws {}

// MARK: Recordings

let record = RunRecord<State, Event>()

// MARK: Durable loops

struct Parcels: Codable, Equatable, Sendable {
  var waiting: [String: String] = [:]

  static var spin: Spin<Parcels, Event> { leftOut() }

  enum Event: Codable, Equatable, Sendable { case ordered(id: String, to: String) }
}

struct Order: Sendable {
  init(serializedBytes: [UInt8]) throws {}
  func serializedBytes() throws -> [UInt8] { leftOut() }
}

struct MyStore: EventStore {
  init(path: String) throws {}
  func open(_ name: String) async throws -> any EventLog { leftOut() }
  func openForReading(_ name: String) async throws -> any EventLog { leftOut() }
}

let path = ""
let store = MemoryStore()
func insert(_ records: [EventRecord], after number: Int) throws {}
