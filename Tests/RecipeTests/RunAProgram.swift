import Dispatch
import Foundation
import RecipeSupport
import SpinAsync
import SpinTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RunAProgram {
  // snippet.run
  /// What a program has written, and its status.
  struct Output: Equatable, Sendable {
    var text = Data(), errors = Data(), status: Int32 = 0
  }

  /// Runs a program, and returns when it has ended; `heard` gets each piece of its output as it comes.
  static func run(
    _ command: [String], heard: @escaping @Sendable (Data) -> Void = { _ in }
  ) async throws -> Output {
    let child = Child(command)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { answer in
        DispatchQueue(label: "child").async {
          answer.resume(with: Result { try child.run(heard) })
        }
      }
    } onCancel: {
      child.cancel()
    }
  }
  // snippet.end

  // snippet.child
  final class Child: @unchecked Sendable {
    private let process = Process()
    private let isCancelled = Mutex(false)

    init(_ command: [String]) {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.standardInput = FileHandle.nullDevice
    }

    /// Runs the program, and blocks the thread until it has ended.
    func run(_ heard: (Data) -> Void) throws -> Output {
      let (text, errors, end) = (Pipe(), Pipe(), DispatchSemaphore(value: 0))
      (process.standardOutput, process.standardError) = (text, errors)
      process.terminationHandler = { _ in end.signal() }
      try isCancelled.withLock { isCancelled in
        if isCancelled { throw CancellationError() }
        try withoutBlockedSignals { try process.run() }
      }
      let said = Mutex(Data()), group = DispatchGroup()
      DispatchQueue(label: "errors").async(group: group) {
        Self.read(errors) { piece in said.withLock { $0 += piece } }
      }
      var output = Output()
      Self.read(text) { piece in
        output.text += piece
        heard(piece)
      }
      group.wait()
      end.wait()
      if isCancelled.withLock({ $0 }) { throw CancellationError() }
      (output.errors, output.status) = (said.withLock { $0 }, process.terminationStatus)
      return output
    }

    /// Ends the program, and those that it has started, as far as they are in its group.
    func cancel() {
      isCancelled.withLock { isCancelled in
        isCancelled = true
        guard process.isRunning else { return }
        if kill(-process.processIdentifier, SIGTERM) != 0 { process.terminate() }
      }
    }

    private static func read(_ pipe: Pipe, _ take: (Data) -> Void) {
      let file = pipe.fileHandleForReading
      defer { try? file.close() }
      while true {
        let piece = file.availableData
        if piece.isEmpty { return }
        take(piece)
      }
    }

    /// On Linux, the threads of queues and tasks block signals, and a program inherits that.
    private func withoutBlockedSignals(_ start: () throws -> Void) rethrows {
      var (none, blocked) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &blocked)
      defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
      try start()
    }
  }
  // snippet.end

  // snippet.state
  struct Changes: Equatable, Sendable {
    enum Event: Equatable, Sendable { case read, found([String]), failed(String), cancel }
    var isReading = false, files: [String] = [], problem: String?
  }
  // snippet.end

  // snippet.spin
  func changes(
    _ run: @escaping @Sendable ([String]) async throws -> Output
  ) -> Spin<Changes, Changes.Event> {
    Spin(initialState: Changes()) {
      Feedback(while: \.isReading) {
        .run {
          let output = try await run(["git", "status", "--porcelain"])
          guard output.status == 0 else {
            return .failed(String(decoding: output.errors, as: UTF8.self))
          }
          let text = String(decoding: output.text, as: UTF8.self)
          return .found(text.split(separator: "\n").map(String.init))
        } catch: { error in
          .failed("\(error)")
        }
      }.named("status")
      Reducer { changes, event in
        switch event {
        case .read: (changes.isReading, changes.problem) = (true, nil)
        case .found(let files): (changes.isReading, changes.files) = (false, files)
        case .failed(let reason): (changes.isReading, changes.problem) = (false, reason)
        case .cancel: changes.isReading = false
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func whatAProgramSaysIsInTheState() {
    let answers = Transcript<Output>()
    let test = TestSpin(changes { _ in answers.all.last! })
    answers.add(Output(text: Data(" M a\n?? b\n".utf8)))
    test.emit(.read) { $0.isReading = true }
    test.expect(.found([" M a", "?? b"]), from: "status") {
      ($0.isReading, $0.files) = (false, [" M a", "?? b"])
    }
    answers.add(Output(errors: Data("no repository".utf8), status: 128))
    test.emit(.read) { $0.isReading = true }
    test.expect(.failed("no repository"), from: "status") {
      ($0.isReading, $0.problem) = (false, "no repository")
    }
    test.finish()
  }
  // snippet.end

  // snippet.programs
  @Test func bothPipesAreReadAtTheSameTime() async throws {
    let zeros = "head -c 300000 /dev/zero"
    let output = try await Self.run(["sh", "-c", "\(zeros) >&2; \(zeros); exit 3"])
    #expect(output == Output(text: Data(count: 300_000), errors: Data(count: 300_000), status: 3))
  }

  @Test func aCancelledProgramEndsWithThoseThatItHasStarted() async throws {
    let (pieces, heard) = AsyncStream<Data>.makeStream()
    let task = Task {
      try await Self.run(["sh", "-c", "sleep 1000 & echo begun; wait"]) { heard.yield($0) }
    }
    for await _ in pieces { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
  // snippet.end

  @Test func aProgramThatIsCancelledBeforeItsStartIsNotStarted() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Self.run(["touch", file.path])
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aProgramReadsNothingOfTheTerminal() async throws {
    #expect(try await Self.run(["cat"]) == Output())
  }

  @Test func aMissingProgramIsAStatus() async throws {
    let output = try await Self.run(["no-program-of-this-name"])
    #expect(output.status == 127)
    #expect(!output.errors.isEmpty)
  }

  @Test func whateverIsCancelledTheLastReadingCounts() {
    explore { test in
      let world = World<String, String>(["git": "a"])
      let running = changes { _ in Output(text: Data((try await world.get("git") ?? "").utf8)) }
        .start(on: test)
      test.concurrently(
        { running.emit(.read) }, { running.emit(.cancel) }, { world["git"] = "b" })
      test.advance(by: .seconds(60))
      running.emit(.read)
      test.advance(by: .seconds(60))
      test.expect(running.state.isReading, equals: false)
      test.expect(running.state.problem != nil || running.state.files == ["b"])
    }
  }
}
