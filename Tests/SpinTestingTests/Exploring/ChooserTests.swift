import Testing

@testable import SpinTesting

struct ChooserTests {
  private func lanes(_ names: Int..., work: Int = 1) -> [Schedule.Lane] {
    names.map { Schedule.Lane(name: .body($0), work: work * 100 + $0) }
  }

  /// Makes choices among the same lanes; after each one, the next piece of work of the lane is new.
  private func choices(_ count: Int, among names: [Int], _ chooser: any Chooser) -> [Int] {
    var chooser = chooser
    var works = names.map { $0 * 1_000 }
    return (0..<count).map { made in
      let lanes = zip(names, works).map { Schedule.Lane(name: .body($0), work: $1) }
      let choice = chooser.choose(among: lanes, after: made)
      works[choice] += 1
      return choice
    }
  }

  private func random(_ seed: UInt64) -> SeededGenerator { SeededGenerator(seed: seed) }

  @Test func aTapeIsRepeatedAndThenTheFirstLaneGoesOn() {
    #expect(choices(5, among: [1, 2, 3], Tape(choices: [2, 0, 1])) == [2, 0, 1, 0, 0])
    var schedule = Schedule(Tape(choices: [7, 1]), alarms: .anytime)
    #expect(schedule.choose(among: lanes(1, 2)) == 1)
    #expect(schedule.choose(among: lanes(1)) == 0)
    #expect(schedule.choose(among: lanes(1, 2)) == 1)
    // A single lane is no choice, and a place that is too large is the last.
    #expect(schedule.choices == [1, 1])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aRandomWalkTakesEachLaneAsOften(_ seed: UInt64) {
    let made = choices(3_000, among: [1, 2, 3], RandomWalk(random: random(seed)))
    for lane in 0..<3 { #expect(abs(made.count { $0 == lane } - 1_000) < 150) }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func aStickyWalkStaysInALane(_ seed: UInt64) {
    let made = choices(3_000, among: [1, 2, 3], StickyWalk(random: random(seed)))
    let changes = zip(made, made.dropFirst()).count { $0 != $1 }
    // Two of three draws in one of eight steps.
    #expect(abs(changes - 250) < 100)
    #expect(Set(made) == [0, 1, 2])
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>, 0...3)
  func aPriorityWalkChangesItsLaneAFewTimes(_ seed: UInt64, _ changes: Int) {
    let walk = PriorityWalk(changes: changes, length: 100, random: random(seed))
    let made = choices(200, among: [1, 2, 3, 4], walk)
    #expect(zip(made, made.dropFirst()).count { $0 != $1 } <= changes)
    // A change before the first choice is not seen; of two or more in these runs, at least one is.
    if changes == 0 { #expect(Set(made).count == 1) }
    if changes > 1 { #expect(Set(made).count >= 2) }
  }

  @Test func aPriorityWalkBeginsWithAnyLane() {
    let first = (1...60 as ClosedRange<UInt64>).map { seed in
      choices(1, among: [1, 2, 3], PriorityWalk(changes: 1, length: 9, random: random(seed)))[0]
    }
    #expect(Set(first) == [0, 1, 2])
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func inASampledOrderAPieceOfWorkKeepsItsPriority(_ seed: UInt64) {
    var sampling = OrderSampling(random: random(seed))
    // Of three pieces of work the order is decided once, whatever else comes and goes.
    var left = lanes(1, 2, 3)
    var alone = OrderSampling(random: random(seed))
    var order: [Schedule.LaneName] = []
    while !left.isEmpty {
      order.append(left.remove(at: alone.choose(among: left, after: 0)).name)
    }
    left = lanes(1, 2, 3)
    var other: [Schedule.LaneName] = []
    for work in 2..<40 where !left.isEmpty {
      let new = lanes(9, work: work)
      let choice = sampling.choose(among: left + new, after: work)
      if choice < left.count { other.append(left.remove(at: choice).name) }
    }
    while !left.isEmpty {
      other.append(left.remove(at: sampling.choose(among: left, after: 0)).name)
    }
    #expect(other == order)
  }
}
