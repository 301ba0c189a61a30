/// What a description comes to: the events that are facts, and the works that begin with it.
struct EffectShape: Sendable {
  var events: [Int] = []
  var works: [WorkShape] = []

  /// Whether it describes neither events nor work.
  var isNothing: Bool { events.isEmpty && works.isEmpty }
}

/// A piece of work that is described.
indirect enum WorkShape: Sendable {
  /// A body: it says by itself when it has ended.
  case plain
  /// A delay or a period of one event, which does so as well.
  case timer
  /// A callback does so as well, and is a branch if it is not alone.
  case callback
  /// A subscription is a callback whose first event is immediate if it is alone.
  case subscription(Int?)
  /// What begins when a delay has passed.
  case delay(EffectShape)
  /// Works, which an event may bring to their end.
  case timeout([WorkShape])
  /// Works of which those that yield first go on alone.
  case race([[WorkShape]])
  /// A first part, which may have events, and those after it.
  case chain([WorkShape], hasEvents: Bool, then: [EffectShape])
  /// A body that fails so often, and how often it is called.
  case retry(failures: Int, attempts: Int)
}

extension EffectPlan {
  /// What the contract makes of the description.
  var shape: EffectShape {
    switch self {
    case .none: EffectShape()
    case .just(let kind): EffectShape(events: [kind])
    case .several(let kinds): EffectShape(events: kinds)
    case .once, .body, .sequence: EffectShape(works: [.plain])
    case .after, .every: EffectShape(works: [.timer])
    case .callback: EffectShape(works: [.callback])
    case .subscription(let kind): EffectShape(works: [.subscription(kind)])
    case .retry(_, _, let failures, let attempts, _):
      EffectShape(works: [.retry(failures: failures, attempts: attempts)])
    case .merge(let parts):
      EffectShape(
        events: parts.flatMap(\.shape.events), works: parts.flatMap(\.shape.works))
    case .shift(let by, let part): part.shape.map { ($0 + by) % Word.kinds }
    case .delayed(_, let part): part.shape.delayed
    case .backedOff(let part): EffectShape(works: [.delay(part.shape)])
    case .timeout(_, _, let part): part.shape.timedOut
    case .race(let parts): .race(parts.map(\.shape))
    case .then(let parts): parts.map(\.shape).reduce(EffectShape()) { $0.then($1) }
    }
  }
}

extension EffectShape {
  /// The works that an execution of the effect starts: beside a callback, each of them is a branch.
  var startedWorks: [WorkShape] {
    let hasCallback = works.contains(where: \.isRegistration)
    return works.count > 1 && hasCallback ? [.chain(works, hasEvents: false, then: [])] : works
  }

  // A delay of one event is `after`; delays of delays add up.
  fileprivate var delayed: EffectShape {
    if works.isEmpty && events.count == 1 { return EffectShape(works: [.timer]) }
    if events.isEmpty, works.count == 1, case .delay = works[0] { return self }
    return EffectShape(works: [.delay(self)])
  }

  // Only work takes time.
  fileprivate var timedOut: EffectShape {
    works.isEmpty ? self : EffectShape(events: events, works: [.timeout(works)])
  }

  // An immediate event wins when it is described; who has nothing to do cannot win.
  fileprivate static func race(_ parts: [EffectShape]) -> EffectShape {
    if let winner = parts.first(where: { !$0.events.isEmpty }) { return winner }
    var runners: [[WorkShape]] = []
    for part in parts where !part.works.isEmpty {
      if part.works.count == 1, case .race(let more) = part.works[0] {
        runners += more
      } else {
        runners.append(part.works)
      }
    }
    if runners.count < 2 { return EffectShape(works: runners.first ?? []) }
    return EffectShape(works: [.race(runners)])
  }

  // Chains are flat, and nothing is no part of them.
  fileprivate func then(_ next: EffectShape) -> EffectShape {
    if isNothing { return next }
    if next.isNothing { return self }
    let (left, right) = (links, next.links)
    let all = left + right
    return EffectShape(
      events: all[0].events,
      works: [.chain(all[0].works, hasEvents: !all[0].events.isEmpty, then: Array(all[1...]))])
  }

  private var links: [EffectShape] {
    guard works.count == 1, case .chain(let first, let hasEvents, let rest) = works[0],
      hasEvents == !events.isEmpty
    else { return [self] }
    return [EffectShape(events: events, works: first)] + rest
  }

  fileprivate func map(_ transform: (Int) -> Int) -> EffectShape {
    EffectShape(events: events.map(transform), works: works.map { $0.map(transform) })
  }
}

extension WorkShape {
  fileprivate var isRegistration: Bool {
    switch self {
    case .callback, .subscription: true
    case .plain, .timer, .delay, .timeout, .race, .chain, .retry: false
    }
  }

  fileprivate func map(_ transform: (Int) -> Int) -> WorkShape {
    switch self {
    case .plain, .timer, .callback, .retry: self
    case .subscription(let kind): .subscription(kind.map { transform($0) })
    case .delay(let shape): .delay(shape.map(transform))
    case .timeout(let works): .timeout(works.map { $0.map(transform) })
    case .race(let parts): .race(parts.map { works in works.map { $0.map(transform) } })
    case .chain(let first, let hasEvents, let rest):
      .chain(
        first.map { $0.map(transform) }, hasEvents: hasEvents, then: rest.map { $0.map(transform) })
    }
  }
}
