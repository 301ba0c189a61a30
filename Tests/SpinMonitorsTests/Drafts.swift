import SpinAsync
import SpinCallbacks
import SpinMonitors
import SpinTesting

// snippet.draft
struct Draft: Equatable, Sendable {
  enum Phase: CaseIterable, Sendable { case editing, saving, saved, failed }
  enum Event: Equatable, Sendable { case edited(String), save, saved, failed }
  var text = "", phase = Phase.editing

  mutating func reduce(_ event: Event) {
    switch event {
    case .edited(let text): (self.text, phase) = (text, .editing)
    case .save: phase = .saving
    case .saved: phase = .saved
    case .failed: phase = .failed
    }
  }
}

func draft(saving save: Effect<Draft.Event>) -> Spin<Draft, Draft.Event> {
  Spin(initialState: Draft()) {
    Feedback(while: { $0.phase == .saving }) { save }.named("save")
    Reducer { draft, event in draft.reduce(event) }
  }
}
// snippet.end

/// Runtimes that run a test's steps where it emits, and elsewhere.
enum Place: CaseIterable, Sendable {
  case callersThread, queue, tasks

  func runtime(_ scheduler: any SpinScheduler) -> any SpinRuntime {
    switch self {
    case .callersThread: CallbackRuntime.callersThread(scheduler: scheduler)
    case .queue: CallbackRuntime(scheduler: scheduler)
    case .tasks: AsyncRuntime(scheduler: scheduler)
    }
  }
}
