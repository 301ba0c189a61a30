import SpinCallbacks
import SpinTestSupport
import SpinTesting
import Testing

@testable import SpinCore

/// Steps and alarms that concern many elements or parts take time in proportion to their number.
struct ManyAtOnceTests {
  private struct Job: Equatable, Identifiable, Sendable {
    let id: Int
    var isDone = false
  }

  private struct Jobs: Equatable, Sendable {
    var all: [Job] = []
    var reports = 0

    enum Event: Equatable, Sendable {
      case add(Int)
      case job(Int, Bool)
      case report

      var job: (Int, Bool)? {
        if case .job(let id, let isDone) = self { (id, isDone) } else { nil }
      }
    }

    mutating func reduce(_ event: Event) {
      switch event {
      case .add(let count): all = (0..<count).map { Job(id: $0) }
      case .job: break
      case .report: reports += 1
      }
    }
  }

  @Test func partsThatAppearInOneStep() {
    let spin = Spin<Jobs, Jobs.Event>(initialState: Jobs()) {
      Scope(forEach: \.all, event: Jobs.Event.job, from: \.job) {
        Feedback<Job, Bool>(on: \.id) { _ in .none }
        Reducer<Job, Bool> { job, isDone in job.isDone = isDone }
      }
      Reducer { jobs, event in jobs.reduce(event) }
    }
    let times = growth(from: 500, below: 8) { count in
      let running = spin.start(on: InPlace())
      running.emit(.add(count))
      #expect(running.state.all.count == count)
      running.stop()
    }
    #expect(times < 8)
  }

  @Test func delaysThatEndTogether() {
    let spin = Spin<Jobs, Jobs.Event>(initialState: Jobs()) {
      Feedback(forEach: \.all) { _ in
        .merge(.just(.report), .just(.report)).delayed(by: .seconds(5))
      }
      Reducer { jobs, event in jobs.reduce(event) }
    }
    let times = growth(from: 1_500, below: 8) { count in
      let time = ManualScheduler()
      let running = spin.start(on: .callersThread(scheduler: time))
      running.emit(.add(count))
      running.suspend()
      time.advance(by: .seconds(5))
      running.resume()
      #expect(running.state.reports == 2 * count)
      running.stop()
    }
    #expect(times < 8)
  }

  @Test func partsWhoseElementsGiveUpTheirPlaces() {
    let times = growth(from: 20_000, below: 8) { count in
      var records = ElementRecords(limit: 1)
      for group in 0..<count {
        records.makeRoom(for: 2 * group, in: group)
        records.makeRoom(for: 2 * group + 1, in: group)
        records.update(2 * group) { $0.isReserved = true }
        records.joinLine(2 * group + 1, since: 0)
      }
      for group in 0..<count { records.update(2 * group) { $0.isReserved = false } }
      var taken = 0
      while let element = records.takeNext() {
        records.update(element) { $0.isReserved = true }
        taken += 1
      }
      #expect(taken == count)
    }
    #expect(times < 8)
  }
}
