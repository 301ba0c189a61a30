internal import Foundation
internal import SpinAsync
internal import SpinDurable
internal import SpinSQLite

/// Submits jobs until it is killed, and prints each thing that it does.
///
/// ```
/// sent 12.3.4       before a job is submitted
/// kept 12.3.4       when the submission is acknowledged
/// began 12.3.4      when the work on the job begins
/// ```
///
/// usage: StoreProbe PATH ROUND SENDERS [ungated]
///
/// `ungated` is the same loop with its events written by an observer, as one would without SpinDurable.
@main struct StoreProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 3, let senders = Int(arguments[3]) else {
      say("usage: StoreProbe PATH ROUND SENDERS [ungated]")
      exit(2)
    }
    let store = try SQLiteStore(path: arguments[1])
    let running = try await arguments.count > 4 ? ungated(store) : gated(store)
    say("opened \(running.state.done.count + running.state.waiting.count)")
    await withTaskGroup(of: Void.self) { group in
      for sender in 1...senders {
        group.addTask { await submit("\(arguments[2]).\(sender)", to: running) }
      }
    }
    say("ended \(running.stopReason.map { "\($0)" } ?? "")")
  }

  private static func submit(_ name: String, to running: RunningSpin<Jobs, Jobs.Event>) async {
    for number in 1... {
      let job = "\(name).\(number)"
      say("sent \(job)")
      guard (try? await running.send(.submitted(job))) != nil else { return }
      say("kept \(job)")
    }
  }

  private static func gated(_ store: SQLiteStore) async throws -> RunningSpin<Jobs, Jobs.Event> {
    let options = DurableOptions<Jobs, Jobs.Event>(snapshotInterval: 200)
    return try await Jobs.spin(began: { say("began \($0)") })
      .open("jobs", in: store, on: .async, durability: options)
  }

  /// Reads the events and writes them itself.
  private static func ungated(_ store: SQLiteStore) async throws -> RunningSpin<Jobs, Jobs.Event> {
    let coding = RecordCoding<Jobs.Event>.json
    let log = try await store.open("jobs")
    var jobs = Jobs()
    let old = try await log.events(after: 0, limit: .max)
    for record in old { jobs.apply(try coding.decode(record.bytes)) }
    let (events, continuation) = AsyncStream.makeStream(of: Jobs.Event.self)
    Task {
      var number = old.count
      for await event in events {
        let record = EventRecord(.event, number: number + 1, bytes: try coding.encode(event))
        try await log.append([record], after: number)
        number += 1
      }
    }
    let writer = Observer<Jobs, Jobs.Event> {
      if let event = $0.event { continuation.yield(event) }
    }
    return Jobs.spin(began: { say("began \($0)") }).start(
      on: .async, options: RunOptions(initialState: jobs, observers: [writer]))
  }

  /// Writes a line at once.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

/// Jobs that are submitted and worked on, one at a time.
struct Jobs: Codable, Sendable {
  enum Event: Codable, Sendable {
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

  static func spin(began: @escaping @Sendable (String) -> Void) -> Spin<Jobs, Event> {
    Spin(initialState: Jobs()) {
      Feedback(on: \.waiting.first) { job in
        .run {
          began(job)
          return .done(job)
        }
      }.named("work")
      Reducer { $0.apply($1) }
    }
  }
}
