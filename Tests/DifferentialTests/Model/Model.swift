import SpinCore

/// The loop contract in arrays and loops: slow, sequential, obviously right.
///
/// It knows nothing of the engine. It is given the entries in the order in which the mailbox
/// accepted them, and writes down everything that has to happen. A part has a life, which is the model of
/// its spin alone.
struct Model {
  /// An effect that is alive.
  struct Run {
    var name: RunName
    var seat: Seat
    /// The pieces of its work that have not finished.
    var pieces: Int
    /// Those of its pieces that have several steps, which have begun.
    var stages: [Stage] = []
    /// The pieces of its work, which begin when it starts.
    var works: [WorkShape] = []
    /// The immediate events for which a queue waits, besides the work.
    var immediates: Int
    /// The entry that it began with.
    var entry: Int
    var isStarted = false
    /// The entry with which it was started.
    var startEntry = 0
    /// The element that it belongs to.
    var element: Int?
    /// Whether it is no effect, but the wait of a start for its time.
    var isHold = false
    /// What another loop gets, if that is what it does.
    var forwards: Heard?
    /// The life that it outlives, if that is what it does.
    var life: Life?
  }

  /// An immediate event that waits in the mailbox.
  struct Posted {
    var slot: Int
    var word: Word
    /// The entry that it was posted with.
    var entry: Int
    /// The effect it belongs to, if that is in a queue.
    var run: RunName?
    /// The life in which it was described.
    var life: Life
    var origin: Birthplace
    /// Whether a subscription has emitted it as it began, so that it has a number of its own.
    var isOfSubscription = false
  }

  /// Code of a run or a branch that waits until its step is durable.
  struct Held {
    var number: Int
    var name: RunName
  }

  /// What the clock has said, for which feedback.
  struct Reading {
    var slot: Int
    var now: Duration
    /// Whether that was when the feedbacks were asked, and not when effects were described.
    var isAsking: Bool
  }

  let plan: Plan
  let root: Life
  var number = 0
  /// How many entries were taken.
  var entry = 0
  var alive: [Run] = []
  var runsSoFar: UInt64 = 0
  /// The branches that have begun, with the entries in which they did.
  var begun: [RunName: Int] = [:]
  /// The branches that the newest entry has decided against.
  var losers: [RunName] = []
  /// What has happened to parts, and to composite effects.
  var reached: Set<String> = []
  var posted: [Posted] = []
  /// What was forwarded.
  var heard: [Heard] = []
  /// The runs that the newest opening has let forward.
  var letGo: [RunName] = []
  /// The entries with which observers emitted something, by transition, that was not taken yet.
  var echoes: [Int: Int] = [:]
  /// Behind which line of its entry a closure has stopped the loop.
  private(set) var stopLine: Int?
  var isStopped = false
  /// Every transition made.
  var transitions: [Sight] = []
  /// What the clock has said since the entry was taken, in order.
  var clock: [Reading] = []
  /// The lives that have ended in this step.
  var ended: [Life] = []
  /// The own events that parts have reduced in this step.
  var taken: [ObjectIdentifier: Word] = [:]
  /// The newest step that is durable.
  var durable: Int
  /// The code that waits, in order.
  var held: [Held] = []
  /// When the newest entry was accepted.
  var now = Duration.zero
  /// What must have happened.
  var lines: [Line] = []

  init(_ plan: Plan) {
    self.plan = plan
    durable = plan.isGated ? -1 : .max
    root = Life(plan.spin, plan.initial)
  }

  var state: Node { root.state }

  // Promises 3.1, 22.5: transition 0 carries the initial state; every part that is there begins its life.
  mutating func start() {
    settleParts(root)
    makeTransition(event: nil, origin: .start)
  }

  /// Promise 8.3: a closure of the spin stops the loop.
  ///
  /// A handle that it drops may be in use by another thread for a moment longer, so that is a stop
  /// from elsewhere.
  mutating func heedStop(_ place: StopPlan.Place) {
    if stopLine == nil && plan.stops(place, state) && !plan.drops { stopLine = lines.count }
  }

  var isStopping: Bool { stopLine != nil }

  // Promise 8.5: the loop takes notice of a stop.
  mutating func stop() {
    isStopped = true
    lines.append(.stopped)
    for seat in seats { cancelAll(seat) }
    // Promise 23.6: what parts forward outlives them, and ends here.
    for run in alive where run.seat.life.isOver { cancelAll(run.seat) }
  }
}

/// Where an event comes from.
struct Birthplace {
  /// What the loop says of it.
  var text: String
  /// The only id on the way to it, if there is one.
  var element: String?

  static let start = Birthplace(text: "start")
  static let outside = Birthplace(text: "outside")

  private init(text: String) {
    self.text = text
  }

  /// A feedback, or an element of it.
  init(_ seat: Seat, element: Int?, isImmediate: Bool) {
    let ids = seat.ids(of: element)
    var words = ids.map { "[\($0.joined(separator: "/"))]" }[...]
    var name = ""
    for piece in (seat.life.prefix + seat.plan.name).split(
      separator: "[]", omittingEmptySubsequences: false)
    {
      name += (name.isEmpty ? "" : words.popFirst() ?? "[]") + piece
    }
    text =
      "\(seat.plan.slot) \(name)\(words.joined())" + (isImmediate ? " immediately" : "")
    self.element = ids.joined().count == 1 ? ids.joined().first : nil
  }
}
