import Foundation
import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting
import Testing

/// The names that feedbacks and elements have in logs.
@Suite(.fewAtOnce)
struct NameTests {
  /// An element whose identifier may be printed as that of another one.
  private struct Item: Identifiable, Equatable, Sendable {
    struct ID: Hashable, Sendable, CustomStringConvertible {
      var description: String
      var rest = 0
    }

    var id: ID
  }

  /// Records the run of a spin whose effects are bodies that are not run, and begin with the event.
  private func log<State, Event>(_ spin: Spin<State, Event>, _ events: Event...) -> RunLog<
    State, Event
  > {
    let (record, runtime) = (RunRecord<State, Event>(), TestRuntime())
    let running = spin.start(
      on: runtime, options: RunOptions(monitors: [.recording(into: record, keeping: .all)]))
    for event in events { running.emit(event) }
    runtime.run()
    running.stop()
    runtime.run()
    return record.log
  }

  private func names<State, Event>(_ log: RunLog<State, Event>) -> [String] {
    log.entries.flatMap { $0.effects.map(\.description) }
  }

  /// Identifiers, and how they stand in the name of an element.
  private static let ids = [
    ("a", "a"), ("", ""), ("[1, 2]", "[1, 2]"), ("Optional([1])", "Optional([1])"), ("x[", #"x\["#),
    ("x]", #"x\]"#), ("[[", #"\[\["#), ("]", #"\]"#), ("][", #"\]\["#), ("a].b[c", #"a\].b\[c"#),
    (#"\"#, #"\\"#), (#"\["#, #"\\\["#), (#"a\b"#, #"a\\b"#), ("a\nb", "a\nb"), ("💣", "💣"),
    ("\u{301}", "\u{301}"), ("[\u{301}", "\\[\u{301}"), ("]\u{301}].x", "\\]\u{301}\\].x"),
  ]

  @Test(arguments: ids) func eachIdentifierBelongsToItsFeedback(_ id: String, _ words: String)
    throws
  {
    func spin(_ name: String, adds: Bool = true) -> Spin<[Item], String> {
      Spin(initialState: []) {
        Feedback(forEach: { $0 }) { _ in .run { "done" } }.named(name)
        if adds { Feedback(forEach: { $0 }) { _ in .run { "more" } }.named("more") }
        Reducer { items, event in if event == id { items = [Item(id: Item.ID(description: id))] } }
      }
    }
    let log = log(spin("work", adds: false), id)
    #expect(names(log) == ["work[\(words)] #1 (body)"])
    #expect(try log.rehearse(spin("work"))?.feedback == "more")
    #expect(try log.rehearse(spin("work"), ignoring: .effects(of: "more")) == nil)
    let other = spin("labour", adds: false)
    #expect(try log.rehearse(other) != nil)
    #expect(try log.rehearse(other, renaming: ["work": "labour"]) == nil)
  }

  /// Pairs of identifiers on the way to an element, of which both would be called the same.
  private static let ways = [
    ["a].jobs[b", "c", #"a\].jobs\[b].jobs[c"#, "a", "b].jobs[c", #"a].jobs[b\].jobs\[c"#],
    ["a", "]", #"a].jobs[\]"#, "a", #"\]"#, #"a].jobs[\\\]"#],
  ]

  @Test(arguments: ways) func elementsOfPartsHaveNamesOfTheirOwn(_ way: [String]) throws {
    struct Counter: Identifiable, Equatable, Sendable {
      var id: String
      var jobs: [String]
    }
    struct Whole: Equatable, Sendable { var counters: [Counter] }
    enum Event: Equatable, Sendable { case done(String, String), begin }
    let spin = Spin<Whole, Event>(
      initialState: Whole(
        counters: way[0] == way[3]
          ? [Counter(id: way[0], jobs: [way[1], way[4]])]
          : [Counter(id: way[0], jobs: [way[1]]), Counter(id: way[3], jobs: [way[4]])])
    ) {
      Scope(
        forEach: \.counters, event: { Event.done($0, $1) },
        from: { event in if case .done(let id, let job) = event { (id, job) } else { nil } }
      ) {
        Feedback(forEach: \.jobs) { job in .run { job } }.named("jobs")
        Reducer { counter, job in counter.jobs.removeAll { $0 == job } }
      }
      Reducer { _, _ in }
    }
    let log = log(spin, .begin)
    #expect(Set(names(log)) == Set([way[2], way[5]].map { "counters[\($0)] #1 (body)" }))
    #expect(log.numbers == 0...3)
    #expect(try log.rehearse(spin) == nil)
    #expect(try log.rehearse(spin, ignoring: .effects(of: "counters[].jobs")) == nil)
  }

  @Test func elementsThatArePrintedTheSameHaveNamesOfTheirOwn() throws {
    let ids = [0, 1, 2].map { Item.ID(description: $0 == 2 ? "8" : "7", rest: $0) }
    let spin = Spin<[Item], Item.ID?>(initialState: []) {
      Feedback(forEach: { $0 }) { item in .run { item.id } }.named("work")
      Reducer { items, id in
        if let id { items.removeAll { $0.id == id } } else { items = ids.map { Item(id: $0) } }
      }
    }
    let log = log(spin, nil)
    #expect(names(log) == ["work[7] #1 (body)", #"work[7\2] #1 (body)"#, "work[8] #1 (body)"])
    #expect(log.numbers == 0...4)
    #expect(
      Set(log.entries.filter { $0.event != .some(nil) && $0.event != nil }.map { "\($0.sender)" })
        == ["work[7] #1", #"work[7\2] #1"#, "work[8] #1"])
    #expect(try log.rehearse(spin) == nil)
    #expect(try log.rehearse(spin, ignoring: .effects(of: "work")) == nil)
  }

  @Test(arguments: ["a[", "a]", "[", "][", "[]x", "a\\"])
  func aBracketInTheNameOfAFeedbackIsNoElement(_ name: String) throws {
    func spin(_ name: String) -> Spin<[Int], Int> {
      Spin(initialState: []) {
        Feedback(forEach: { $0 }) { number in .run { -number } }.named(name)
        Reducer { numbers, number in
          if number > 0 { numbers.append(number) } else { numbers.removeAll { $0 == -number } }
        }
      }
    }
    let log = log(spin(name), 1, 2)
    #expect(Set(log.entries.map(\.sender)).count == 4)
    #expect(try log.rehearse(spin(name)) == nil)
    #expect(try log.rehearse(spin("other")) != nil)
    #expect(try log.rehearse(spin("other"), renaming: [name: "other"]) == nil)
  }

  /// A list of links, each of which may have a next one.
  private struct Link: Equatable, Sendable {
    var items: [Int]
    var next: [Link] = []

    var following: Link? {
      get { next.first }
      set { next = newValue.map { [$0] } ?? [] }
    }

    indirect enum Event: Equatable, Sendable { case took(Int), begin, next(Event) }

    static func spin(_ name: String) -> Spin<Link?, Event> {
      Spin(initialState: Link(items: [1], next: [Link(items: [2, 3], next: [Link(items: [4])])])) {
        Scope(state: \.self, event: { Event.next($0) }, from: Self.inner) { part(name) }.named(
          "first")
        Reducer { _, _ in }
      }
    }

    private static func part(_ name: String) -> Spin<Link, Event> {
      Spin(initialState: Link(items: [])) {
        Feedback(forEach: \.items) { .just(.took($0)) }.named(name)
        Scope(state: \.following, event: { Event.next($0) }, from: inner) { part(name) }.named(
          "next")
        Reducer { link, event in
          if case .took(let item) = event { link.items.removeAll { $0 == item } }
        }
      }
    }

    private static func inner(_ event: Event) -> Event? {
      if case .next(let inner) = event { inner } else { nil }
    }
  }

  @Test func anElementOfARecursionBelongsToItsFeedback() throws {
    let log = log(Link.spin("jobs"), .begin)
    #expect(names(log).contains("first.jobs[next/next][4] (event)"))
    #expect(try log.rehearse(Link.spin("jobs")) == nil)
    #expect("\(try log.rehearsed(by: Link.spin("jobs")).entries)" == "\(log.entries)")
    #expect(try log.rehearse(Link.spin("jobs"), ignoring: .effects(of: "first.jobs")) == nil)
    let other = Link.spin("work")
    #expect(try log.rehearse(other) != nil)
    #expect(try log.rehearse(other, renaming: ["first.jobs": "first.work"]) == nil)
  }

  // MARK: Feedbacks of one name

  private static let twins = [
    (["a", "b", "a"], "the feedbacks 0 and 2 are both called a"),
    (
      ["b", "a", "a[1]"],
      "the feedback 1 is called a, and the feedback 2 a[1], as if one were an element of the other"
    ),
    (
      ["a[2]", "a[]"],
      "the feedback 0 is called a[2], and the feedback 1 a[], as if one were an element of the other"
    ),
  ]

  @Test(arguments: twins) func feedbacksOfOneNameAreToldWhenTheRecordingBegins(
    _ names: [String], _ words: String
  ) throws {
    let spin = Spin<Int, Int>(initialState: 1) {
      for name in names {
        Feedback(forEach: { [$0] }) { number in .run { number } }.named(name)
      }
      Reducer { $0 = $1 }
    }
    let (folder, errors) = (try TemporaryFolder(), Transcript<RunLogError>())
    let file = folder.url.appendingPathComponent("run.jsonl")
    let runtime = TestRuntime()
    let running = spin.start(
      on: runtime,
      options: RunOptions(monitors: [.recording(to: file, onError: { errors($0) })]))
    let sentence =
      ": \(words), so nobody knows which of them has sent an event: give each a name of its own."
    #expect(errors.entries.map(\.description) == [file.path + sentence])
    runtime.run()
    running.stop()
    runtime.run()
    let log = try RunLog<Int, Int>(contentsOf: file)
    #expect(try log.replay(spin).state(at: 0) == 1, "It can be played.")
    let error = #expect(throws: RunLogError.self) { try log.rehearse(spin) }
    #expect(error?.kind == .sameNames && error?.description == "Swift.Int" + sentence)
    // In the log, their effects are told apart.
    let effects = log.entries[0].effects
    #expect(effects.count == names.count && Set(effects.map(\.description)).count == names.count)
  }
}
