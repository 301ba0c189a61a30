import Dispatch
import Foundation
import SpinAsync
import SpinCore

/// A runtime on a dispatch queue that breaks one promise.
final class BrokenRuntime: SpinRuntime {
  enum Defect: String, CaseIterable, CustomStringConvertible {
    case none
    // Turns.
    case runsTurnsTwice, runsTurnsOnTwoThreads, dropsSomeTurns, forgetsTheRestOfATurn
    case recursesIntoTheRestOfATurn, keepsTheQueueForATurn, runsTheNewestTurnFirst
    case runsTurnsUnderALock, keepsTurns, makesStepsInsideOthers, saysThatItRunsTurnsAtOnce
    case staysInTheCancelledTask, saysTheWrongPlace, isIsolatedEverywhere, isIsolatedNowhere
    // Bodies.
    case neverStartsBodies, callsBodiesTwice, dropsTheTurnsOfBodies, waitsForBodies
    case runsBodiesOneByOne, forgetsCancellation, cancelsTheNewestBody, skipsCancelledBodies
    case ignoresExecutors, keepsBodies
    // Cancelling of its own accord.
    case cancelsEachTenthBody, cancelsTheSecondBody, cancelsTheOthersWhenOneReturns
    case cancelsBodiesOnExecutors, cancelsTheTasksOfSomeTurns, cancelsOldBodies

    var description: String { rawValue }

    /// Whether turns are run by the thread that schedules them.
    fileprivate var isOnCallersThread: Bool {
      switch self {
      case .makesStepsInsideOthers, .runsTurnsUnderALock, .staysInTheCancelledTask: true
      default: false
      }
    }
  }

  private struct Content: Sendable {
    var count = 0
    var turns: [Turn] = []
    var bodies: [EffectBody] = []
    var newest: Task<Void, Never>?
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  let scheduler: any SpinScheduler
  private let defect: Defect
  private let queue = DispatchQueue(label: "broken")
  private let otherQueue = DispatchQueue(label: "other")
  private let lock = NSLock()
  private let content = Guarded(Content())

  init(_ defect: Defect, scheduler: (any SpinScheduler)? = nil) {
    self.defect = defect
    self.scheduler = scheduler ?? ClockScheduler(SuspendingClock())
  }

  var isolation: LoopIsolation {
    if defect == .saysTheWrongPlace { return .mainActor }
    return defect.isOnCallersThread ? .callersThread : .serialQueue("broken")
  }

  var runsTurnsAtOnce: Bool { defect == .saysThatItRunsTurnsAtOnce }

  func isIsolatingCurrentContext() -> Bool? {
    switch defect {
    case .isIsolatedEverywhere: true
    case .isIsolatedNowhere: false
    default: nil
    }
  }

  func schedule(_ turn: Turn) {
    switch defect {
    case .runsTurnsTwice:
      queue.async {
        turn()
        turn()
      }
    case .runsTurnsOnTwoThreads:
      queue.async { turn() }
      otherQueue.async { turn() }
    case .dropsSomeTurns:
      let isKept = content.withLock { content in
        content.count += 1
        return content.count % 50 != 0
      }
      if isKept { queue.async { turn() } }
    case .forgetsTheRestOfATurn: queue.async { _ = turn.run(limit: 10) }
    case .recursesIntoTheRestOfATurn: queue.async { self.slice(turn) }
    case .keepsTheQueueForATurn:
      queue.async {
        var rest: Turn? = turn
        while let turn = rest { rest = turn.run(limit: 10) }
      }
    case .runsTheNewestTurnFirst:
      content.withLock { $0.turns.append(turn) }
      queue.async { self.content.withLock { $0.turns.popLast() }?() }
    case .runsTurnsUnderALock: lock.withLock { turn.runUnnested() }
    case .makesStepsInsideOthers: turn()
    case .staysInTheCancelledTask: turn.runUnnested()
    case .keepsTurns:
      content.withLock { $0.turns.append(turn) }
      queue.async { turn() }
    case .cancelsTheTasksOfSomeTurns:
      let isCancelled = countUp() % 10 == 0
      Task.detached {
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        turn()
      }
    default: queue.async { turn() }
    }
  }

  private func countUp() -> Int {
    content.withLock { content in
      content.count += 1
      return content.count
    }
  }

  private func slice(_ turn: Turn) {
    if let rest = turn.run(limit: 1) { slice(rest) }
  }

  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
    switch defect {
    case .neverStartsBodies: return .none
    case .callsBodiesTwice:
      return run(on: executor) {
        let turn = await body()
        _ = await body()
        return turn
      }
    case .dropsTheTurnsOfBodies:
      return run(on: executor) {
        _ = await body()
        return nil
      }
    case .waitsForBodies:
      let end = DispatchSemaphore(value: 0)
      let cancellation = run(on: executor) {
        defer { end.signal() }
        return await body()
      }
      end.wait()
      return cancellation
    case .runsBodiesOneByOne:
      return content.withLock { content in
        let before = content.newest
        let task = Task.detached {
          await before?.value
          if let turn = await body() { self.schedule(turn) }
        }
        content.newest = task
        return Cancellation(task)
      }
    case .forgetsCancellation:
      _ = run(on: executor) { await body() }
      return .none
    case .cancelsTheNewestBody:
      let task = Task.detached { if let turn = await body() { self.schedule(turn) } }
      content.withLock { $0.newest = task }
      return Cancellation { self.content.withLock { $0.newest }?.cancel() }
    case .skipsCancelledBodies:
      return run(on: executor) { Task.isCancelled ? nil : await body() }
    case .ignoresExecutors: return run(on: nil) { await body() }
    case .keepsBodies:
      content.withLock { $0.bodies.append(body) }
      return run(on: executor) { await body() }
    case .cancelsEachTenthBody, .cancelsTheSecondBody, .cancelsBodiesOnExecutors:
      let cancellation = run(on: executor) { await body() }
      let number = countUp()
      let isCancelled =
        switch defect {
        case .cancelsEachTenthBody: number % 10 == 0
        case .cancelsTheSecondBody: number == 2
        default: executor != nil
        }
      if isCancelled { cancellation.cancel() }
      return cancellation
    case .cancelsOldBodies:
      let cancellation = run(on: executor) { await body() }
      _ = scheduler.after(.milliseconds(20)) { cancellation.cancel() }
      return cancellation
    case .cancelsTheOthersWhenOneReturns:
      let number = countUp()
      return content.withLock { content in
        let task = Task.detached(executorPreference: executor) {
          let turn = await body()
          for task in self.takeTasks(but: number) { task.cancel() }
          if let turn { self.schedule(turn) }
        }
        content.tasks[number] = task
        return Cancellation(task)
      }
    default: return run(on: executor) { await body() }
    }
  }

  private func takeTasks(but number: Int) -> [Task<Void, Never>] {
    content.withLock { content in
      defer { content.tasks = [:] }
      content.tasks[number] = nil
      return Array(content.tasks.values)
    }
  }

  private func run(
    on executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> Turn?
  ) -> Cancellation {
    Cancellation(
      Task.detached(executorPreference: executor) {
        if let turn = await body() { self.schedule(turn) }
      })
  }
}
