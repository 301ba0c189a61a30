/// What few engines need: the records of staged executions, and of the lives of parts.
struct EngineExtras: Sendable {
  /// The machines of the staged executions, by serial.
  var stages = SerialList<StageMachine>()
  /// The branches of staged executions, by serial.
  var branches: [UInt64: Engine.Branch] = [:]
  /// The nodes of staged executions to begin, until ``Engine/branchBeginsTaken()``.
  var branchBegins: [Engine.BranchBegin] = []
  /// The immediate events of parts that wait in the mailbox, by the serials of their entries.
  var posted = SerialList<PostedEvents>()
  /// How many lives of parts have ended, counted for each feedback of the part.
  var lifeEnds: UInt64 = 0
}

extension Engine {
  /// The records, to be changed; made if there are none.
  var madeExtras: EngineExtras {
    get { extras.first ?? EngineExtras() }
    _modify {
      if extras.isEmpty { extras.append(EngineExtras()) }
      yield &extras[0]
    }
  }

  /// Whether an execution has stages.
  var hasStages: Bool { extras.first?.stages.isEmpty == false }

  /// Whether nodes of staged executions must begin.
  package var mustBeginBranches: Bool { extras.first?.branchBegins.isEmpty == false }

  /// How many lives of parts have ended.
  var lifeEnds: UInt64 { extras.first?.lifeEnds ?? 0 }

  /// The branch with a serial, if it is alive.
  func branch(_ serial: UInt64) -> Branch? { extras.first?.branches[serial] }

  /// The staged executions and their branches, for tests.
  package var stages: SerialList<StageMachine> { extras.first?.stages ?? SerialList() }
  package var branches: [UInt64: Branch] { extras.first?.branches ?? [:] }
}
