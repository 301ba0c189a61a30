import Dispatch
import Foundation
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting
import Testing

/// What a recording has, on each runtime.
@Suite(.fewAtOnce)
struct RecordingTests {
  private typealias Log = RunLog<Journey, Journey.Event>

  @Test(arguments: RuntimeUnderTest.all)
  func aLogHasEachEventWithItsSender(_ runtime: RuntimeUnderTest) async throws {
    let record = RunRecord<Journey, Journey.Event>()
    let states = try await Journey.run(on: runtime, [.recording(into: record)])
    let log = record.log
    #expect(
      log.entries.filter { $0.outcome.number != nil }.map(Self.words) == [
        "begins 0 by the start at 0.0 seconds: nothing",
        "reduced 1 by outside at 0.0 seconds: go(3)",
        "reduced 2 by outside at 0.0 seconds: go(5)",
        "reduced 3 by pair at once at 0.0 seconds: tick",
        "reduced 4 by pair #1 at 0.0 seconds: arrived(\"run\")",
        "reduced 5 by feedback 2 #1 stage 3 at 1.0 seconds: arrived(\"attempt 2\")",
        "reduced 6 by stops[3] #1 at 3.0 seconds: arrived(\"stop 3\")",
        "reduced 7 by stops[5] #1 at 5.0 seconds: arrived(\"stop 5\")",
      ])
    #expect(
      Set(log.entries.filter { $0.event == nil }.map(Self.words)) == [
        "begins 0 by the start at 0.0 seconds: nothing",
        "message(SpinRecording.RunMessage.ended(SpinCore.EndReason.failedAttempt)) by feedback 2 #1 stage 1 "
          + "at 0.0 seconds: nothing",
        "message(SpinRecording.RunMessage.alarm) by feedback 2 #1 stage 2 at 1.0 seconds: nothing",
      ])
    #expect(
      log.entries.map { $0.effects.map(\.description) }.filter { !$0.isEmpty } == [
        ["stops[3] #1 (event after 3.0 seconds)"],
        ["stops[5] #1 (event after 5.0 seconds)", "pair #1 (event, body)"],
        ["feedback 2 #1 (attempts by constant(1.0 seconds, attempts: 3))"],
      ])
    #expect(log.entries[1].site?.hasPrefix("Journey.swift:") == true)
    #expect(log.header.feedbacks == ["stops", "pair", "feedback 2"] && log.header.seed == 7)
    #expect(log.header.stateType == "SpinRecordingTests.Journey")
    #expect(log.entries.map { $0.state != nil }.firstIndex(of: true) == 0)
    // It can be played.
    let replay = try log.replay(Journey.spin)
    #expect(replay.numbers == 0...7)
    #expect(replay.numbers.map { replay.state(at: $0) } == states)
  }

  private static func words(_ entry: Log.Entry) -> String {
    let outcome =
      switch entry.outcome {
      case .begins(let number): "begins \(number)"
      case .reduced(let number): "reduced \(number)"
      default: "\(entry.outcome)"
      }
    return
      "\(outcome) by \(entry.sender) at \(entry.time): \(entry.event.map { "\($0)" } ?? "nothing")"
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aFileIsTheLog(_ runtime: RuntimeUnderTest) async throws {
    let (folder, record) = (try TemporaryFolder(), RunRecord<Journey, Journey.Event>())
    let file = folder.url.appendingPathComponent("run.jsonl")
    let states = try await Journey.run(
      on: runtime,
      [.recording(into: record, keeping: .all), .recording(to: file, keeping: .all)])
    let read = try Log(contentsOf: file)
    #expect(read.damage == nil)
    #expect("\(read.entries)" == "\(record.log.entries)")
    #expect(read.entries.compactMap(\.state) == states)
    #expect(read.header.seed == 7 && read.header.feedbacks == record.log.header.feedbacks)
    #expect(try read.replay(Journey.spin).firstDifference == nil)
    // A log in memory makes the same file.
    let other = folder.url.appendingPathComponent("other.jsonl")
    try read.write(to: other)
    #expect(try Data(contentsOf: other) == Data(contentsOf: file))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aDroppedEventIsInTheLogAndNotInTheReplay(_ runtime: RuntimeUnderTest) async throws {
    let record = RunRecord<Int, Int>()
    let emitter = Guarded<Emitter<Int>?>(nil)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { $0 == 0 }) {
        .callback { emit in
          emitter.withLock { $0 = emit }
          return Cancellation {}
        }
      }.named("calls")
      Reducer { $0 = $1 }
    }
    let running = spin.start(
      on: runtime(), options: RunOptions(monitors: [.recording(into: record)]))
    _ = await running.idle()
    running.suspend()
    running.emit(1)
    _ = emitter.withLock { $0?(5) }
    running.resume()
    _ = await running.idle()
    await running.end()
    let entry = try #require(record.log.entries.last)
    #expect(entry.outcome == .dropped(reason: "stale") && entry.event == 5)
    #expect("\(entry.sender)" == "calls #1")
    #expect(try record.log.replay(spin).numbers == 0...1)
  }

  @Test func aLogWithALimitBeginsWithAStateThatWasKept() throws {
    let record = RunRecord<Int, Int>(limit: 100)
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
    let running = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record)]))
    var sum = 0
    for number in 1...1_000 {
      running.emit(number)
      sum += number
      let log = record.log
      #expect((min(number, 100)...265).contains(log.entries.count))
      #expect(log.numbers?.upperBound == number)
      if number % 97 == 0 { #expect(try log.replay(spin).state(at: number) == sum) }
    }
    running.stop()
    let log = record.log
    #expect(log.numbers == 832...1_000)
    #expect(try log.replay(spin).state(at: 900) == 900 * 901 / 2)
    // The log of the next run begins anew.
    let next = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record)]))
    next.stop()
    #expect(record.log.numbers == 0...0)
  }

  @Test(arguments: [1, 3, 100, .max])
  func aLimitMayBeAnyNumberAndStatesMayBeRare(_ limit: Int) throws {
    let record = RunRecord<Int, Int>(limit: limit)
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
    let monitor = Monitor<Int, Int>.recording(into: record, keeping: .every(50))
    let running = spin.start(on: .callersThread, options: RunOptions(monitors: [monitor]))
    for number in 1...1_000 {
      running.emit(1)
      let log = record.log
      // It begins with the newest state that leaves enough entries, which is one of every 50.
      let most = limit == .max ? 1_001 : max(2 * limit, limit + 50)
      #expect((min(number + 1, limit)...most).contains(log.entries.count))
      #expect(log.entries.first?.state != nil)
    }
    running.stop()
    let log = record.log
    #expect(try log.replay(spin).state(at: 1_000) == 1_000)
  }

  @Test func whatIsMaskedIsInNoLogAndNoFile() throws {
    let (folder, record) = (try TemporaryFolder(), RunRecord<Journey, Journey.Event>())
    let file = folder.url.appendingPathComponent("run.jsonl")
    let maskEvent: @Sendable (Journey.Event) -> Journey.Event = {
      if case .secret = $0 { .secret("…") } else { $0 }
    }
    let maskState: @Sendable (Journey) -> Journey = {
      var state = $0
      state.seen = state.seen.map { $0 == "hunter2" ? "…" : $0 }
      return state
    }
    let running = Journey.spin.start(
      on: .callersThread,
      options: RunOptions(monitors: [
        .recording(into: record, keeping: .all, masking: maskEvent, maskingStates: maskState),
        .recording(to: file, keeping: .all, masking: maskEvent, maskingStates: maskState),
      ]))
    running.emit(.secret("hunter2"))
    running.emit(.go(1))
    running.stop()
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("hunter2"))
    #expect(try String(contentsOf: file, encoding: .utf8).contains("…"))
    #expect(!"\(record.log)".contains("hunter2"))
    #expect(running.state.seen == ["hunter2"])
  }

  @Test func manyEventsAreAllInTheFile() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 &+= $1 } }
    let running = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(to: file)]))
    let count = 80_000
    for number in 1...count { running.emit(number) }
    running.stop()
    let log = try RunLog<Int, Int>(contentsOf: file)
    #expect(log.numbers == 0...count)
    #expect(try log.replay(spin).state(at: count) == count * (count + 1) / 2)
  }

  @Test func anEventThatCannotBeEncodedEndsTheRecordingAndNotTheLoop() async throws {
    struct Picky: Codable, Sendable {
      var number: Int

      func encode(to encoder: any Encoder) throws {
        var values = encoder.singleValueContainer()
        if number == 3 {
          throw EncodingError.invalidValue(
            number, EncodingError.Context(codingPath: [], debugDescription: "three is not allowed"))
        }
        try values.encode(number)
      }

      init(number: Int) { self.number = number }
      init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
      }
    }
    let (folder, errors) = (try TemporaryFolder(), Transcript<RunLogError>())
    let file = folder.url.appendingPathComponent("run.jsonl")
    let spin = Spin<Int, Picky>(initialState: 0) { Reducer { $0 += $1.number } }
    let record = RunRecord<Int, Picky>()
    let running = spin.start(
      on: .callersThread,
      options: RunOptions(monitors: [
        .recording(to: file, onError: { errors($0) }), .recording(into: record),
      ]))
    for number in 1...5 { running.emit(Picky(number: number)) }
    running.stop()
    #expect(running.state == 15)
    try await errors.until(count: 1)  // The queue of the file may tell it.
    #expect(errors.entries.map(\.kind) == [.unencodable])
    #expect(
      errors.entries.first?.description.hasSuffix(
        "/run.jsonl: no recording can have the event Picky(number: 3) of transition 3, which cannot be "
          + "encoded: three is not allowed") == true)
    #expect(try RunLog<Int, Picky>(contentsOf: file).numbers == 0...2)
    // A log in memory says the same, and leaves the file as it was.
    let error = #expect(throws: RunLogError.self) { try record.log.write(to: file) }
    #expect(error == errors.entries.first)
    #expect(try RunLog<Int, Picky>(contentsOf: file).numbers == 0...2)
  }

  /// The error was told under the lock that the end of the loop needs.
  @Test func whoeverIsToldOfAnErrorMayStopTheLoop() throws {
    struct Unwritable: Codable, Sendable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    let folder = try TemporaryFolder()
    let handle = Guarded<RunningSpin<Int, Unwritable>?>(nil)
    let told = DispatchSemaphore(value: 0)
    let spin = Spin<Int, Unwritable>(initialState: 0) { Reducer { state, _ in state += 1 } }
    let running = spin.start(
      on: .callersThread,
      options: RunOptions(monitors: [
        .recording(
          to: folder.url.appendingPathComponent("run.jsonl"),
          onError: { _ in
            handle.withLock { $0 }?.stop()
            told.signal()
          })
      ]))
    handle.withLock { $0 = running }
    running.emit(Unwritable())
    told.wait()
    handle.withLock { $0 = nil }
    #expect(running.state == 1 && !running.emit(Unwritable()).isAccepted)
  }

  @Test func aFileThatCannotBeWrittenIsToldAndTheLoopGoesOn() throws {
    let errors = Transcript<RunLogError>()
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
    let running = spin.start(
      on: .callersThread,
      options: RunOptions(monitors: [
        .recording(to: URL(fileURLWithPath: "/nowhere/run.jsonl"), onError: { errors($0) })
      ]))
    running.emit(1)
    running.stop()
    #expect(running.state == 1)
    #expect(errors.entries.map(\.kind) == [.unwritable])
    #expect(errors.entries.first?.file == "/nowhere/run.jsonl")
  }

  /// A record also took the entries of the run before, and `numbers` could trap.
  @Test func aFileAndARecordAreThoseOfTheRunThatHasBegunLast() throws {
    let (folder, record) = (try TemporaryFolder(), RunRecord<Int, Int>(limit: 2))
    let file = folder.url.appendingPathComponent("run.jsonl")
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
    let options = RunOptions<Int, Int>(monitors: [
      .recording(to: file), .recording(into: record, keeping: .all),
    ])
    let first = spin.start(on: .callersThread, options: options)
    for number in 1...100 { first.emit(number) }
    let second = spin.start(on: .callersThread, options: options)
    for number in 1...3 {
      first.emit(number)
      second.emit(-number)
      first.emit(number)
      #expect(record.log.numbers == [0...1, 0...2, 2...3][number - 1])
    }
    first.stop()
    #expect(!record.log.hasEnded)
    second.stop()
    let log = try RunLog<Int, Int>(contentsOf: file)
    #expect(log.entries.map(\.event) == [nil, -1, -2, -3] && log.hasEnded)
    #expect(record.log.entries.map(\.state) == [-3, -6] && record.log.hasEnded)
  }

  #if DEBUG
    @Test func aStateThatCannotBeDecodedIsTold() async throws {
      struct Sealed: Codable, Equatable, Sendable {
        var count = 0
        init() {}
        init(from decoder: any Decoder) throws { throw CocoaError(.coderReadCorrupt) }
      }
      let (folder, errors) = (try TemporaryFolder(), Transcript<RunLogError>())
      let file = folder.url.appendingPathComponent("run.jsonl")
      let spin = Spin<Sealed, Int>(initialState: Sealed()) { Reducer { $0.count += $1 } }
      let running = spin.start(
        on: .callersThread,
        options: RunOptions(monitors: [.recording(to: file, onError: { errors($0) })]))
      running.stop()
      try await errors.until(count: 1)
      #expect(errors.entries.map(\.kind) == [.lossy])
    }

    @Test func aStateThatDoesNotSurviveItsEncodingIsTold() async throws {
      struct Lossy: Codable, Equatable, Sendable {
        var kept = 0
        var lost = 0
        enum CodingKeys: String, CodingKey { case kept }
        init() {}
        init(from decoder: any Decoder) throws {
          kept = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .kept)
        }
      }
      let (folder, errors) = (try TemporaryFolder(), Transcript<RunLogError>())
      let file = folder.url.appendingPathComponent("run.jsonl")
      let spin = Spin<Lossy, Int>(initialState: Lossy()) { Reducer { $0.lost += $1 } }
      let running = spin.start(
        on: .callersThread,
        options: RunOptions(monitors: [
          .recording(to: file, keeping: .all, onError: { errors($0) })
        ]))
      for number in 1...3 { running.emit(number) }
      running.stop()
      try await errors.until(count: 1)  // The queue of the file may tell it.
      #expect(errors.entries.map(\.kind) == [.lossy])
      #expect(
        errors.entries.first?.description.contains("the state of transition 1 is another one")
          == true)
      #expect(try RunLog<Lossy, Int>(contentsOf: file).numbers == 0...3)
    }
  #endif
}
