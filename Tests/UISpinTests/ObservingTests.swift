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
    rehearsal.input(Array("x?+?".utf8))
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
}
