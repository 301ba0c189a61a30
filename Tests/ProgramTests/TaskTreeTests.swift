import SpinAsync
import SpinCallbacks
import SpinChildren
import SpinTesting
import Testing

struct TaskTreeTests {
  private static func task(_ subtasks: Int) -> TreeTask {
    TreeTask(subtasks: Children((0..<subtasks).map { ($0, Subtask()) }))
  }

  @Test(arguments: Host.all)
  func aThousandTasksDoTheirSubtasksOneAfterTheOther(_ host: Host) async throws {
    let works = Tally()
    let spin = TaskTree.spin {
      works.begin()
      await Task.yield()
      works.end()
    }
    let running = spin.start(on: host.runtime(ManualScheduler()))
    for id in 0..<1_000 { running.emit(.add(id, Self.task(3))) }
    for id in 0..<1_000 { running.emit(.task(id, .start)) }
    let tree = try await running.settled()
    #expect(works.all == 3_000 && works.now == 0)
    #expect(tree.tasks.parts.allSatisfy { $0.subtasks.parts.allSatisfy { $0.phase == .done } })
    running.stop()
    await running.finished()
  }

  @Test func aTaskThatIsRemovedLeavesItsWorkAndTheOthersGoOn() {
    for _ in 1...Support.rounds {
      let gate = Notes()
      let time = ManualScheduler()
      let test = TestSpin(
        TaskTree.spin {
          try await time.clock.sleep(for: .seconds(1))
          gate.add("done")
        }, on: TestRuntime(time: time))
      for id in 1...2 {
        test.emit(.add(id, Self.task(1))) { $0.tasks.append(Self.task(1), id: id) }
        test.emit(.task(id, .start)) { $0.tasks[id: id]?.isStarted = true }
        test.expect(.task(id, .subtask(0, .start)), from: "tasks[\(id)].next") {
          $0.tasks[id: id]?.subtasks[id: 0]?.phase = .running
        }
      }
      test.emit(.remove(1)) { $0.tasks.remove(id: 1) }
      test.advance(by: .seconds(1))
      test.expect(.task(2, .subtask(0, .done)), from: "tasks[2].subtasks[0].work") {
        $0.tasks[id: 2]?.subtasks[id: 0]?.phase = .done
      }
      #expect(gate.all == ["done"])
      test.finish()
    }
  }

  @Test func whatFailsKeepsTheRestOfItsTaskFromBeingStarted() async throws {
    let running = TaskTree.spin { throw Offline() }.start(on: .callersThread)
    running.emit(.add(1, Self.task(2)))
    running.emit(.task(1, .start))
    let failed = try await running.settled()
    #expect(failed.tasks[id: 1]?.subtasks.parts.map(\.phase) == [.failed("offline"), .waiting])
    running.emit(.task(1, .remove(0)))
    let both = try await running.settled()
    #expect(both.tasks[id: 1]?.subtasks.parts.map(\.phase) == [.failed("offline")])
    running.stop()
    await running.finished()
  }
}
