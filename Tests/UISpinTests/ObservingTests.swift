import SpinCore
import SpinTTY
import SpinTestSupport
import Testing

/// What others hear of a spin that is shown.
struct ObservingTests {
  @Test(arguments: RuntimeUnderTest.all)
  func observersSeeTheSpinsTransitionsAndNothingElse(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let drops = Drops()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(filteredBy: { $0 == 1 }) { _ in .just("echo") }.named("echo")
      Reducer { count, _ in count += 1 }
    }
    let ui = UISpin(spin) { count, _ in
      Text("\(count)")
    } keys: {
      Key("+", help: "", "key")
      Key.help("?")
    }
    var options = drops.options() as RunOptions<Int, String>
    options.observers = [
      Observer(keepingPrevious: true) { [weak ui] in
        log("\($0.number) \($0.event ?? "-") \($0.previous ?? -1) \($0.state) \($0.origin.summary)")
        guard $0.event == "outside" else { return }
        ui?.emit("late")
        ui?.stop()
      }
    ]
    let rehearsal = ui.rehearse(on: runtime(), options: options)
    rehearsal.input(Array("x??+?".utf8))
    await rehearsal.idle()
    rehearsal.emit("outside")
    await rehearsal.idle()
    _ = try await ui.finished()
    #expect(
      log.entries == [
        "0 - -1 0 start", "1 key 0 1 outside", "2 echo 1 2 echo immediate", "3 outside 2 3 outside",
      ])
    #expect(drops.entries == ["late stopped outside"])
  }

  /// There is room for one event, and one key emits two.
  @Test(arguments: RuntimeUnderTest.all)
  func theSpinsEventsNeedRoomAndInputDoesNot(_ runtime: RuntimeUnderTest) async throws {
    let drops = Drops()
    let spin = Spin<[String], String>(initialState: []) {
      Reducer { events, event in events.append(event) }
    }
    let ui = UISpin(spin) { events, _ in
      Text("\(events.count)")
    } keys: {
      Key("+", help: "", "key")
    }
    var options = drops.options() as RunOptions<[String], String>
    options.mailbox = .bounded(1, .dropNewest)
    options.observers = [
      Observer { [weak ui] in
        guard $0.state == ["key"] else { return }
        ui?.emit("first")
        ui?.emit("second")
      }
    ]
    let rehearsal = ui.rehearse(on: runtime(), options: options)
    rehearsal.input([UInt8](repeating: UInt8(ascii: "+"), count: 50))
    await rehearsal.idle()
    ui.stop()
    let events = try await ui.finished()?.state ?? []
    #expect(events.count { $0 == "key" } == 50)
    #expect(events.count { $0 == "first" } == 1)
    #expect(!events.contains("second"))
    #expect(drops.entries == ["second full outside"])
  }
}
