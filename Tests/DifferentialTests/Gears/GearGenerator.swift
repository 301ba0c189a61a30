import SpinCore
import SpinTestSupport
import SpinTesting

/// Makes loops on gears of a seed, and what happens to them.
struct GearGenerator {
  private var seed: SeededGenerator

  init(_ seed: UInt64) {
    self.seed = SeededGenerator(seed: seed)
  }

  mutating func plan() -> GearPlan {
    let gears = (0..<(1 + seed.below(3))).map { _ in seed.chance(50) }
    let loops = (0..<(2 + seed.below(4))).map { _ in loop(gears.count) }
    var phases = [
      GearPhase(
        threads: [loops.indices.filter { _ in seed.chance(70) }.map { .start($0) }],
        settles: seed.chance(50))
    ]
    for _ in 0..<(2 + seed.below(4)) { phases.append(phase(loops.count, gears.count)) }
    phases[phases.count - 1].settles = true
    return GearPlan(gears: gears, loops: loops, phases: phases)
  }

  private mutating func loop(_ gears: Int) -> CogPlan {
    let all = RuntimeUnderTest.all
    return CogPlan(
      initial: Cog(value: seed.below(GearPlan.values), fuel: 2 + seed.below(12)),
      table: (0..<GearPlan.values).map { _ in
        (0..<GearPlan.kinds).map { _ in seed.below(GearPlan.values) }
      },
      feedbacks: (0..<(1 + seed.below(4))).map { _ in feedback(seed.below(gears)) },
      isGated: seed.chance(35), runtime: seed.chance(40) ? all[seed.below(all.count)] : nil)
  }

  private mutating func feedback(_ gear: Int) -> GearLook {
    switch seed.weighted([5, 3, 3, 1]) {
    case 0: .receiving(gear: gear, passes: (0..<GearPlan.kinds).map { _ in seed.chance(70) })
    case 1:
      .sending(
        gear: gear, parts: (0..<GearPlan.values).map { _ in seed.chance(75) ? kind() : nil })
    case 2:
      .sendingTransitions(
        gear: gear, kinds: (0...GearPlan.kinds).map { _ in seed.chance(60) ? kind() : nil })
    default: .opening(kind())
    }
  }

  private mutating func phase(_ loops: Int, _ gears: Int) -> GearPhase {
    let threads = seed.chance(40) ? 1 : 2 + seed.below(2)
    return GearPhase(
      threads: (0..<threads).map { _ in
        (0..<(1 + seed.below(5))).map { _ in
          switch seed.weighted([5, 5, 3, 1]) {
          case 0: .emit(loop: seed.below(loops), kind())
          case 1: .post(gear: seed.below(gears), kind())
          case 2: .start(seed.below(loops))
          default: .stop(seed.below(loops))
          }
        }
      }, flooded: seed.chance(20) ? seed.below(gears) : nil, settles: seed.chance(60))
  }

  private mutating func kind() -> Int { seed.below(GearPlan.kinds) }
}

extension GearPlan {
  /// Plans that leave out one thing of this one.
  var smaller: [GearPlan] {
    var all: [GearPlan] = []
    func add(_ change: (inout GearPlan) -> Void) {
      var plan = self
      change(&plan)
      all.append(plan)
    }
    for index in phases.indices.dropLast() { add { $0.phases.remove(at: index) } }
    for (index, phase) in phases.enumerated() {
      if phase.flooded != nil { add { $0.phases[index].flooded = nil } }
      for (thread, acts) in phase.threads.enumerated() {
        if phase.threads.count > 1 { add { $0.phases[index].threads.remove(at: thread) } }
        for act in acts.indices { add { $0.phases[index].threads[thread].remove(at: act) } }
      }
    }
    for (index, loop) in loops.enumerated() {
      // NB: the names of messages have the slot in them, so a feedback is not taken away.
      for slot in loop.feedbacks.indices {
        guard case .receiving(let gear, let passes) = loop.feedbacks[slot], passes.contains(true)
        else { continue }
        add {
          $0.loops[index].feedbacks[slot] = .receiving(
            gear: gear, passes: passes.map { _ in false })
        }
      }
      if loop.isGated { add { $0.loops[index].isGated = false } }
      if loop.runtime != nil { add { $0.loops[index].runtime = nil } }
    }
    return all
  }
}
