import SpinCore
import SpinTestSupport
import SpinTesting
import Synchronization
import Testing

@testable import ported

@Suite struct PortedMoviesTests {
  let time = ManualScheduler()
  let saved = Transcript<Set<Int>>()

  /// A server that takes a second for everything, and has two pages.
  var spin: Spin<Movies, Movies.Event> {
    let (clock, saved) = (time.clock, saved)
    return Movies.spin(
      .init { number in
        try await clock.sleep(for: .seconds(1))
        return Movies.Page(
          movies: [.init(id: number, title: "\(number)")], next: number == 1 ? 2 : nil)
      } plot: { id in
        try? await clock.sleep(for: .seconds(1))
        return "plot \(id)"
      } save: { favourites in
        try? await clock.sleep(for: .seconds(1))
        saved.append(favourites)
      })
  }

  func movie(_ id: Int) -> Movies.Movie { .init(id: id, title: "\(id)") }

  @Test func aPageLoadsOnceHoweverOftenTheEndIsReached() {
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.expectRunning("page")
    test.advance(by: .seconds(1))
    test.expect(.loaded(.init(movies: [movie(1)], next: 2)), from: "page") {
      ($0.rows, $0.next, $0.isLoading) = ([movie(1)], 2, false)
    }
    test.emit(.reachedEnd) { $0.isLoading = true }
    test.advance(by: .milliseconds(900))
    test.emit(.reachedEnd)
    test.advance(by: .milliseconds(100))
    test.expect(.loaded(.init(movies: [movie(2)], next: nil)), from: "page") {
      ($0.rows, $0.next, $0.isLoading) = ([movie(1), movie(2)], nil, false)
    }
    test.emit(.reachedEnd)
    test.finish()
  }

  @Test func thePlotOfAMovieThatWasClosedIsNotShown() {
    let test = TestSpin(
      spin, initialState: Movies(rows: [movie(1), movie(2)], isLoading: false),
      on: TestRuntime(time: time))
    test.emit(.opened(1)) { $0.detail = .init(id: 1) }
    test.expectRunning("detail.plot")
    test.emit(.closed) { $0.detail = nil }
    test.expectRunning()
    test.expectDrop(.detail(.loaded("plot 1")), reason: .stale, from: "detail.plot")
    test.emit(.opened(2)) { $0.detail = .init(id: 2) }
    test.advance(by: .seconds(1))
    test.expect(.detail(.loaded("plot 2")), from: "detail.plot") { $0.detail?.plot = "plot 2" }
    test.finish()
  }

  @Test func favouritesAreWrittenInTheOrderOfTheTaps() {
    let test = TestSpin(
      spin, initialState: Movies(isLoading: false, detail: .init(id: 1, plot: "")),
      on: TestRuntime(time: time))
    test.emit(.detail(.starred)) { $0.favourites = [1] }
    test.emit(.detail(.starred)) { $0.favourites = [] }
    test.emit(.closed) { $0.detail = nil }
    test.expectRunning("save")
    test.advance(by: .seconds(1))
    #expect(saved.entries == [[1]])
    test.advance(by: .seconds(1))
    #expect(saved.entries == [[1], []])
    test.finish()
  }

  @Test func inEveryOrderThePlotIsThatOfTheOpenMovie() {
    let spin = Movies.spin(
      .init { _ in
        .init(movies: [], next: nil)
      } plot: {
        "plot \($0)"
      } save: { _ in
      })
    explore(seeds: 200) { test in
      let running = spin.start(on: test)
      for event in [Movies.Event.opened(1), .closed, .opened(2)] { running.emit(event) }
      test.run()
      test.expect(running.state.detail, equals: .init(id: 2, plot: "plot 2"))
    }
  }
}
