import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct CancelOnANewQuery {
  // snippet.state
  struct Weather: Equatable, Sendable {
    enum Event: Equatable, Sendable { case chose(city: String?), loaded(String) }
    var city: String?, report: String?

    mutating func reduce(_ event: Event) {
      switch event {
      case .chose(city): break  // The same city keeps its report.
      case .chose(let city): self = Weather(city: city)
      case .loaded(let report): self.report = report
      }
    }
  }
  // snippet.end

  // snippet.spin
  func weather(
    _ report: @escaping @Sendable (_ city: String) async -> String
  ) -> Spin<Weather, Weather.Event> {
    Spin(initialState: Weather()) {
      Feedback(on: \.city) { city in .run { .loaded(await report(city)) } }.named("report")
      Reducer { weather, event in weather.reduce(event) }
    }
  }
  // snippet.end

  @Test func theReportOfAnotherCityIsDropped() {
    // snippet.test
    let time = ManualScheduler()
    let spin = weather { city in
      try? await time.clock.sleep(for: .seconds(1))  // Cancellation ends the sleep.
      return "\(city): rain"
    }
    let test = TestSpin(spin, on: TestRuntime(time: time))
    test.emit(.chose(city: "Bern")) { $0.city = "Bern" }
    test.emit(.chose(city: "Graz")) { $0.city = "Graz" }
    test.expectDrop(.loaded("Bern: rain"), reason: .stale, from: "report")
    test.advance(by: .seconds(1))
    test.expect(.loaded("Graz: rain"), from: "report") { $0.report = "Graz: rain" }
    test.finish()
    // snippet.end
  }

  @Test(arguments: Host.allCases)
  func onlyTheLastOfManyCitiesIsReported(_ host: Host) async throws {
    let spin = weather { city in
      await Task.yield()
      return city
    }
    let last = try await spin.withRunning(on: host.runtime()) { running in
      for number in 1...100 { running.emit(.chose(city: "\(number)")) }
      return try await running.settled()
    }
    #expect(last == Weather(city: "100", report: "100"))
  }

  @Test func theReportIsThatOfTheCityInEveryOrder() {
    explore(seeds: 300) { test in
      let service = World(["Bern": "rain", "Graz": "sun"])
      let running = weather { city in await service.insisting { try await $0.get(city) } ?? "" }
        .start(on: test)
      test.concurrently(
        { for city in ["Bern", nil, "Graz"] { running.emit(.chose(city: city)) } },
        { for city in ["Graz", "Bern"] { running.emit(.chose(city: city)) } })
      let report = running.state.city.map { service[$0] ?? "" }
      test.expect(running.state.report, equals: report)
    }
  }

  @Test func theSameCityKeepsItsReportAndNoCityEndsTheRequest() {
    let test = TestSpin(weather { city in city })
    test.emit(.chose(city: "Bern")) { $0.city = "Bern" }
    test.expect(.loaded("Bern"), from: "report") { $0.report = "Bern" }
    test.emit(.chose(city: "Bern"))
    test.emit(.chose(city: nil)) { $0 = Weather() }
    test.finish()
  }
}
