import Foundation
import SpinCallbacks
import SpinExampleSupport
import SpinTTY
import SpinTesting
import Synchronization
import TerminalTestSupport
import Testing

@testable import processes

/// The process viewer, on samples of its own.
@Suite struct ProcessesTests {
  private let second = Int((1 / Sampler.tick).rounded())

  private func process(_ id: Int, ticks: Int = 0, parent: Int = 0) -> Sample.Process {
    Sample.Process(
      id: id, parent: parent, user: "ann", name: "job", command: "/bin/job \(id)", ticks: ticks,
      memory: id << 20)
  }

  /// A sample with the loads since an earlier one.
  private func measured(_ sample: Sample, since before: Sample = Sample()) -> Sample {
    var sample = sample
    sample.measure(since: before)
    return sample
  }

  private func sample(at time: Double, _ ticks: [Int: Int]) -> Sample {
    Sample(processes: ticks.sorted { $0.key < $1.key }.map { process($0, ticks: $1) }, time: time)
  }

  private func top(_ processes: [Sample.Process]) -> Top {
    var top = Top()
    top.apply(.sampled(Sample(processes: processes, time: 1)))
    return top
  }

  /// The program on a screen, with processes of its own.
  private func screen(
    _ sample: Sample, columns: Int = 70, rows: Int = 12,
    send: @escaping @Sendable (String, Sample.Process) -> String = { _, _ in "" }
  ) -> (ScriptedTerminal, TestRuntime) {
    let runtime = TestRuntime()
    let rehearsal = Top.ui(Top.spin(read: { sample }, send: send)).rehearse(
      on: runtime, columns: columns, rows: rows)
    let terminal = ScriptedTerminal(
      columns: columns, rows: rows, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    runtime.run()
    terminal.show()
    return (terminal, runtime)
  }

  @Test func loadsAreThoseSinceTheSampleBefore() {
    let first = measured(sample(at: 10, [1: 500, 2: 7]))
    #expect(first.processes.map(\.load) == [0, 0])
    // 2 has ended, and another one has its number; 3 is new.
    var next = sample(at: 12, [1: 500 + second, 2: second / 2, 3: 2 * second])
    next.processes[1].started += 2
    var top = Top()
    top.apply(.sampled(measured(next, since: first)))
    #expect(top.rows.map(\.id) == [3, 1, 2])
    #expect(top.rows.map(\.load.tenths) == ["100.0", "50.0", "25.0"])
  }

  @Test func aCoreHasTheShareOfTheTimeSinceTheSampleBefore() {
    var top = Top()
    var first = sample(at: 1, [1: 0])
    first.ticks = [.init(used: 70, total: 100), .init(used: 5, total: 100)]
    first = measured(first)
    top.apply(.sampled(first))
    #expect(first.cores == [0, 0])
    var next = first
    next.ticks = [.init(used: 95, total: 200), .init(used: 80, total: 200)]
    top.apply(.sampled(measured(next, since: first)))
    #expect(top.sample.cores == [0.25, 0.75] && top.history == [0, 0.5])
  }

  @Test func whatDoesNotGoForwardMakesNoLoads() {
    var before = Sample()
    for time in [5, 5, 4] as [Double] {
      before = measured(sample(at: time, [1: Int(time)]), since: before)
      #expect(before.processes.map(\.load) == [0])
    }
  }

  @Test func theFilterFindsEveryWordAndKeepsTheOrder() {
    var top = top([1, 2, 21].map { process($0) })
    top.apply(.table(.sort("PID")))
    top.apply(.filter(.insert("2 JOB")))
    #expect(top.rows.map(\.id) == [2, 21])
    top.apply(.table(.sort("PID")))
    #expect(top.rows.map(\.id) == [21, 2])
    top.apply(.focus(.move(to: .filter)))
    top.apply(.filter(.insert(" bob")))
    #expect(top.rows == [])
    top.apply(.leave)
    #expect(top.rows.map(\.id) == [21, 2, 1] && top.focus.isOn(.table))
    // The name in the details may be no part of the command.
    var renamed = process(3)
    renamed.name = "sleep"
    top.apply(.sampled(Sample(processes: [process(1), renamed], time: 2)))
    top.apply(.filter(.insert("sleep")))
    #expect(top.rows.map(\.id) == [3])
  }

  @Test func theTreeHasTheOrderOfTheTableInEachBranch() {
    // The parent of 9 is not in the sample.
    let parents = [1: 0, 2: 1, 3: 1, 4: 2, 9: 8]
    var top = top(parents.map { process($0, parent: $1) })
    top.apply(.table(.sort("MEMORY")))
    top.apply(.tree)
    #expect(
      top.rows.map { "\($0.branch)\($0.id)" } == ["9", "1", "├─ 3", "└─ 2", "   └─ 4"])
    top.apply(.table(.sort("MEMORY")))
    #expect(
      top.rows.map { "\($0.branch)\($0.id)" } == ["1", "├─ 2", "│  └─ 4", "└─ 3", "9"])
    #expect(top.count == "5")
    for (id, shown) in [(2, ["1", "├─ + 2", "└─ 3", "9"]), (1, ["+ 1", "9"])] {
      top.apply(.table(.rows(.select(id))))
      top.apply(.fold)
      #expect(top.rows.map { "\($0.branch)\($0.id)" } == shown)
      #expect(top.count == "5")
    }
    top.apply(.fold)
    #expect(top.rows.map { "\($0.branch)\($0.id)" } == ["1", "├─ + 2", "└─ 3", "9"])
    top.apply(.tree)
    #expect(top.rows.map(\.id) == [1, 2, 3, 4, 9])
  }

  @Test func numbersHaveTheUnitsOfPeople() {
    #expect(
      [0, 1_023, 1_024, 1_536, 3 << 30, .max].map(\.bytes) == [
        "0 B", "1 kB", "1 kB", "1.5 kB", "3.2 GB", "9223 PB",
      ])
    #expect(
      [0, 59, 3_600, 86_399, 90_060].map(\.clock) == [
        "0:00", "0:59", "1:00:00", "23:59:59", "1d 01:01",
      ])
  }

  @Test func metersAndColumnsAreShown() {
    var sample = sample(at: 3_725, [11: 0, 12: 0])
    sample.cores = [0, 0]
    (sample.memory, sample.loads) = (.init(used: 3 << 30, total: 4 << 30), "0.50 0.40 0.30")
    let (terminal, _) = screen(sample, rows: 8)
    let lines = terminal.terminal.text.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("cpu0") && lines[0].contains("0 %"))
    #expect(lines[2].contains("3.2 GB of 4.3 GB"))
    #expect(lines[3].hasPrefix("2 processes  load 0.50 0.40 0.30  up 1:02:05"))
    #expect(lines[4].contains("PID USER     S    CPU% ▼     MEMORY   THR"))
    #expect(lines[5].contains("11 ann      S       0.0      12 MB     1"))
    #expect(lines[5].contains(" job 11"))
  }

  @Test func columnsAreThoseThatTheUserHasChosen() {
    let (terminal, runtime) = screen(
      sample(at: 1, [11: 0, 12: 0]), columns: 90, rows: 20)
    func press(_ keys: String) -> String {
      terminal.type(keys)
      runtime.run()
      terminal.show()
      return terminal.terminal.text
    }
    #expect(!press("").contains("PARENT"))
    let menu = press("s")
    #expect(
      menu.contains("[x] USER") && menu.contains("─ enter sorts by a column, space hides it ─"))
    // From the column that sorts up to the second and the third.
    #expect(press("\u{1B}[H\u{1B}[B \u{1B}[B ").contains("[ ] USER"))
    // Enter sorts by a column.
    let chosen = press("\u{1B}[H\r")
    #expect(chosen.contains("PARENT") && !chosen.contains("USER") && chosen.contains("PID ▲"))
    #expect(!press("s\u{1B}[27u").contains("[x] PID"))
    #expect(terminal.terminal.violations == [])
  }

  @Test func aProcessGetsASignalOnceTheQuestionIsAnswered() throws {
    let sent = Mutex<[String]>([])
    let (terminal, runtime) = screen(sample(at: 1, [11: 0, 12: 0])) { signal, process in
      sent.withLock { $0.append("\(signal) \(process.id)") }
      return "sent to \(process.id)"
    }
    func press(_ keys: String) -> String {
      terminal.type(keys)
      runtime.run()
      terminal.show()
      return terminal.terminal.text
    }
    #expect(press("k").contains("11  /bin/job 11"))
    _ = press("\u{1B}[27u")
    #expect(sent.withLock { $0 } == [])
    // The details of the second one, and KILL for it.
    #expect(press("\u{1B}[B\r").contains("/bin/job 12"))
    #expect(press("k\u{1B}[C\r").contains("KILL: sent to 12"))
    #expect(sent.withLock { $0 } == ["KILL 12"])
    // Both are marked.
    _ = press("\u{1B}[27u\u{1B}[A \u{1B}[B ")
    #expect(press("k").contains("signal to 2 processes"))
    // Or those that are shown and were not marked.
    #expect(press("\u{1B}[27ui" + "k").contains("12  /bin/job 12"))
    #expect(press("\u{1B}[27u\u{1B}[Aik").contains("signal to 2 processes"))
    #expect(press("\r").contains("TERM: sent to 11, sent to 12"))
    // The priorities stand behind the signals.
    #expect(press("k\u{1B}[F").contains("nice -10"))
    #expect(press("\r").contains("nice -10: sent to 11, sent to 12"))
    #expect(!terminal.terminal.text.contains(" NI "))
    #expect(terminal.terminal.violations == [])
  }

  @Test func eachOrderIsCarriedOutToWhichTheUserHasAgreed() {
    let sample = sample(at: 1, [11: 0, 12: 0])
    explore(seeds: 300) { test in
      let sent = Mutex<[Int]>([])
      let spin = Top.spin(
        read: { sample },
        send: { _, process in
          sent.withLock { $0.append(process.id) }
          return ""
        })
      let running = spin.start(on: test)
      test.run()
      test.concurrently({
        for row in running.state.rows + running.state.rows {
          running.emit(.askForSignal([row]))
          running.emit(.signal(.choose("TERM")))
        }
      })
      test.expect(running.state.orders, equals: [])
      test.expect(Set(sent.withLock { $0 }), equals: [11, 12])
    }
  }

  @Test func aPauseKeepsTheSampleAndTheKeysGoOn() {
    let round = Mutex(0)
    let runtime = TestRuntime()
    let spin = Top.spin(
      read: {
        let number = round.withLock {
          $0 += 1; return $0
        }
        return Sample(processes: [self.process(10 + number)], time: Double(number))
      }, send: { _, _ in "" })
    let running = spin.start(on: runtime)
    runtime.run()
    #expect(running.state.rows.map(\.id) == [11])
    running.emit(.pause)
    runtime.advance(by: .seconds(10))
    runtime.run()
    #expect(running.state.rows.map(\.id) == [11] && running.state.isPaused)
    running.emit(.filter(.insert("none")))
    runtime.run()
    #expect(running.state.rows.isEmpty)
    running.emit(.leave)
    running.emit(.pause)
    runtime.advance(by: .seconds(1))
    runtime.run()
    #expect(running.state.rows.map(\.id) == [12])
    let (terminal, shown) = screen(sample(at: 1, [11: 0]), columns: 80)
    #expect(!terminal.terminal.text.contains("paused"))
    terminal.type("z")
    shown.run()
    terminal.show()
    #expect(terminal.terminal.text.contains("1 processes  paused  load"))
  }

  @Test func threadsOfTheKernelAreHidden() {
    var kernel = process(2)
    kernel.isKernel = true
    var top = top([process(1), kernel])
    #expect(top.count == "2")
    top.apply(.kernel)
    #expect(top.rows.map(\.id) == [1] && top.count == "1")
    // They come back.
    top.apply(.kernel)
    #expect(top.rows.map(\.id).sorted() == [1, 2])
  }

  /// The keys for its dialog reached the process in its place, which was selected then.
  @Test func theDetailsOfAProcessThatHasEndedSayItAndOfferNoSignal() throws {
    let round = Mutex(0)
    let runtime = TestRuntime()
    let spin = Top.spin(
      read: {
        // From the second sample on, 12 has ended, and another process has its number.
        let number = round.withLock {
          $0 += 1; return $0
        }
        var sample = Sample(processes: [11, 12].map { self.process($0) }, time: Double(number))
        if number > 1 { sample.processes[1].started = 5 }
        return sample
      }, send: { _, _ in "sent" })
    let rehearsal = Top.ui(spin).rehearse(on: runtime, columns: 70, rows: 24)
    let terminal = ScriptedTerminal(
      columns: 70, rows: 24, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
    func press(_ keys: String) -> String {
      terminal.type(keys)
      runtime.run()
      terminal.show()
      return terminal.terminal.text
    }
    _ = press("")
    #expect(press("\u{1B}[B\r").contains("k signal"))
    runtime.advance(by: .seconds(1))
    let ended = press("")
    #expect(ended.contains("job 12") && ended.contains("ended") && !ended.contains("k signal"))
    #expect(!press("k").contains("TERM"))
    // Enter closes the dialog, and then k is about the selected process.
    #expect(!press("\r").contains("ended"))
    #expect(press("k").contains("TERM"))
  }

  /// Each level copied all rows below it: a second for a thousand levels.
  @Test func aLongChainOfProcessesIsAsLongAsItHasRows() {
    let rows = (1...5_000).map { process($0, parent: $0 - 1) }.tree(folded: [5_000, 4_000])
    #expect(rows.map(\.id) == Array(1...4_000))
    #expect(rows[8].branch == String(repeating: "   ", count: 7) + "└─ ")
    #expect(rows[9].branch == "… 9 " && rows[3_999].branch == "… 3999 + ")
    #expect(rows.allSatisfy { $0.branch.count <= 24 })
  }

  /// Sixteen meters left no row for a process.
  @Test(arguments: [(60, 16), (80, 14), (80, 24), (20, 6), (200, 50)])
  func theMetersLeaveRoomForTheProcesses(_ columns: Int, _ rows: Int) {
    var sample = Sample(processes: (10..<60).map { process($0) }, time: 1)
    (sample.cores, sample.memory) = (Array(repeating: 0.5, count: 16), .init(used: 1, total: 2))
    let (terminal, _) = screen(sample, columns: columns, rows: rows)
    let lines = terminal.terminal.text.split(separator: "\n")
    let processes = lines.filter { $0.contains("job ") || $0.contains("…") }.count
    #expect(lines.filter { $0.contains(" %") }.count <= (rows + 1) / 3)
    #expect(processes >= rows / 3 - 1, "\(terminal.terminal.text)")
  }

  #if os(Linux)
    @Test func aSampleHasThisProcessAndTheMachine() throws {
      let sampler = Sampler()
      let sample = sampler.read()
      let id = Int(ProcessInfo.processInfo.processIdentifier)
      let mine = try #require(sample.processes.first { $0.id == id })
      #expect(mine.memory > 0 && mine.threads > 0 && mine.parent == Int(getppid()))
      #expect(mine.command.contains("xctest"))
      #expect(mine.user == (getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) }))
      #expect(abs(mine.started - time(nil)) < 86_400)
      #expect(!sample.ticks.isEmpty && sample.ticks.allSatisfy { $0.used <= $0.total })
      #expect(0...sample.memory.total ~= sample.memory.used && sample.time > 0)
      // What is known of a process already is not read again, and is the same.
      let again = try #require(sampler.read().processes.first { $0.id == id })
      #expect(!again.isKernel && again.nice == getpriority(.init(0), 0))
      #expect(again.command == mine.command && again.started == mine.started)
    }

    @Test(.onItsOwnThread) func aProcessGetsAPriority() throws {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/sleep")
      child.arguments = ["60"]
      try child.run()
      let sampler = Sampler()
      let id = Int(child.processIdentifier)
      func process() throws -> Sample.Process {
        try #require(sampler.read().processes.first { $0.id == id })
      }
      #expect(try sampler.send("nice 10", to: process()) == "set for \(id)")
      #expect(try process().nice == 10 && process().facts.contains { $0 == ("nice", "10") })
      // Not every user may raise it.
      let raised = try sampler.send("nice -10", to: process())
      if raised == "set for \(id)" {
        #expect(try process().nice == -10)
      } else {
        #expect(try raised == "\(id): Permission denied" && process().nice == 10)
      }
      #expect(try sampler.send("KILL", to: process()) == "sent to \(id)")
      child.waitUntilExit()
    }

    @Test(.onItsOwnThread) func aSignalIsNotSentToAnotherProcessOfTheSameNumber() throws {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/sleep")
      child.arguments = ["60"]
      try child.run()
      let sampler = Sampler()
      let id = Int(child.processIdentifier)
      var process = try #require(sampler.read().processes.first { $0.id == id })
      process.started -= 1
      #expect(sampler.send("KILL", to: process) == "\(id) has ended")
      #expect(sampler.send("nice 10", to: process) == "\(id) has ended")
      #expect(child.isRunning)
      process.started += 1
      #expect(sampler.send("KILL", to: process) == "sent to \(id)")
      child.waitUntilExit()
      #expect(child.terminationReason == .uncaughtSignal && child.terminationStatus == SIGKILL)
      #expect(sampler.send("KILL", to: process) == "\(id) has ended")
    }
  #endif
}
