/// Tries every order of the steps of a scene, depth first, each state once.
struct MailboxExplorer {
  private(set) var violation: MailboxModel.Violation?
  /// Who made which step before the violation.
  private(set) var path: [String] = []
  private var frames: [Frame] = []
  /// The states seen, by number, and whether they are on the way to the present one.
  private var numbers: [MailboxModel: Int] = [:]
  private var isOnPath: [Bool] = []

  /// A state on the way, and the process whose step is tried next.
  private struct Frame {
    let number: Int
    let state: MailboxModel
    var next = 0

    var description: String {
      let index = next - 1
      guard state.processes.indices.contains(index) else { return "end" }
      return "\(index) \(state.processes[index].step)"
    }
  }

  /// Explores a scene up to the first violation, or until it has seen `limit` states.
  init(_ scene: MailboxScene, _ mutant: MailboxMutant? = nil, states limit: Int = .max) {
    visit(MailboxModel(scene, mutant))
    while violation == nil, stateCount < limit, let last = frames.indices.last { advance(last) }
    if violation != nil { path = frames.map(\.description) }
  }

  var stateCount: Int { isOnPath.count }

  private mutating func advance(_ last: Int) {
    let state = frames[last].state
    let index = frames[last].next
    guard index < state.processes.count else {
      isOnPath[frames[last].number] = false
      frames.removeLast()
      return
    }
    frames[last].next += 1
    guard state.canStep(index) else { return }
    var successor = state
    successor.step(index)
    visit(successor)
  }

  private mutating func visit(_ state: MailboxModel) {
    let new = isOnPath.count
    let number = numbers[state, default: new]
    if number < new {
      // All could go on like this forever.
      if isOnPath[number] { violation = .spins }
      return
    }
    numbers[state] = new
    isOnPath.append(true)
    frames.append(Frame(number: new, state: state))
    violation = state.violation ?? state.violationAtEnd
  }
}
