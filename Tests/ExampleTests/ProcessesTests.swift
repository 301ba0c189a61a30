import Foundation
import SpinCallbacks
import SpinTTY
import SpinTesting
import Synchronization
import Testing

@testable import processes

/// The process viewer, on samples of its own.
@Suite struct ProcessesTests {
  private func sample(at time: Double, _ ticks: [Int: Int]) -> Sample {
    Sample(
      processes: ticks.sorted { $0.key < $1.key }.map { id, ticks in
        Sample.Process(
          id: id, user: 1_000, command: "job \(id)", ticks: ticks, memory: id << 20, threads: 1)
      }, time: time)
  }

  @Test func loadsAreThoseSinceTheSampleBefore() {
    var top = Top()
    top.apply(.sampled(sample(at: 10, [1: 500, 2: 7])))
    #expect(top.rows.map(\.load) == [0, 0])
    let second = Int(1 / Sample.tick)
    // 2 has ended, and another one has its number; 3 is new.
    top.apply(.sampled(sample(at: 12, [1: 500 + second, 2: 0, 3: 2 * second])))
    #expect(top.rows.map(\.id) == [3, 1, 2])
    #expect(top.rows.map { $0.load.tenths } == ["100.0", "50.0", "0.0"])
    #expect(top.loads.last?.tenths == "150.0")
  }

  @Test func whatDoesNotGoForwardMakesNoLoads() {
    var top = Top()
    for time in [5, 5, 4] as [Double] { top.apply(.sampled(sample(at: time, [1: Int(time)]))) }
    #expect(top.rows.map(\.load) == [0])
  }

  @Test func theFilterFindsEveryWordAndKeepsTheOrder() {
    var top = Top()
    top.apply(.sampled(sample(at: 1, [1: 0, 2: 0, 21: 0])))
    top.apply(.table(.sort("PID")))
    top.apply(.filter(.insert("2 JOB")))
    #expect(top.rows.map(\.id) == [2, 21])
    top.apply(.table(.sort("PID")))
    #expect(top.rows.map(\.id) == [21, 2])
  }

  @Test func bytesHaveTheLargestUnitOfWhichThereIsOne() {
    #expect(
      [0, 1_023, 1_024, 1_536, 3 << 30, .max].map(\.bytes) == [
        "0 B", "1023 B", "1.0 KiB", "1.5 KiB", "3.0 GiB", "8388608.0 TiB",
      ])
  }

  @Test func aProcessIsEndedOnceTheQuestionIsAnswered() throws {
    let ended = Mutex<[Int]>([])
    let runtime = TestRuntime()
    let sample = sample(at: 1, [11: 0, 12: 0])
    let spin = Top.spin(
      read: { sample },
      end: { id in
        ended.withLock { $0.append(id) }
        return "\(id) was asked to end."
      })
    let rehearsal = Top.ui(spin).rehearse(
      on: runtime, columns: 60, rows: 9)
    let terminal = ScriptedTerminal(
      columns: 60, rows: 9, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    runtime.run()
    terminal.type("kn")
    runtime.run()
    #expect(ended.withLock { $0 } == [])
    terminal.type("\u{1B}[Bk")
    runtime.run()
    terminal.show()
    #expect(terminal.terminal.text.contains("end 12?"))
    terminal.type("\u{1B}[C\r")
    runtime.run()
    #expect(ended.withLock { $0 } == [12])
    terminal.show()
    #expect(terminal.terminal.text.contains("12 was asked to end."))
    #expect(terminal.terminal.violations == [])
  }

  @Test func eachProcessIsEndedForWhichTheUserHasAgreed() {
    let sample = sample(at: 1, [11: 0, 12: 0])
    explore(seeds: 300) { test in
      let ended = Mutex<[Int]>([])
      let spin = Top.spin(
        read: { sample },
        end: { id in
          ended.withLock { $0.append(id) }
          return ""
        })
      let running = spin.start(on: test)
      test.run()
      test.concurrently({
        for row in running.state.rows + running.state.rows {
          running.emit(.ask(row))
          running.emit(.answer(.choose(true)))
        }
      })
      test.expect(running.state.doomed, equals: [])
      test.expect(Set(ended.withLock { $0 }), equals: [11, 12])
    }
  }

  #if os(Linux)
    @Test func aSampleHasThisProcess() throws {
      let sample = Sample.read()
      let mine = try #require(
        sample.processes.first { $0.id == Int(ProcessInfo.processInfo.processIdentifier) })
      #expect(mine.memory > 0 && mine.threads > 0 && sample.time > 0)
      #expect(mine.command.contains("xctest"))
    }
  #endif
}
