import Foundation
import SpinAsync
import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting

/// A spin with effects of many forms, as its runs are recorded.
struct Journey: Codable, Equatable, Sendable {
  enum Event: Codable, Equatable, Sendable {
    case go(Int), arrived(String), tick, secret(String)
  }

  struct Failure: Error {}

  var stops: [Int] = []
  var seen: [String] = []
  var ticks = 0

  static let spin = Spin<Journey, Event>(initialState: Journey()) {
    Feedback(forEach: \.stops) { stop in
      .after(.seconds(stop), .arrived("stop \(stop)"))
    }.named("stops")
    Feedback(on: { $0.stops.count == 2 ? true : nil }) { _ in
      .merge(.just(.tick), .run { .arrived("run") })
    }.named("pair")
    Feedback(on: { $0.ticks == 1 ? true : nil }) { _ in
      .run(retrying: .constant(.seconds(1), attempts: 3)) {
        (number: Int) throws(Failure) in
        if number < 2 { throw Failure() }
        return .arrived("attempt \(number)")
      } catch: { _ in
        .tick
      }
    }
    Reducer { state, event in
      switch event {
      case .go(let stop): state.stops.append(stop)
      case .arrived(let name): state.seen.append(name)
      case .tick: state.ticks += 1
      case .secret(let word): state.seen.append(word)
      }
    }
  }

  /// Runs it with a monitor and fixed events; returns the states.
  static func run(
    on runtime: RuntimeUnderTest, _ monitors: [Monitor<Journey, Event>]
  ) async throws -> [Journey] {
    let (scheduler, states) = (ManualScheduler(), Transcript<Journey>())
    let running = spin.start(
      on: runtime(scheduler: scheduler),
      options: RunOptions(observers: [Observer { states($0.state) }], monitors: monitors, seed: 7))
    _ = await running.idle()
    running.emit(.go(3))
    _ = await running.idle()
    running.emit(.go(5))
    // The alarms of two stops, and of the second attempt.
    try await scheduler.untilAlarms(3)
    _ = try await running.first { $0.seen.contains("run") }
    scheduler.advance(by: .seconds(1))
    _ = try await running.first { $0.seen.contains("attempt 2") }
    for _ in 1...4 {
      scheduler.advance(by: .seconds(1))
      _ = await running.idle()
    }
    running.stop()
    await running.end()
    return states.entries
  }
}

/// A folder that is removed with the value.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file.
  func file(_ text: String, _ name: String = "run.jsonl") throws -> URL {
    let file = url.appendingPathComponent(name)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file
  }
}
