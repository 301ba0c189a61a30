import SpinCore

/// A run of an effect: of which feedback, and which number.
///
/// The model counts from 1 in order of beginning; the loop has its own serial numbers.
struct RunName: Hashable, Sendable {
  var slot: Int
  var serial: UInt64
}

/// Where an entry of the mailbox came from.
enum Source: Hashable, Sendable {
  case outside
  case immediate(slot: Int)
  case work(RunName)
  /// A stream that has asked for a state when there was none, after so many.
  case stream(slot: Int, gone: Int)
  /// The end of the time for which a start was held.
  case hold(RunName)
}

/// What an observer sees of a transition.
struct Sight: Hashable, Sendable {
  var number: Int
  var event: Word?
  /// Everything that the origin says.
  var origin: String
  /// The element that the origin names, unless it is one of a part that is one of several.
  var element: String?
  var state: Node
  var previous: Node?
}

/// One line of what happened, or of what had to happen.
enum Line: Hashable, Sendable {
  /// An entry was taken; without an event it says that a piece of work has finished.
  case taken(Source, Word?)
  /// Some code has returned, which is of interest to those who wait for the end only.
  case bodyReturned
  /// Its event is compared with those before it, having been accepted then.
  case compared(at: Duration)
  case dropped(DropReason)
  case reduced(number: Int)
  /// A selector, lens, filter or collection was called, with this node.
  case asked(slot: Int, String)
  /// What a feedback has answered, for the element with these ids if it has one for each.
  case answered(slot: Int, element: String, FeedbackAnswer)
  case cancelled(RunName)
  case observed(by: Int, Sight)
  case published(number: Int)
  /// An effect closure was called, and what it saw.
  case called(slot: Int, String)
  case described(slot: Int)
  case waited(slot: Int)
  case posted(slot: Int, count: Int)
  /// The loop asked its clock.
  case clock(slot: Int, Duration)
  /// The steps up to a transition are durable.
  case opened(upTo: Int)
  /// A start is held.
  case held(RunName)
  case started(RunName)
  /// Its code has waited until its step was durable, and begins.
  case released(RunName)
  case ended(RunName)
  case stopped
  /// Somebody was told that the loop is settled; with the state that each stream had taken before
  /// the one that it waits for.
  case settled([Int: Int])
  /// The contract is broken in a way that has no line.
  case wrong(String)
}

extension Sight {
  init(_ transition: Transition<Node, Word>) {
    number = transition.number
    event = transition.event
    origin = transition.origin.inFull
    state = transition.state
    previous = transition.previous
    if case .feedback(let origin) = transition.origin, let id = origin.element, id.path.count == 1 {
      // An id keeps its type; a part that is the only one of its place has that as its id.
      element = id.id is Int || Place(rawValue: "\(id.id)") != nil ? "\(id)" : "\(type(of: id.id))"
    }
  }
}

extension Origin {
  /// Everything that an origin says.
  fileprivate var inFull: String {
    guard case .feedback(let origin) = self else { return description }
    return "\(origin.index) \(origin)\(origin.isImmediate ? " immediately" : "")"
  }
}

extension Line {
  /// Whether it is the first of what one entry brings about.
  var isHead: Bool {
    switch self {
    case .taken, .bodyReturned, .stopped, .settled, .opened: true
    default: false
    }
  }

  /// Whether it tells an answer of a feedback.
  var isAnswer: Bool { if case .answered = self { true } else { false } }

  /// The run it is about.
  var run: RunName? {
    switch self {
    case .started(let name), .released(let name), .ended(let name), .cancelled(let name),
      .held(let name):
      name
    default: nil
    }
  }

  /// The same line about a run of another name.
  func renamed(_ names: [RunName: RunName]) -> Line {
    func other(_ name: RunName) -> RunName { names[name] ?? name }
    return switch self {
    case .started(let name): .started(other(name))
    case .released(let name): .released(other(name))
    case .ended(let name): .ended(other(name))
    case .cancelled(let name): .cancelled(other(name))
    case .held(let name): .held(other(name))
    case .taken(let source, let event):
      .taken(source.run.map { source.renamed(other($0)) } ?? source, event)
    default: self
    }
  }
}

extension Source {
  /// The run that it is about.
  var run: RunName? {
    switch self {
    case .work(let name), .hold(let name): name
    case .outside, .immediate, .stream: nil
    }
  }

  /// The same about a run of another name.
  func renamed(_ name: RunName) -> Source {
    switch self {
    case .work: .work(name)
    case .hold: .hold(name)
    case .outside, .immediate, .stream: self
    }
  }
}
