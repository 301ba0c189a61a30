import SpinAsync
import SpinTesting
import Testing

struct Progress {
  // snippet.state
  struct Export: Equatable, Sendable {
    enum Event: Equatable, Sendable { case start, wrote(Int), finished, cancel }
    var isRunning = false, percent = 0

    mutating func reduce(_ event: Event) {
      switch event {
      case .start: self = Export(isRunning: true)
      case .wrote(let part): percent = 25 * part
      case .finished, .cancel: isRunning = false
      }
    }
  }
  // snippet.end

  // snippet.spin
  func export(_ write: @escaping @Sendable (Int) async -> Void) -> Spin<Export, Export.Event> {
    Spin(initialState: Export()) {
      Feedback(while: \.isRunning) {
        .run { emit in
          for part in 1...4 {
            await write(part)
            emit(.wrote(part))
          }
          emit(.finished)
        }
      }.named("export")
      Reducer { export, event in export.reduce(event) }
    }
  }
  // snippet.end

  // snippet.test
  @Test func anExportTellsWhatIsDoneAndCanBeCancelled() {
    let time = ManualScheduler()
    let spin = export { _ in try? await time.clock.sleep(for: .seconds(1)) }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.emit(.start) { $0.isRunning = true }
    test.advance(by: .seconds(2))
    test.expect(.wrote(1), from: "export") { $0.percent = 25 }
    test.expect(.wrote(2), from: "export") { $0.percent = 50 }
    test.emit(.cancel) { $0.isRunning = false }
    // snippet.end
    // The body goes on to its end at once, because its sleeps end, and nobody hears of it.
    for part in 3...4 { test.expectDrop(.wrote(part), reason: .stale) }
    test.expectDrop(.finished, reason: .stale)
    test.finish()
  }

  @Test func anExportGoesOnToItsEnd() {
    let test = TestSpin(export { _ in await Task.yield() })
    for _ in 1...2 {
      test.emit(.start) { $0 = Export(isRunning: true) }
      for part in 1...4 { test.expect(.wrote(part), from: "export") { $0.percent = 25 * part } }
      test.expect(.finished, from: "export") { $0.isRunning = false }
    }
    test.finish()
  }
}
