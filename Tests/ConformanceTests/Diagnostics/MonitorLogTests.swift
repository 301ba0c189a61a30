import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What the log says about effects that do not start, and about events that are not reduced.
struct MonitorLogTests {
  private struct Shop: Sendable, Equatable {
    var query: String?
    var isOpen = false
    var page = 0
    var note = 0
    var jobs: [Int] = []
  }

  private enum Event: Sendable, Equatable {
    case typed(String?), scrolled, opened(Bool), turned(Int), noted(Int), hired(Int), found(Int)
  }

  private static func reduce(_ shop: inout Shop, _ event: Event) {
    switch event {
    case .typed(let query): shop.query = query
    case .opened(let isOpen): shop.isOpen = isOpen
    case .turned(let page): shop.page = page
    case .noted(let note): shop.note = note
    case .hired(let job): shop.jobs.append(job)
    case .scrolled, .found: break
    }
  }

  /// Runs a loop of one feedback on this thread, and returns the lines of its log.
  private func log(
    _ feedback: Feedback<Shop, Event>, mailbox: MailboxBound<Event> = .unbounded,
    answers: LoggedAnswers = .all,
    _ body: (RunningSpin<Shop, Event>, ManualScheduler) -> Void
  ) -> [String] {
    let (lines, scheduler) = (Transcript<String>(), ManualScheduler())
    let spin = Spin<Shop, Event>(initialState: Shop()) {
      feedback
      Reducer { Self.reduce(&$0, $1) }
    }
    let running = spin.start(
      on: CallbackRuntime.callersThread(scheduler: scheduler),
      options: RunOptions(
        monitors: [.log(answers: answers, to: { lines($0) })], mailbox: mailbox))
    body(running, scheduler)
    running.stop()
    let site = #/ at MonitorLogTests\.swift:\d+ in \w+\([\w:]*\)/#
    return lines.entries.filter { !$0.hasSuffix(" settles") }.map { $0.replacing(site, with: "") }
  }

  private static let endless = Effect<Event>.callback { emit in
    Cancellation { withExtendedLifetime(emit) {} }
  }

