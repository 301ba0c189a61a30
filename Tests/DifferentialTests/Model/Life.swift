/// A spin while it is there: the whole, or a part from its appearance to its end.
final class Life {
  let plan: SpinPlan
  /// The way to it from the whole.
  let hops: [Hop]
  /// The numbers of the scopes on the way to it, each among those of its spin.
  let way: [Int]
  /// What the names of its feedbacks begin with, with `[]` for ids.
  let prefix: String
  /// The place of the outermost part of its kind.
  let place: Place?
  /// The ids for these places; those of parts of one kind in each other are for one place, and name
  /// their own place if it is another one.
  let ids: [[String]]
  /// Whether the ids of parts of its kind in it are added to the last ones.
  let sharesIDs: Bool
  /// The state after its newest transition.
  var state: Node
  var number = 0
  var event: Word?
  /// Whether the newest transition had no event of its own.
  var isFromAbove = false
  var previous: Node?
  /// Whether it has made a transition in this step.
  var hasMoved = true
  /// Whether it has ended.
  var isOver = false
  /// Whether it has taken the place of another one in this step, so that the feedbacks say no more than
  /// that unless they want something.
  private(set) var isReplacement: Bool
  /// What is remembered of its feedbacks, in written order.
  private(set) var seats: [Seat] = []
  /// For each scope, the parts that are there, in order.
  var parts: [[(key: Int?, life: Life)]]
  /// For what drops repeats, when an event of each key was reduced last.
  var reducedAt: [[Int: Duration]]

  /// A part in a life, or the whole.
  init(
    _ plan: SpinPlan, _ state: Node, _ scope: ScopePlan? = nil, _ key: Int? = nil,
    in whole: Life? = nil, by index: Int? = nil, isReplacement: Bool = false
  ) {
    way = (whole?.way ?? []) + (index.map { [$0] } ?? [])
    self.isReplacement = isReplacement
    self.plan = plan
    self.state = state
    hops = (whole?.hops ?? []) + (scope.map { [$0.hop(key)] } ?? [])
    if let scope, let whole {
      let name = scope.place.rawValue + (key == nil ? "" : "[]") + "."
      prefix = scope.isRecursion ? whole.prefix : whole.prefix + name
      place = scope.isRecursion ? whole.place : scope.place
      let words =
        (place == scope.place ? [] : [scope.place.rawValue]) + (key.map { ["\($0)"] } ?? [])
      let step = words.isEmpty ? [] : [words.joined(separator: " ")]
      let joins = scope.isRecursion && whole.sharesIDs
      ids =
        joins
        ? whole.ids.dropLast() + [(whole.ids.last ?? []) + step]
        : whole.ids + (step.isEmpty ? [] : [step])
      sharesIDs = !step.isEmpty || joins
    } else {
      (prefix, place, ids, sharesIDs) = ("", nil, [], false)
    }
    parts = plan.scopes.map { _ in [] }
    reducedAt = plan.repeats.map { _ in [:] }
    seats = plan.ownFeedbacks.map { Seat($0, self) }
  }

  func move(to node: Node, by event: Word?) {
    number += 1
    self.event = event
    isFromAbove = event == nil
    previous = state
    state = node
    hasMoved = true
  }

  /// The life, and those of the parts of its kind in it, the outer ones first.
  var ofItsKind: [Life] {
    zip(plan.scopes, parts).reduce(into: [self]) { all, place in
      if place.0.isRecursion { all += place.1.flatMap(\.life.ofItsKind) }
    }
  }

  func quieten() {
    hasMoved = false
    isReplacement = false
    for parts in parts { for part in parts { part.life.quieten() } }
  }
}

/// What is remembered of a feedback during a life.
final class Seat {
  /// An element of the newest collection; the one element -1, if it is throttled without one.
  struct Element {
    var item: Item
    /// Whether it has ever had a value.
    var hadValue = false
    /// When its closure was called last.
    var latestStart: Duration?
    /// The effects that wait for the one before them.
    var waiting: [EffectPlan] = []
  }

  /// What a selector says about a state.
  enum Verdict {
    case wanted, declined, unchanged, withdrawn
    /// What has become of elements.
    case elements([ElementChange])
  }

  let plan: FeedbackPlan
  unowned let life: Life
  var verdict = Verdict.unchanged
  /// Whether an answer was told, if it belongs to one of several parts.
  var hadValue = false
  var newestSelection: Int?
  /// The attempt that was seen last: which start, and which number.
  var newestAttempt: [UInt64]?
  /// How often the pulse had been assigned in the state seen last.
  var newestCount: Int?
  /// The effects that wait for the one before them.
  var waiting: [EffectPlan] = []
  var elements: [Element] = []
  /// The elements that wait for a place.
  var line: [Int] = []
  /// The elements whose next effect may begin, in the order in which the ones before have ended.
  var ready: [Int] = []
  /// What the clock said when the feedback was asked last.
  var now = Duration.zero
  /// The elements to be called in this step.
  var calls: [Int] = []
  /// How many states a stream was handed, and after how many it asked for the next.
  var handed = 0
  var gone = 0

  init(_ plan: FeedbackPlan, _ life: Life) {
    self.plan = plan
    self.life = life
  }
}

/// What has become of an element.
struct ElementChange {
  enum Kind { case wanted, retried, declined, withdrawn, absent, left }

  var id: Int
  var kind: Kind
}
