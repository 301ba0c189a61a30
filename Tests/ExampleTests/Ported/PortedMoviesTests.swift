import Foundation
import SpinCallbacks
import SpinCore
import SpinRecording
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
      .init { _, number in
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

  /// Movies of which nothing loads.
  func movies(_ change: (inout Movies) -> Void = { _ in }) -> Movies {
    var movies = Movies()
    movies[.nowPlaying].isLoading = false
    change(&movies)
    return movies
  }

  @Test func aPageLoadsOnceHoweverOftenTheEndIsReached() {
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.expectRunning("page")
    test.advance(by: .seconds(1))
    test.expect(.loaded(.nowPlaying, .init(movies: [movie(1)], next: 2)), from: "page") {
      $0[.nowPlaying] = .init(id: .nowPlaying, rows: [movie(1)], next: 2)
    }
    test.emit(.reachedEnd) { $0[.nowPlaying].isLoading = true }
    test.advance(by: .milliseconds(900))
    test.emit(.reachedEnd)
    test.advance(by: .milliseconds(100))
    test.expect(.loaded(.nowPlaying, .init(movies: [movie(2)], next: nil)), from: "page") {
      $0[.nowPlaying] = .init(id: .nowPlaying, rows: [movie(1), movie(2)], next: nil)
    }
    test.emit(.reachedEnd)
    test.finish()
  }

  @Test func aCategoryLoadsBesideTheOthersWhenItIsFirstSelected() {
    let test = TestSpin(spin, on: TestRuntime(time: time), exhaustivity: .off)
    test.emit(.selected(.trending))
    test.emit(.selected(.nowPlaying))
    test.emit(.selected(.trending))
    #expect(time.alarmCount == 2)
    test.advance(by: .seconds(1))
    #expect(test.state.lists.map(\.rows.count) == [1, 0, 1, 0])
    test.emit(.selected(.nowPlaying))
    #expect(time.alarmCount == 0)
    test.finish()
  }

  @Test func thePlotOfAMovieThatWasClosedIsNotShown() {
    let test = TestSpin(spin, initialState: movies(), on: TestRuntime(time: time))
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

  @Test func propsAreEqualIfTheViewWouldBe() {
    let first = movies { $0[.nowPlaying].rows = [movie(1)] }
    let second = movies {
      $0[.nowPlaying].rows = [movie(1)]
      $0[.nowPlaying].next = 7
    }
    #expect(first != second && first.props == second.props)
    #expect(first.props.rows == ["1"] && first.props.changeViewMode == .changedViewMode)
  }

  /// The session goes through a file, and its states are those of the run; nothing is loaded again.
  @Test func aSessionThatWasSavedIsPlayedAgain() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("movies-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let states = Transcript<Movies>()
    let test = TestRuntime(time: time)
    let running = spin.start(
      on: test,
      options: RunOptions(
        observers: [Observer { states.append($0.state) }],
        monitors: [.recording(to: file, keeping: .first)]))
    for event in [.opened(1), .detail(.starred), .selected(.popular)] as [Movies.Event] {
      running.emit(event)
      test.advance(by: .seconds(1))
    }
    running.stop()
    test.run()
    let replay = try RunLog<Movies, Movies.Event>(contentsOf: file).replay(spin)
    #expect(replay.numbers == 0...6)
    #expect(replay.numbers.map { replay.state(at: $0) } == states.entries)
    #expect(saved.entries == [[1]], "A replay saves nothing.")
  }

  @Test func favouritesAreWrittenInTheOrderOfTheTaps() {
    let test = TestSpin(
      spin, initialState: movies { $0.detail = .init(id: 1, plot: "") },
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
      .init { _, _ in
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
