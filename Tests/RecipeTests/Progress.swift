import RecipeSupport
import SpinAsync
import SpinTesting
import Testing

struct Progress {
  // snippet.state
  struct Export: Equatable, Sendable {
    enum Event: Equatable, Sendable { case start, wrote(Int), finished, failed, cancel }
    /// The number of the newest export, which has a file of its own.
    var number = 0, isRunning = false, percent = 0

    mutating func reduce(_ event: Event) {
      switch event {
      case .start: if !isRunning { self = Export(number: number + 1, isRunning: true) }
      case .wrote(let part): percent = 25 * part
      case .finished, .failed, .cancel: isRunning = false
      }
    }
  }
  // snippet.end

  // snippet.spin
  func export(
    _ write: @escaping @Sendable (_ part: Int, _ number: Int) async throws -> Void
  ) -> Spin<Export, Export.Event> {
    Spin(initialState: Export()) {
      Feedback(on: { $0.isRunning ? $0.number : nil }) { number in
        .run { emit in
          for part in 1...4 {
            try Task.checkCancellation()  // A cancelled export begins no further part.
            try await write(part, number)
            emit(.wrote(part))
          }
          emit(.finished)
        } catch: { _ in
          .failed
        }
      }.named("export")
      Reducer { export, event in export.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func anExportTellsWhatIsDoneAndCanBeCancelled() {
    let time = ManualScheduler()
    let spin = export { _, _ in try? await time.clock.sleep(for: .seconds(1)) }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.emit(.start) { $0 = Export(number: 1, isRunning: true) }
    test.advance(by: .seconds(2))
    test.expect(.wrote(1), from: "export") { $0.percent = 25 }
    test.expect(.wrote(2), from: "export") { $0.percent = 50 }
    test.emit(.cancel) { $0.isRunning = false }
    // The part that is being written is the last one, and nobody hears of it.
    test.expectDrop(.wrote(3), reason: .stale)
    test.finish()
  }
  // snippet.end

  @Test func eachExportHasAFileOfItsOwn() {
    explore(seeds: 300) { test in
      let files = World<Int, Int>(faults: 1)
      let running = export { part, number in try await files.put(part, as: number) }
        .start(on: test)
      test.concurrently({
        for event in [.start, .start, .cancel, .start] as [Export.Event] {
          running.emit(event)
          await Task.yield()
        }
      })
      test.expect(!running.state.isRunning, "\(running.state)")
      for number in files.keys {
        let parts = files.values(of: number)
        test.expect(parts, equals: Array((1...4).prefix(parts.count)))
      }
      let last = files.values(of: running.state.number)
      test.expect(running.state.percent < 100 || last.count == 4, "\(last)")
    }
  }

  @Test func anExportThatARestartInterruptsIsWrittenAgain() {
    explore(seeds: 300) { test in
      let files = World<Int, Int>(faults: 0)
      let spin = export { part, number in try await files.put(part, as: number) }
      let running = test.restarting(spin) { $0.emit(.start) }
      running.emit(.start)
      test.run()
      let (state, parts) = (running.state, files.values(of: running.state.number))
      test.expect(!state.isRunning && Set(parts) == [1, 2, 3, 4], "\(state): \(parts)")
    }
  }

  @Test func anExportGoesOnToItsEnd() {
    let test = TestSpin(export { _, _ in await Task.yield() })
    for number in 1...2 {
      test.emit(.start) { $0 = Export(number: number, isRunning: true) }
      for part in 1...4 { test.expect(.wrote(part), from: "export") { $0.percent = 25 * part } }
      test.expect(.finished, from: "export") { $0.isRunning = false }
    }
    test.finish()
  }
}
