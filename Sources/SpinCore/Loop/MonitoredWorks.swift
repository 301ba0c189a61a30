/// The executions, branches and held starts of a monitored loop: those that are alive, and those that are
/// over while events of them may still wait.
///
/// ```
/// take 7, cancel #3      mailbox: 8, 9 from #3, 10       #3 is over
/// take 8                 mailbox: 9 from #3, 10          its last event is 10 or an earlier one
/// take 9                 mailbox: 10                     the cause of 9 is known
/// take 11                                                #3 is forgotten
/// ```
///
/// A body that has not returned may emit later still, so its work is kept until it returns.
struct MonitoredWorks: ~Copyable {
  struct Work {
    let fact: EffectFact
    var purpose: AlarmFact.Purpose?
    var isStarted = false
    var isOver = false
    /// How many bodies have not returned.
    var bodies = 0
  }

  private var all: [UInt64: Work] = [:]
  /// The works that are over, with the numbers of the last entries that may be theirs.
  private var over = RingBuffer<(serial: UInt64, last: Int)>()
  /// The works that have ended since an entry was taken.
  private var ending: [UInt64] = []
  /// How many entries were taken.
  private var takenCount = 0

  subscript(serial: UInt64) -> Work? {
    get { all[serial] }
    set { all[serial] = newValue }
  }

  mutating func add(
    _ feedback: FeedbackOrigin, _ execution: UInt64, since transition: Int,
    stage: UInt64? = nil, attempt: Int? = nil
  ) {
    all[stage ?? execution] = Work(
      fact: EffectFact(
        feedback: feedback, execution: execution, transition: transition, stage: stage,
        attempt: attempt))
  }

  /// Notes the end of a work; returns it if its start was told.
  mutating func end(_ serial: UInt64) -> Work? {
    guard let work = all[serial], !work.isOver else { return nil }
    all[serial]?.isOver = true
    ending.append(serial)
    return work.isStarted ? work : nil
  }

  /// Notes that an entry was taken, and how many wait behind it.
  mutating func entryTaken(waiting: Int) {
    takenCount += 1
    // The events of what has ended are among those that wait now.
    for serial in ending { over.append((serial, takenCount + waiting)) }
    ending.removeEach()
    while let first = over.first, first.last < takenCount {
      forget(first.serial)
      _ = over.popFirst()
    }
  }

  /// Notes that a body has returned.
  mutating func bodyEnded(_ serial: UInt64) {
    guard let bodies = all[serial]?.bodies, bodies > 0 else { return }
    all[serial]?.bodies = bodies - 1
    if all[serial]?.isOver == true { ending.append(serial) }
  }

  /// Forgets all works that are over, because no event waits.
  mutating func forgetEnded() {
    while let first = over.popFirst() { forget(first.serial) }
    for serial in ending { forget(serial) }
    ending.removeEach()
  }

  /// Forgets a work that is over, unless a body of it may still emit.
  private mutating func forget(_ serial: UInt64) {
    if all[serial]?.bodies == 0 { all[serial] = nil }
  }
}
