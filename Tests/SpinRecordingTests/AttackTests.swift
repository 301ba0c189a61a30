import Foundation
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting
import Testing

/// What befalls recordings: processes that are killed, disks that are full, files that are no files, and loops that
/// stop or drop events meanwhile.
@Suite(.endsLoops, .fewAtOnce) struct AttackTests {
  private static let sum = Spin<Int, Int>(initialState: 0) { Reducer { $0 &+= $1 } }

  // MARK: The end of the process

  @Test func whatIsWholeCanBeReadAfterTheProcessWasKilled() async throws {
    let (folder, count) = (try TemporaryFolder(), 67_000)
    let file = folder.url.appendingPathComponent("run.jsonl")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = file.path as String, count = count as Int] in
      let running = AttackTests.sum.start(
        on: .callersThread,
        options: RunOptions(monitors: [.recording(to: URL(fileURLWithPath: path))]))
      for number in 1...count { running.emit(number) }
      kill(getpid(), SIGKILL)
    }
    let log = try RunLog<Int, Int>(contentsOf: file)
    let last = try #require(log.numbers?.upperBound)
    // As many lines as may wait are lost at most.
    #expect((count - 65_536...count).contains(last) && !log.hasEnded)
    #expect(log.damage == nil || log.damage?.kind == .cut)
    #expect(try log.replay(Self.sum).state(at: last) == last * (last + 1) / 2)
    #expect(try log.rehearse(Self.sum) == nil)
  }

  // MARK: Values with the code of a user

  @Test func whatALogForgetsMayEmitAsItEnds() async throws {
    let (alive, handle) = (Census(), Handle<Int, Counted>())
    let record = RunRecord<Int, Counted>(limit: 1)
    let options = RunOptions(monitors: [.recording(into: record, keeping: .every(1))])
    let running = Spin<Int, Counted>(initialState: 0) { Reducer { $0 += $1.number } }
      .start(on: .callersThread, options: options)
    handle.set(running)
    for _ in 0..<5 {
      running.emit(
        Counted(10, in: alive) {
          if handle.value?.state ?? 100 < 100 { handle.emit(Counted(1, in: alive)) }
        })
    }
    handle.set(nil)
    #expect(running.state > 50)
    #expect(record.log.entries.last?.state == running.state)
    running.stop()
  }

  /// An event that stops its loop while it is encoded, by the thread that writes.
  private struct Stopping: Codable, Sendable {
    static let handle = Handle<Int, Stopping>()
    let number: Int

    func encode(to encoder: any Encoder) throws {
      Self.handle.stop()
      try number.encode(to: encoder)
    }

    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try Int(from: decoder) }
  }

  /// A pipe ends when the writer has let it go, and so has written all.
  @Test func whatIsEncodedMayStopTheLoop() async throws {
    let (folder, pipe) = (try TemporaryFolder(), Pipe())
    do {
      let end = URL(fileURLWithPath: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
      let running = Spin<Int, Stopping>(initialState: 0) { Reducer { $0 += $1.number } }
        .start(on: .callersThread, options: RunOptions(monitors: [.recording(to: end)]))
      Stopping.handle.set(running)
      running.emit(Stopping(1))
      _ = await running.finished()
      Stopping.handle.set(nil)
    }
    try pipe.fileHandleForWriting.close()
    let file = folder.url.appendingPathComponent("run.jsonl")
    try pipe.fileHandleForReading.readToEnd()?.write(to: file)
    let log = try RunLog<Int, Stopping>(contentsOf: file)
    #expect(log.hasEnded && log.entries.last?.state == 1 && log.damage == nil)
  }

  #if os(Linux)
    @Test func aProgramThatIsStartedDoesNotInheritTheFile() throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("run.jsonl")
      let running = Self.sum.start(
        on: .callersThread, options: RunOptions(monitors: [.recording(to: file)]))
      let flags = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        return link?.contains(folder.url.lastPathComponent) == true
      }.map { try String(contentsOfFile: "/proc/self/fdinfo/\($0)", encoding: .utf8) }
      running.stop()
      let words = try #require(flags.first?.firstMatch(of: /flags:\s*([0-7]+)/)?.1)
      #expect(flags.count == 1 && Int(words, radix: 8).map { $0 & 0o2_000_000 } != 0)
    }
  #endif

  // MARK: Files that cannot be written

  /// Records a run of two events into a file; returns what was told.
  private func record(to file: URL) -> [String] {
    let errors = Transcript<RunLogError>()
    let running = Self.sum.start(
      on: .callersThread,
      options: RunOptions(monitors: [.recording(to: file, onError: { errors($0) })]))
    for number in 1...2 { running.emit(number) }
    running.stop()
    #expect(running.state == 3, "The loop goes on.")
    #expect(errors.entries.allSatisfy { $0.kind == .unwritable && $0.file == file.path })
    return errors.entries.map(\.description)
  }

  /// The log of such a run, in memory.
  private func log() -> RunLog<Int, Int> {
    let record = RunRecord<Int, Int>()
    let running = Self.sum.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(into: record)]))
    for number in 1...2 { running.emit(number) }
    running.stop()
    return record.log
  }

  @Test func aFolderIsNoFile() throws {
    let folder = try TemporaryFolder()
    let words = "\(folder.url.path): this recording cannot be "
    #expect(record(to: folder.url) == [words + "written: Is a directory."])
    let written = #expect(throws: RunLogError.self) { try log().write(to: folder.url) }
    #expect(written?.description == words + "written: Is a directory.")
    let read = #expect(throws: RunLogError.self) { try RunLog<Int, Int>(contentsOf: folder.url) }
    #expect(read?.description == words + "read: Is a directory.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func aFolderThatMayNotBeWrittenIsSaid() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
      // The permissions are none for the administrator.
      if geteuid() == 0 { _ = (setgid(65_534), setuid(65_534)) }
      let errors = Transcript<RunLogError>()
      let file = URL(fileURLWithPath: path).appendingPathComponent("run.jsonl")
      let running = AttackTests.sum.start(
        on: .callersThread,
        options: RunOptions(monitors: [.recording(to: file, onError: { errors($0) })]))
      running.emit(1)
      let words = ["\(file.path): this recording cannot be written: Permission denied."]
      if errors.entries.map(\.description) != words || running.state != 1 { exit(1) }
    }
  }

  #if os(Linux)
    @Test func aDiskThatIsFullFromTheBeginIsSaid() throws {
      let full = URL(fileURLWithPath: "/dev/full")
      let words = "/dev/full: this recording cannot be written: No space left on device."
      #expect(record(to: full) == [words])
      let error = #expect(throws: RunLogError.self) { try log().write(to: full) }
      #expect(error?.description == words)
      // It is still the device, and no file has taken its place.
      #expect(
        try FileManager.default.attributesOfItem(atPath: full.path)[.type] as? FileAttributeType
          == .typeCharacterSpecial)
    }
  #endif

  @Test func aFileThatGrowsNoMoreKeepsWhatIsWhole() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    await #expect(processExitsWith: .success) { [path = file.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 5_001, rlim_max: 5_001)
      #if canImport(Darwin)
        setrlimit(RLIMIT_FSIZE, &limit)
      #else
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #endif
      let errors = Transcript<RunLogError>()
      let running = AttackTests.sum.start(
        on: .callersThread,
        options: RunOptions(monitors: [
          .recording(to: URL(fileURLWithPath: path), onError: { errors($0) })
        ]))
      for number in 1...1_000 { running.emit(number) }
      running.stop()
      try await errors.until(count: 1)
      let words = ["\(path): this recording cannot be written: File too large."]
      if errors.entries.map(\.description) != words || running.state != 500_500 { exit(1) }
    }
    #expect(try Data(contentsOf: file).count == 5_001)
    let log = try RunLog<Int, Int>(contentsOf: file)
    let last = try #require(log.numbers?.upperBound)
    #expect(last > 30 && (log.damage == nil || log.damage?.kind == .cut))
    #expect(try log.replay(Self.sum).state(at: last) == last * (last + 1) / 2)
  }

  @Test func aPipeIsWrittenAsItIsAndOneWithoutAReaderIsSaid() async throws {
    await #expect(processExitsWith: .success) {
      let pipe = Pipe()
      let file = URL(fileURLWithPath: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)")
      let errors = Transcript<RunLogError>()
      let running = AttackTests.sum.start(
        on: .callersThread,
        options: RunOptions(monitors: [.recording(to: file, onError: { errors($0) })]))
      var header = [UInt8](repeating: 0, count: 9_999)
      if read(pipe.fileHandleForReading.fileDescriptor, &header, header.count) < 100 { exit(1) }
      if !String(decoding: header, as: UTF8.self).contains(#""spin":"1.0""#) { exit(1) }
      try pipe.fileHandleForReading.close()
      running.emit(1)
      running.stop()
      try await errors.until(count: 1)
      let words = ["\(file.path): this recording cannot be written: Broken pipe."]
      if errors.entries.map(\.description) != words || running.state != 1 { exit(2) }
    }
  }

  @Test func aLinkStaysOne() throws {
    let folder = try TemporaryFolder()
    let (file, link) = (
      try folder.file("old and long\n", "old.txt"), folder.url.appendingPathComponent("run.jsonl")
    )
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(record(to: link) == [])
    #expect(try RunLog<Int, Int>(contentsOf: file).numbers == 0...2)
    try log().write(to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
  }

  @Test func aFileThatIsCutWhileItGrowsIsReadUpToTheCut() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let running = Self.sum.start(
      on: .callersThread, options: RunOptions(monitors: [.recording(to: file)]))
    // The loop writes for itself, so that something is in the file.
    for number in 1...66_000 { running.emit(number) }
    let handle = try FileHandle(forUpdating: file)
    try handle.truncate(atOffset: 1_000)
    try handle.close()
    for number in 66_001...66_010 { running.emit(number) }
    running.stop()
    let error = try #require(throws: RunLogError.self) { try RunLog<Int, Int>(contentsOf: file) }
    let log = try RunLog<Int, Int>(wholePartOf: file)
    #expect(error.kind == .damaged && error == log.damage)
    #expect(error.line == log.entries.count + 2 && log.entries.count > 10)
    #expect(try log.rehearse(Self.sum) == nil)
  }

  /// Two runs that began at once could write into one file.
  @Test func runsThatBeginAtOnceHaveAFileEach() async throws {
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let file = folder.url.appendingPathComponent("run.jsonl")
      let options = RunOptions<Int, Int>(monitors: [.recording(to: file)])
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask {
            let running = Self.sum.start(on: .callersThread, options: options)
            for _ in 0..<3 { running.emit(number) }
            running.stop()
          }
        }
      }
      let log = try RunLog<Int, Int>(contentsOf: file)
      #expect(log.numbers == 0...3 && log.hasEnded && log.damage == nil)
      #expect(Set(log.entries.compactMap(\.event)).count == 1)
    }
  }

  // MARK: Loops

  @Test(arguments: RuntimeUnderTest.all)
  func whatIsEmittedWhileALoopStopsIsInTheLogIfItWasReduced(_ runtime: RuntimeUnderTest)
    async throws
  {
    let (folder, record) = (try TemporaryFolder(), RunRecord<Int, Int>())
    let file = folder.url.appendingPathComponent("run.jsonl")
    let states = Transcript<Int>()
    let running = Self.sum.start(
      on: runtime(),
      options: RunOptions(
        observers: [Observer { states($0.state) }],
        monitors: [
          .recording(into: record, keeping: .all), .recording(to: file, keeping: .all),
        ]))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { while running.emit(1).isAccepted { await Task.yield() } }
      }
      try? await states.until(count: 10)
      running.stop()
    }
    await running.end()
    let log = try RunLog<Int, Int>(contentsOf: file)
    #expect("\(log.entries)" == "\(record.log.entries)")
    #expect(log.hasEnded && log.damage == nil)
    #expect(log.entries.compactMap(\.state).starts(with: states.entries))
    #expect(log.numbers?.upperBound == running.state)
    #expect(try log.rehearse(Self.sum) == nil)
  }

  @Test(arguments: RuntimeUnderTest.all, [0, 1, 2])
  func whatABoundedMailboxGivesUpIsCountedInTheLog(_ runtime: RuntimeUnderTest, _ policy: Int)
    async throws
  {
    let (folder, record, lost) = (try TemporaryFolder(), RunRecord<Int, Int>(), Transcript<Int>())
    let file = folder.url.appendingPathComponent("run.jsonl")
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { $0 > 1_000 ? $0 : nil }) { number in .run { 500 } }.named("work")
      Feedback(while: { $0 <= 20 && $0 % 2 == 1 }) {
        .callback { emit in
          for number in 1_001...1_010 { emit(number) }
          return Cancellation {}
        }
      }.named("flood")
      Reducer { $0 = $1 }
    }
    var options = RunOptions<Int, Int>(
      monitors: [.recording(into: record, keeping: .all), .recording(to: file, keeping: .all)],
      onDrop: { drop in if [.full, .coalesced].contains(drop.reason) { lost(drop.event) } })
    options.mailbox = .bounded(
      3, [.dropOldest, .dropNewest, .coalesce { $0 % 4 }][policy])
    let running = spin.start(on: runtime(), options: options)
    _ = await running.idle()
    running.suspend()
    for number in 1...20 { running.emit(number) }
    running.resume()
    _ = await running.idle()
    await running.end()
    let log = record.log
    #expect(log.entries.count { $0.sender == .outside } <= 4 && lost.entries.count >= 16)
    #expect(log.entries.map(\.lostBefore).reduce(0, +) == lost.entries.count)
    #expect(try log.rehearse(spin)?.description == nil)
    #expect("\(try RunLog<Int, Int>(contentsOf: file).entries)" == "\(log.entries)")
    // What was dropped after the stop is in no rehearsal.
    let rehearsed = try log.rehearsed(by: spin).entries.map(\.lostBefore)
    #expect(log.entries.map(\.lostBefore).starts(with: rehearsed))
  }

  /// The sums of these numbers trapped.
  @Test(arguments: [
    [#"{"d":"f","w":"9223372036854775807 events"}"#, #"{"d":"f","w":"event"}"#],
    [#"{"d":"f","w":"-9223372036854775808 events"}"#, #"{"d":"f","w":"-1 events"}"#],
    [#"{"e":1,"f":"gone","n":1,"x":1,"y":9223372036854775807}"#, #"{"e":2,"n":2,"y":1}"#],
    [
      #"{"e":1,"f":"gone","o":"full","y":9223372036854775807}"#,
      #"{"e":1,"f":"gone","o":"full","y":9223372036854775807}"#,
    ],
  ])
  func aFileOfHugeNumbersIsAccepted(_ lines: [String]) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let all = [#"{"feedbacks":["f"],"spin":"1.0"}"#, #"{"b":0,"s":0}"#] + lines + [#"{"z":false}"#]
    try Data((all.joined(separator: "\n") + "\n").utf8).write(to: file)
    let log = try RunLog<Int, Int>(contentsOf: file)
    let accepted = try log.rehearsed(by: Self.sum)
    #expect(accepted.entries.allSatisfy { $0.lostBefore >= 0 })
    #expect(try accepted.rehearse(Self.sum) == nil)
  }

  /// The sum of the events that a log promises and those with which a subscription begins trapped.
  @Test func aSubscriptionWithMoreEventsThanCanBeCountedIsAccepted() throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { $0 == 1 }) { .subscription { _ in Cancellation {} } }.named("f")
      Reducer { $0 &+= $1 }
    }
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let lines = [
      #"{"feedbacks":["f"],"spin":"1.0"}"#, #"{"b":0,"s":0}"#,
      #"{"d":"f","w":"9223372036854775807 events"}"#, #"{"e":1,"n":1}"#,
      #"{"e":5,"f":"f","i":1,"n":2}"#, #"{"z":false}"#,
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    let accepted = try RunLog<Int, Int>(contentsOf: file).rehearsed(by: spin)
    #expect(accepted.entries.contains { $0.event == 5 })
  }

  /// The closures that may rehearse.
  private static let places = ["reducer", "selector", "effect", "monitor", "mask", "drop"]

  @Test(arguments: RuntimeUnderTest.all, places)
  func eachClosureOfALoopMayRehearse(_ runtime: RuntimeUnderTest, _ place: String) async throws {
    let (inner, results, record) = (log(), Transcript<String>(), RunRecord<Int, Int>())
    @Sendable func rehearse(at other: String) {
      if place != other { return }
      let difference = try? inner.rehearse(Self.sum)
      results(difference.map { "\($0)" } ?? "as it went")
    }
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(on: { (state: Int) -> Bool? in
        rehearse(at: "selector")
        return state == 1 ? true : nil
      }) { _ -> Effect<Int> in
        rehearse(at: "effect")
        return .just(1)
      }.named("next")
      Reducer {
        rehearse(at: "reducer")
        $0 += $1
      }
    }
    var options = RunOptions<Int, Int>(
      monitors: [
        Monitor { told in if case .reduced = told.fact { rehearse(at: "monitor") } },
        .recording(
          into: record, keeping: .all,
          masking: {
            rehearse(at: "mask")
            return $0
          }),
      ], onDrop: { _ in rehearse(at: "drop") })
    options.mailbox = .bounded(1, .dropNewest)
    let running = spin.start(on: runtime(), options: options)
    _ = await running.idle()
    running.suspend()
    for _ in 0..<2 { running.emit(1) }
    running.resume()
    _ = try await running.first { $0 == 2 }
    await running.end()
    #expect(!results.entries.isEmpty && results.entries.allSatisfy { $0 == "as it went" })
    // One rehearsal may be within another one.
    let count = results.entries.count
    #expect(try record.log.rehearse(spin) == nil)
    #expect(["monitor", "mask", "drop"].contains(place) || results.entries.count == 2 * count)
    #expect(results.entries.allSatisfy { $0 == "as it went" })
  }
}
