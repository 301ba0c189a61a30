/// A way to choose among the lanes of an explored run.
protocol Chooser: Sendable {
  /// Chooses a lane.
  ///
  /// - Parameters:
  ///   - lanes: The lanes that could go on, two or more, in the order in which they became ready.
  ///   - count: The number of choices made before.
  /// - Returns: The place of the lane.
  mutating func choose(among lanes: [Schedule.Lane], after count: Int) -> Int
}

/// Repeats choices, and then takes the first lane.
struct Tape: Chooser {
  let choices: [Int]

  func choose(among lanes: [Schedule.Lane], after count: Int) -> Int {
    count < choices.count ? choices[count] : 0
  }
}

/// Chooses each lane with the same probability.
struct RandomWalk: Chooser {
  var random: SeededGenerator

  mutating func choose(among lanes: [Schedule.Lane], after count: Int) -> Int {
    random.below(lanes.count)
  }
}

/// Mostly stays in a lane, so that one runs far ahead of the others.
struct StickyWalk: Chooser {
  var random: SeededGenerator
  private var lane: Schedule.LaneName?

  init(random: SeededGenerator) {
    self.random = random
  }

  mutating func choose(among lanes: [Schedule.Lane], after count: Int) -> Int {
    if let place = lanes.firstIndex(where: { $0.name == lane }), random.below(8) > 0 {
      return place
    }
    let place = random.below(lanes.count)
    lane = lanes[place].name
    return place
  }
}

/// Gives each lane a random priority, and lowers that of the first lane at a few random places.
///
/// The algorithm is PCT: Burckhardt, Kothari, Musuvathi and Nagarakatte, "A Randomized Scheduler
/// with Probabilistic Guarantees of Finding Bugs", 2010. With `changes` such places it finds a
/// fault that needs `changes + 1` orders between lanes with a probability that depends on the
/// numbers of lanes and of choices.
struct PriorityWalk: Chooser {
  private var random: SeededGenerator
  private var priorities: [Schedule.LaneName: UInt64] = [:]
  /// The numbers of choices after which the first lane becomes the last one.
  private let changes: [Int]

  /// - Parameters:
  ///   - changes: The number of changes.
  ///   - length: The number of choices that a run is likely to have.
  ///   - random: The source of the priorities.
  init(changes: Int, length: Int, random: SeededGenerator) {
    var random = random
    self.changes = (0..<changes).map { _ in random.below(max(1, length)) }
    self.random = random
  }

  mutating func choose(among lanes: [Schedule.Lane], after count: Int) -> Int {
    for lane in lanes where priorities[lane.name] == nil {
      priorities[lane.name] = random.next() | 1 << 63
    }
    for (rank, change) in changes.enumerated() where change == count {
      priorities[lanes[first(of: lanes)].name] = UInt64(rank)
    }
    return first(of: lanes)
  }

  /// Returns the place of the first lane, or of one of its pieces of work at random: the child
  /// tasks of a body are in one lane.
  private mutating func first(of lanes: [Schedule.Lane]) -> Int {
    let ranks = lanes.map { priorities[$0.name, default: 0] }
    let best = ranks.max()
    let places = ranks.indices.filter { ranks[$0] == best }
    return places.count == 1 ? places[0] : places[random.below(places.count)]
  }
}

/// Gives each piece of work a random priority when it is first seen.
///
/// So one piece of work can be late while all others go on. The algorithm is the basic form of POS:
/// Yuan, Yang and Gu, "Partial Order Aware Concurrency Sampling", 2018.
struct OrderSampling: Chooser {
  private var random: SeededGenerator
  private var priorities: [Schedule.Lane: UInt64] = [:]

  init(random: SeededGenerator) {
    self.random = random
  }

  mutating func choose(among lanes: [Schedule.Lane], after count: Int) -> Int {
    var best = (place: 0, priority: UInt64.zero)
    for (place, lane) in lanes.enumerated() {
      let priority = priorities[lane] ?? random.next()
      priorities[lane] = priority
      if priority > best.priority { best = (place, priority) }
    }
    // The alarm has no number, so the next one gets a priority of its own here.
    priorities[lanes[best.place]] = nil
    return best.place
  }
}
