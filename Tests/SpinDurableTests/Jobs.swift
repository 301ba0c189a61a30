import SpinCore
import SpinDurable
import SpinTestSupport

/// The spin of these tests: jobs that are submitted, worked on one by one, and done.
struct Jobs: Codable, Equatable, Sendable {
  enum Event: Codable, Equatable, Sendable {
    case submitted(String)
    case done(String)
  }

  var waiting: [String] = []
  var done: [String] = []

  mutating func apply(_ event: Event) {
    switch event {
    case .submitted(let job): waiting.append(job)
    case .done(let job):
      waiting.removeAll { $0 == job }
      done.append(job)
    }
  }

  static func spin(_ remote: Remote<Event> = Remote()) -> Spin<Jobs, Event> {
    Spin(initialState: Jobs()) {
      Feedback(on: \.waiting.first) { job in remote.effect(job) }.named("work")
      Reducer { $0.apply($1) }
    }
  }
}

extension RuntimeUnderTest {
  /// The runtimes that can run a durable loop.
  static let durable = all.filter { !$0.isCallersThread }
}

extension MemoryStore {
  /// The events of a log that are kept, as text.
  func events(_ name: String) -> [String] {
    self[name].filter { $0.kind == .event }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
