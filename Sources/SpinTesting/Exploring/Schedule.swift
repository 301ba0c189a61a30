internal import SpinCore

/// The choices of one explored run.
///
/// The order of the events of a loop and that of the alarms are kept. The lanes are the loops, each
/// of which takes its next event, the jobs of tasks, and the alarms.
struct Schedule: Sendable {
  /// A lane that could go on.
  struct Lane: Hashable, Sendable {
    let name: LaneName
    /// The number of the piece of work that is next in the lane.
    let work: Int
  }

  /// Identifies a lane during a run.
  enum LaneName: Hashable, Sendable {
    case loop(Int)
    case body(Int)
    case alarms
  }

  let alarms: AlarmOrder
  /// The choices that were made, of those places where there was more than one.
  private(set) var choices: [Int] = []
  private var chooser: any Chooser
  /// The numbers of the loops, in the order in which they were seen.
  private var loops: [ObjectIdentifier: Int] = [:]

  init(_ chooser: any Chooser, alarms: AlarmOrder) {
    self.chooser = chooser
    self.alarms = alarms
  }

  /// Returns the lane of a piece of work, which may be that of a loop that was not seen before.
  mutating func lane(of work: Agenda.Work) -> LaneName {
    switch work {
    case .turn(let turn):
      let number = loops[turn.loopID] ?? loops.count
      loops[turn.loopID] = number
      return .loop(number)
    case .job(_, let execution): return .body(execution.number)
    case .condition, .alarm: return .alarms
    }
  }

  /// Returns the name of a loop that was seen.
  func name(of loop: ObjectIdentifier) -> String {
    "loop \(loops[loop, default: 0] + 1)"
  }

  /// Returns the place of the lane that goes on, 0 if there is only one.
  mutating func choose(among lanes: [Lane]) -> Int {
    guard lanes.count > 1 else { return 0 }
    let choice = min(chooser.choose(among: lanes, after: choices.count), lanes.count - 1)
    choices.append(choice)
    return choice
  }
}