  @Test func anEqualValueAndNilStartNothing() {
    let search = Feedback<Shop, Event>(on: \.query) { query in
      query == "once" ? .just(.found(1)) : Self.endless
    }
    #expect(
      log(search.named("search")) { running, _ in
        running.emit(.typed("sw"))
        running.emit(.scrolled)
        running.emit(.typed("swift"))
        running.emit(.typed(nil))
        running.emit(.scrolled)
        running.emit(.typed("once"))
        running.emit(.scrolled)
      } == [
        "0 begins",
        "0 search wants nothing: the value is nil",
        #"1 typed(Optional("sw"))"#,
        #"1 search starts #1 for "sw""#,
        "2 scrolled",
        "2 search keeps #1: the value has not changed",
        #"3 typed(Optional("swift"))"#,
        "3 search #1 is cancelled: the value has changed",
        #"3 search starts #2 for "swift""#,
        "4 typed(nil)",
        "4 search wants nothing: the value is nil",
        "4 search #2 is cancelled: the value is nil",
        "5 scrolled",
        "5 search wants nothing: the value is nil",
        #"6 typed(Optional("once"))"#,
        #"6 search emits at once for "once""#,
        "7 found(1) from search",
        "7 search starts nothing: the value has not changed",
        "8 scrolled",
        "8 search starts nothing: the value has not changed",
        "8 stops",
      ])
  }

  @Test func aStateThatDoesNotPassTheFilterStartsNothing() {
    let shop = Feedback<Shop, Event>(filteredBy: \.isOpen) { _ in Self.endless }
    #expect(
      log(shop.named("shop")) { running, _ in
        running.emit(.opened(true))
        running.emit(.opened(false))
      } == [
        "0 begins",
        "0 shop wants nothing: the state does not pass the filter",
        "1 opened(true)",
        "1 shop starts #1",
        "2 opened(false)",
        "2 shop wants nothing: the state does not pass the filter",
        "2 shop #1 is cancelled: the state does not pass the filter",
        "2 stops",
      ])
    let light = Feedback<Shop, Event>(while: \.isOpen) { Self.endless }
    #expect(
      log(light.named("light")) { running, _ in
        running.emit(.opened(true))
        running.emit(.scrolled)
        running.emit(.opened(false))
      } == [
        "0 begins",
        "0 light wants nothing: the condition is false",
        "1 opened(true)",
        "1 light starts #1",
        "2 scrolled",
        "2 light keeps #1: the condition is still true",
        "3 opened(false)",
        "3 light wants nothing: the condition is false",
        "3 light #1 is cancelled: the condition is false",
        "3 stops",
      ])
  }

  @Test func aQueuedEffectWaitsAndASkippedOneNeverStarts() {
    let print = Feedback<Shop, Event>(on: \.page) { _ in .after(.seconds(1), .found(1)) }
    #expect(
      log(print.named("print").strategy(.queueNewState)) { running, scheduler in
        running.emit(.turned(1))
        scheduler.advance(by: .seconds(1))
      } == [
        "0 begins",
        "0 print starts #1 for 0",
        "0 print #1 sleeps for 1.0 seconds",
        "1 turned(1)",
        "1 print queues 1 behind #1",
        "2 found(1) from print #1",
        "2 print #1 ends",
        "2 print keeps waiting: the value has not changed",
        "2 print starts #2 for 1",
        "2 print #2 sleeps for 1.0 seconds",
        "2 stops",
        "2 print #2 is cancelled: the loop stops",
      ])
    #expect(
      log(print.named("print").strategy(.ignoreNewState)) { running, scheduler in
        running.emit(.turned(1))
        scheduler.advance(by: .seconds(1))
      } == [
        "0 begins",
        "0 print starts #1 for 0",
        "0 print #1 sleeps for 1.0 seconds",
        "1 turned(1)",
        "1 print skips 1: its effect still runs, and its strategy ignores new states",
        "2 found(1) from print #1",
        "2 print #1 ends",
        "2 print starts nothing: the value has not changed since it was skipped",
        "2 stops",
      ])
  }

  @Test func whatWaitedIsGivenUpWithTheValue() {
    let search = Feedback<Shop, Event>(on: \.query) { _ in Self.endless }.named("search")
    let lost = { (feedback: Feedback<Shop, Event>) in
      log(feedback) { running, _ in
        for query in ["a", "b", nil] { running.emit(.typed(query)) }
      }.dropFirst(4)
    }
    #expect(
      lost(search.strategy(.queueNewState)) == [
        #"2 typed(Optional("b"))"#,
        #"2 search queues "b" behind #1"#,
        "3 typed(nil)",
        #"3 search wants nothing: the value is nil, so "b" never starts"#,
        "3 search #1 is cancelled: the value is nil",
        "3 stops",
      ])
    #expect(
      lost(search.throttled(for: .seconds(1), latest: true)) == [
        #"2 typed(Optional("b"))"#,
        #"2 search waits with "b" for the end of the throttle's period"#,
        "2 search #1 is cancelled: the value has changed",
        "3 typed(nil)",
        #"3 search wants nothing: the value is nil, so "b" never starts"#,
        "3 stops",
      ])
  }

  @Test func aThrottleHoldsOrSkipsAnEffect() {
    let save = Feedback<Shop, Event>(on: \.note) { .just(.found($0)) }.named("save")
    #expect(
      log(save.throttled(for: .seconds(1), latest: true)) { running, scheduler in
        running.emit(.noted(1))
        running.emit(.scrolled)
        scheduler.advance(by: .seconds(1))
      } == [
        "0 begins",
        "0 save emits at once for 0",
        "1 found(0) from save",
        "1 save starts nothing: the value has not changed",
        "2 noted(1)",
        "2 save waits with 1 for the end of the throttle's period",
        "3 scrolled",
        "3 save keeps waiting: the value has not changed",
        "3 save emits at once for 1",
        "4 found(1) from save",
        "4 save starts nothing: the value has not changed",
        "4 stops",
      ])
    #expect(
      log(save.throttled(for: .seconds(1), latest: false)) { running, _ in running.emit(.noted(1)) }
        == [
          "0 begins",
          "0 save emits at once for 0",
          "1 found(0) from save",
          "1 save starts nothing: the value has not changed",
          "2 noted(1)",
          "2 save skips 1: the throttle's period has not passed",
          "2 stops",
        ])
  }

  @Test func anElementWaitsForAPlaceAndLeaves() {
    let jobs = Feedback<Shop, Event>(forEach: \.jobs, atMost: 1) {
      .after(.seconds($0), .found($0))
    }
    #expect(
      log(jobs.named("jobs")) { running, scheduler in
        running.emit(.hired(1))
        running.emit(.hired(2))
        scheduler.advance(by: .seconds(1))
      } == [
        "0 begins",
        "0 jobs starts nothing: no element has come, left or changed",
        "1 hired(1)",
        "1 jobs[1] starts #1",
        "1 jobs[1] #1 sleeps for 1.0 seconds",
        "2 hired(2)",
        "2 jobs[2] waits for a free place: the feedback's limit is reached",
        "3 found(1) from jobs[1] #1",
        "3 jobs[1] #1 ends",
        "3 jobs starts nothing: no element has come, left or changed",
        "3 jobs[2] starts #2",
        "3 jobs[2] #2 sleeps for 2.0 seconds",
        "3 stops",
        "3 jobs[2] #2 is cancelled: the loop stops",
      ])
  }

  @Test func valuesArePrintedWithoutModules() {
    enum Step: Sendable { case go(Int?), stop }
    struct Board: Sendable { var step: Step; var text: String }
    enum Move: Sendable { case put(Board), all([Step]), text(String) }
    let lines = Transcript<String>()
    let spin = Spin<Int, Move>(initialState: 0) { Reducer { _, _ in } }
    let running = spin.start(
      on: .callersThread, options: RunOptions(monitors: [.log { lines($0) }]))
    for move: Move in [
      .put(Board(step: .go(nil), text: "a.b")), .all([.go(1), .stop]), .text("c.d"),
    ] { running.emit(move) }
    #expect(
      lines.entries.filter { $0.contains(" at ") }
        .map { $0.replacing(#/ at MonitorLogTests\.swift:\d+ in \w+\([\w:]*\)/#, with: "") } == [
          #"1 put(Board(step: go(nil), text: "a.b"))"#, "2 all([go(Optional(1)), stop])",
          #"3 text("c.d")"#,
        ])
  }

  @Test(.promises("27.6", "27.8"), .needsOpenGate)
  func aNewElementWithoutAValueAndALateEventOfADeadEffectAreExplained() {
    let kept = Guarded<[Emitter<Event>]>([])
    let search = Feedback<Shop, Event>(on: \.query) { _ in
      .callback { emit in
        kept.withLock { $0.append(emit) }
        return Cancellation {}
      }
    }
    struct Job: Identifiable, Equatable { let id: Int }
    let jobs = Feedback<Shop, Event>(
      forEach: { $0.jobs.map { Job(id: $0) } }, on: { $0.id > 1 ? $0.id : nil }
    ) { _ in Self.endless }
    #expect(
      log(search.named("search")) { running, _ in
        running.emit(.typed("sw"))
        running.suspend()
        running.emit(.typed("swift"))
        kept.withLock { $0 }.first?(.found(1))
        running.resume()
      } == [
        "0 begins",
        "0 search wants nothing: the value is nil",
        #"1 typed(Optional("sw"))"#,
        #"1 search starts #1 for "sw""#,
        "1 is suspended: all events wait until it is resumed",
        "1 is resumed",
        #"2 typed(Optional("swift"))"#,
        "2 search #1 is cancelled: the value has changed",
        #"2 search starts #2 for "swift""#,
        "found(1) from search #1 is dropped: the effect that emitted it was cancelled",
        "2 stops",
        "2 search #2 is cancelled: the loop stops",
      ])
    #expect(
      log(jobs.named("jobs")) { running, _ in
        running.emit(.hired(1))
        running.emit(.hired(2))
      } == [
        "0 begins",
        "0 jobs starts nothing: no element has come, left or changed",
        "1 hired(1)",
        "1 jobs[1] wants nothing: the value is nil",
        "2 hired(2)",
        "2 jobs[2] starts #1",
        "2 stops",
        "2 jobs[2] #1 is cancelled: the loop stops",
      ])
  }

  /// The names of those who are gone were given to the parts that came after them.
  @Test(.promises("27.6")) func theSourceOfANewPartHasTheNameOfThisPart() {
    let lines = Transcript<String>()
    let part = Spin<Note, Change>(initialState: Note(id: 0)) {
      Feedback.source { .callback { _ in Cancellation {} } }.named("clock")
      Reducer { _, _ in }
    }
    let desk = Spin<[Note], Desk>(initialState: []) {
      Scope(forEach: \.self, event: Desk.note, from: \.note) { part }
      Reducer { notes, event in
        switch event {
        case .add(let id): notes.append(Note(id: id))
        case .clear: notes = []
        case .note: break
        }
      }
    }
    let running = desk.start(
      on: .callersThread, options: RunOptions(monitors: [.log(to: { lines($0) })]))
    for event in [Desk.add(1), .clear, .add(2)] { running.emit(event) }
    running.stop()
    #expect(
      lines.entries.filter { $0.contains(" starts #") } == [
        "1 self[1].clock starts #1", "3 self[2].clock starts #2",
      ])
  }

  /// It was the event of the effect that needed the room.
  @Test(.promises("27.6", "27.13")) func anEventThatMadeRoomIsThatOfItsEmitter() {
    let lines = Transcript<String>()
    let emitters = Guarded<[Emitter<Int>]>([])
    let keep = Effect<Int>.callback { emit in
      emitters.withLock { $0.append(emit) }
      return Cancellation {}
    }
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { keep }.named("first")
      Feedback.source { keep }.named("second")
      Reducer { $0 += $1 }
    }
    let running = spin.start(
      on: .callersThread,
      options: RunOptions(
        monitors: [.log(to: { lines($0) })], mailbox: .bounded(1, .dropOldest)))
    running.suspend()
    let all = emitters.withLock { $0 }
    running.emit(7)
    for number in [0, 1] { all[number](number + 1) }
    running.stop()
    let words = #/ at MonitorLogTests\.swift:\d+ in \w+\([\w:]*\)/#
    #expect(
      lines.entries.filter { $0.contains("is refused") }.map { $0.replacing(words, with: "") }
        .prefix(2) == [
          "7 is refused: the mailbox is full",
          "1 from first #1 is refused: the mailbox is full",
        ])
  }

  @Test func anEventIsRefusedByAFullMailboxOrBecauseItsEffectHasFinished() {
    #expect(
      log(.source { Self.endless }, mailbox: .bounded(1, .dropNewest)) { running, _ in
        running.suspend()
        running.emit(.scrolled)
        running.emit(.typed("lost"))
        running.resume()
      } == [
        "0 begins",
        "0 feedback 0 starts #1",
        "0 is suspended: all events wait until it is resumed",
        #"typed(Optional("lost")) is refused: the mailbox is full"#,
        "0 is resumed",
        "1 scrolled",
        "1 stops",
        "1 feedback 0 #1 is cancelled: the loop stops",
      ])
    let emitter = Guarded<Emitter<Event>?>(nil)
    let dial = Feedback<Shop, Event>(on: \.page) { page in
      .callback { emit in
        if page == 0 { emitter.withLock { $0 = emit } }
        return .none
      }
    }
    #expect(
      log(dial.named("dial")) { running, _ in
        let emit = emitter.withLock { $0 }
        emit?.finish()
        emit?(.found(1))
        emitter.withLock { $0 = nil }
      } == [
        "0 begins",
        "0 dial starts #1 for 0",
        "0 dial #1 ends",
        "found(1) from dial #1 is refused: the effect that emitted it had finished",
        "0 stops",
      ])
  }

  @Test func aRaceAndATimeoutSayWhatBecameOfTheirParts() {
    let race = Feedback<Shop, Event>(on: \.query) { _ in
      .race(.after(.seconds(1), .found(1)), .after(.seconds(2), .found(2)))
    }
    #expect(
      log(race.named("race")) { running, scheduler in
        running.emit(.typed("go"))
        scheduler.advance(by: .seconds(1))
      } == [
        "0 begins",
        "0 race wants nothing: the value is nil",
        #"1 typed(Optional("go"))"#,
        #"1 race starts #1 for "go""#,
        "1 race #1 sleeps for 1.0 seconds",
        "1 race #1 sleeps for 2.0 seconds",
        "2 found(1) from race #1",
        "2 race #1 ends",
        "2 race starts nothing: the value has not changed since #1, which has ended",
        "2 a branch of race #1 is cancelled: another one was first",
        "2 stops",
      ])
    let slow = Feedback<Shop, Event>(on: \.query) { _ in
      Self.endless.timeout(after: .seconds(1), .found(0))
    }
    #expect(
      log(slow.named("slow")) { running, scheduler in
        running.emit(.typed("go"))
        scheduler.advance(by: .seconds(1))
      } == [
        "0 begins",
        "0 slow wants nothing: the value is nil",
        #"1 typed(Optional("go"))"#,
        #"1 slow starts #1 for "go""#,
        "1 slow #1 must end within 1.0 seconds",
        "2 found(0) from slow #1",
        "2 slow #1 ends",
        "2 slow starts nothing: the value has not changed since #1, which has ended",
        "2 a branch of slow #1 is cancelled: its time is over",
        "2 stops",
      ])
  }

  @Test func aLogLeavesOutFeedbacksAndEventsAndCutsWhatIsLong() {
    let lines = Transcript<String>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback(on: { $0 > 1 ? $0 : nil }) { _ in .just("three") }.named("search")
      Feedback(while: { $0 > 1 }) { Effect.callback { _ in .none } }.named("clock")
      Reducer { count, event in count = event.count }
    }
    let log = Monitor<Int, String>.log(
      excluding: ["clock"], limit: 12, showingStates: true, to: { lines($0) },
      ignoring: { $0 == "." })
    let running = spin.start(
      on: .callersThread, options: RunOptions(name: "shop", monitors: [log]))
    for event in [".", "an event that is long"] { running.emit(event) }
    running.stop()
    let site = #/ at MonitorLogTests\.swift:\d+ in \w+\([\w:]*\)/#
    #expect(
      lines.entries.filter { !$0.hasSuffix(" settles") }.map { $0.replacing(site, with: "") } == [
        "shop 0 begins → 0",
        "shop 0 search wants nothing: the value is nil",
        #"shop 2 "an event th… → 21"#,
        "shop 2 search emits at once for 21",
        #"shop 3 "three" from search → 5"#,
        "shop 3 search emits at once for 5",
        #"shop 4 "three" from search → 5"#,
        "shop 4 search starts nothing: the value has not changed",
        "shop 4 stops",
      ])
  }

  @Test func aFeedbackWhosePartIsAbsentSaysSo() {
    let lines = Transcript<String>()
    let part = Spin<Int, Bool>(initialState: 0) {
      Feedback(on: { $0 }) { _ in Self.endless.map { _ in true } }.named("save")
      Reducer { $0 += $1 ? 1 : 0 }
    }
    let whole = Spin<Int?, Bool>(initialState: nil) {
      Scope(state: \.self, event: { $0 }, from: { $0 }) { part }
      Reducer { $0 = $1 ? $0 ?? 0 : nil }
    }
    let running = whole.start(
      on: .callersThread, options: RunOptions(monitors: [.log { lines($0) }]))
    for isThere in [true, false, false] { running.emit(isThere) }
    running.stop()
    #expect(
      lines.entries.filter { $0.contains("save") } == [
        "0 self.save wants nothing: its part is absent",
        "1 self.save starts #1 for 0",
        "2 self.save wants nothing: its part is gone",
        "2 self.save #1 is cancelled: its part is gone",
        "3 self.save wants nothing: its part is absent",
      ])
  }

  private struct Note: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String?
    var tags: [Tag] = []
  }

  private struct Tag: Identifiable, Equatable, Sendable {
    let id: Int
    var color: String?
  }

  private enum Change: Sendable, Equatable { case title(String?), tag(Tag), saved }
  private enum Desk: Sendable, Equatable {
    case add(Int), note(Int, Change), clear

    var note: (Int, Change)? { if case .note(let id, let own) = self { (id, own) } else { nil } }
  }

  @Test(.promises("27.6", "27.8")) func eachPartSaysWhyNothingStarts() {
    let lines = Transcript<String>()
    let kept = Guarded<[Emitter<Change>]>([])
    let note = Spin<Note, Change>(initialState: Note(id: 0)) {
      Feedback(on: \.title) { _ in
        .callback { emit in
          kept.withLock { $0.append(emit) }
          return Cancellation {}
        }
      }.named("save")
      Feedback(forEach: \.tags, on: \.color) { _ in Effect.callback { _ in Cancellation {} } }
        .named("paint")
      Reducer { note, change in
        switch change {
        case .title(let title): note.title = title
        case .tag(let tag): note.tags.append(tag)
        case .saved: break
        }
      }
    }
    let desk = Spin<[Note], Desk>(initialState: []) {
      Scope(forEach: \.self, event: Desk.note, from: \.note) { note }
      Reducer { notes, event in
        switch event {
        case .add(let id): notes.append(Note(id: id))
        case .clear: notes = []
        case .note: break
        }
      }
    }
    let running = desk.start(
      on: .callersThread, options: RunOptions(monitors: [.log(answers: .all, to: { lines($0) })]))
    running.emit(.add(7))
    running.emit(.note(7, .title("a")))
    running.emit(.note(7, .tag(Tag(id: 1))))
    running.emit(.clear)
    kept.withLock { $0 }.first?(.saved)
    running.stop()
    let words = #/ at MonitorLogTests\.swift:\d+ in \w+\([\w:]*\)/#
    #expect(
      lines.entries.filter { !$0.hasSuffix(" settles") }.map { $0.replacing(words, with: "") } == [
        "0 begins",
        "0 self[].save starts nothing: none of its parts has changed",
        "0 self[].paint starts nothing: none of its parts has changed",
        "1 add(7)",
        "1 self[7].save wants nothing: the value is nil",
        "1 self[7].paint starts nothing: no element has come, left or changed",
        #"2 note(7, title(Optional("a")))"#,
        "2 self[7].paint starts nothing: no element has come, left or changed",
        #"2 self[7].save starts #1 for "a""#,
        "3 note(7, tag(Tag(id: 1, color: nil)))",
        "3 self[7].save keeps #1: the value has not changed",
        "3 self[7].paint[1] wants nothing: the value is nil",
        "4 clear",
        "4 self[7].save wants nothing: its part is gone",
        "4 self[7].paint[1] wants nothing: its part is gone",
        "4 self[7].save #1 is cancelled: its part is gone",
        "note(7, saved) from self[7].save #1 is refused: the effect that emitted it was cancelled",
        "4 stops",
      ])
  }
}
