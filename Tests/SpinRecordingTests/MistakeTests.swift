import Foundation
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinRecording
import SpinTestSupport
import SpinTesting
import Testing

/// Usual mistakes of a spin or of its types, and what a rehearsal says about them.
@Suite(.fewAtOnce)
struct MistakeTests {
  /// Records a run on the calling thread, and reads its file.
  private func file<State: Codable & Sendable, Event: Codable & Sendable>(
    of spin: Spin<State, Event>, _ events: Event...,
    onError: @escaping @Sendable (RunLogError) -> Void = { _ in }
  ) throws -> RunLog<State, Event> {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("run.jsonl")
    let running = spin.start(
      on: .callersThread,
      options: RunOptions(monitors: [.recording(to: file, keeping: .all, onError: onError)]))
    for event in events { running.emit(event) }
    running.stop()
    return try RunLog(contentsOf: file)
  }

  // MARK: The order of a set

  @Test(arguments: Shelf.Mistake.allCases)
  func anOrderThatNobodyHasDecidedIsFoundInAnotherProcess(_ mistake: Shelf.Mistake) async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("run.jsonl").path
    await #expect(processExitsWith: .success) {
      [path = path as String, mistake = mistake as Shelf.Mistake] in
      let running = Shelf.spin(mistake).start(
        on: .callersThread,
        options: RunOptions(monitors: [.recording(to: URL(fileURLWithPath: path), keeping: .all)])
      )
      for book in 0..<20 { running.emit(.add("book \(book)")) }
      running.emit(.list)
      running.stop()
      // An effect that has just ended may have the loop.
      await running.finished()
    }
    let log = try RunLog<Shelf, Shelf.Event>(contentsOf: URL(fileURLWithPath: path))
    #expect(log.numbers?.upperBound ?? 0 >= 21)
    let difference = try log.rehearse(Shelf.spin(mistake))
    #expect(difference?.kind == mistake.kind)
    if mistake == .nothing { return }
    let words = difference?.description ?? ""
    #expect(words.contains(mistake.words), "\(words)")
  }

  /// Two values, and whether they have the same parts in another order.
  private static let orders: [(old: [String], new: [String], isOrder: Bool)] = [
    (["a", "b"], ["b", "a"], true), (["a, b", "c"], ["c", "b, a"], true),
    (["-5"], ["5"], false), (["1.5"], ["5.1"], false), (["a b"], ["a, b"], false),
    ([""], [" "], false), (["a", "a", "b"], ["a", "b", "b"], false),
  ]

  /// A wrong sign was blamed on the order of a set.
  @Test(arguments: orders.indices)
  func onlyAnOtherOrderIsCalledSo(_ row: Int) throws {
    let (old, new, isOrder) = Self.orders[row]
    func spin(_ value: [String]) -> Spin<[String], [String]> {
      Spin(initialState: []) {
        Feedback(on: { $0 == ["say"] ? true : nil }) { _ in .just(value) }.named("say")
        Reducer { $0 = $1 == ["set"] ? value : $1 }
      }
    }
    for (event, kind) in [(["set"], RunDifference.Kind.state), (["say"], .event)] {
      let difference = try #require(try file(of: spin(old), event).rehearse(spin(new)))
      #expect(difference.kind == kind)
      #expect(difference.description.contains("in another order") == isOrder, "\(difference)")
    }
  }

  // MARK: Values that print the same

  /// A value of which nothing shows the mark.
  private struct Token: Codable, Equatable, Sendable, CustomReflectable {
    var mark = 0
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
  }

  /// Describes an effect with an event after the first one.
  private static func saying<Event: Equatable & Sendable>(
    _ event: Event
  ) -> Spin<Int, Event> {
    Spin(initialState: 0) {
      Feedback(on: { $0 == 1 ? true : nil }) { _ in .just(event) }.named("say")
      Reducer { count, _ in count += 1 }
    }
  }

  /// Two events that print the same were blamed on the order of a set.
  @Test func eventsThatPrintTheSameAreCalledSo() throws {
    let log = try file(of: Self.saying(Token(mark: 1)), Token())
    #expect(
      try log.rehearse(Self.saying(Token(mark: 2)))?.description == """
        After transition 1, the next event of say at once was Token(), and is Token(). Both print the same, and \
        == says that they differ. If an effect closure reads a clock or makes an identifier, move that into \
        .run, or ignore it by .payloads.
        """)
  }

  @Test func theFractionThatDatesDifferInIsShown() throws {
    let (old, new) = (
      Date(timeIntervalSinceReferenceDate: 0.25), Date(timeIntervalSinceReferenceDate: 0.5)
    )
    let log = try file(of: Self.saying(old), old)
    #expect(
      try log.rehearse(Self.saying(new))?.description == """
        After transition 1, the next event of say at once was 2001-01-01 00:00:00 +0000, and is 2001-01-01 \
        00:00:00 +0000. If an effect closure reads a clock or makes an identifier, move that into .run, or \
        ignore it by .payloads.
          - 2001-01-01 00:00:00 +0000 (timeIntervalSinceReferenceDate: 0.25)
          + 2001-01-01 00:00:00 +0000 (timeIntervalSinceReferenceDate: 0.5)
          - was, + is
        """)
  }

  // MARK: Types that a file does not keep

  private struct Gauge: Codable, Equatable, Sendable {
    var value = 0.0
    /// What no file keeps.
    var peak = 0.0
    enum CodingKeys: String, CodingKey { case value }

    init() {}
    init(from decoder: any Decoder) throws {
      value = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .value)
    }
  }

  @Test func aPartOfTheStateThatAFileDoesNotKeepIsSaid() throws {
    let spin = Spin<Gauge, Double>(initialState: Gauge()) {
      Reducer { gauge, value in
        gauge.value = value
        gauge.peak = max(gauge.peak, value)
      }
    }
    let difference = try #require(try file(of: spin, 0, 3, 2).rehearse(spin))
    #expect(difference.kind == .state && difference.number == 1)
    #expect(
      difference.description == """
        The state after event 2 3.0 from outside is another one: it differs only in what encode(to:) and \
        init(from:) do not keep, so the file has lost it. Let them keep all that == compares.
            Gauge(
              value: 3.0,
          -   peak: 0.0,
          +   peak: 3.0,
            )
          - was, + is
        """)
    #expect(try file(of: spin, 0, 3, 2).rehearse(spin, ignoring: .states(\.peak)) == nil)
  }

  private struct Reading: Codable, Equatable, Sendable {
    var value = 0.0
    var unit = ""
    enum CodingKeys: String, CodingKey { case value }

    init(_ value: Double, _ unit: String) { (self.value, self.unit) = (value, unit) }
    init(from decoder: any Decoder) throws {
      value = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .value)
    }
  }

  @Test func aPartOfAnEventThatAFileDoesNotKeepIsSaid() throws {
    let errors = Transcript<RunLogError>()
    let spin = Spin<Double, Reading>(initialState: 0) {
      Feedback(on: { $0 == 1 ? true : nil }) { _ in .just(Reading(2, "m")) }.named("next")
      Reducer { $0 = $1.value }
    }
    let log = try file(of: spin, Reading(1, "")) { errors($0) }
    #expect(
      try log.rehearse(spin)?.description == """
        After transition 1, the next event of next at once was Reading(value: 2.0, unit: ""), and is \
        Reading(value: 2.0, unit: "m"). It differs only in what encode(to:) and init(from:) do not keep, so the \
        file has lost it. Let them keep all that == compares.
        """)
    #expect(try log.rehearse(spin, ignoring: .payloads) == nil)
    #if DEBUG
      #expect(errors.entries.map(\.kind) == [.lossy])
      #expect(
        errors.entries.first?.description.contains(
          "the event Reading(value: 2.0, unit: \"m\") of transition 2 is another one") == true)
    #endif
  }

  @Test func aNumberThatIsNotEqualToItselfGoesAsItWentFromAFile() throws {
    let spin = Spin<Double, Double>(initialState: 0) {
      Feedback(on: { $0 == 1 ? true : nil }) { _ in .just(.nan) }
      Reducer { $0 = $1 }
    }
    let log = try file(of: spin, 1, .infinity, -0.0)
    #expect(log.entries.contains { $0.state?.isNaN == true })
    #expect(try log.rehearse(spin) == nil)
  }

  // MARK: Cases that were renamed

  private enum Door: Codable, Equatable, Sendable {
    enum Key: String, Codable, Sendable { case brass, steel }
    indirect enum Step: Codable, Equatable, Sendable { case push, turn(Key) }
    case open, step(Step), steps([Step])
  }

  /// The end of a file, what is said about it, and what helps.
  private static let renamed:
    [(event: String, words: String, advice: String, renaming: [String: String])] = [
      (
        #"{"shut":{}}"#, "at e: Door has no case “shut”.",
        #"read the log by RunLog(contentsOf:renaming: ["shut": "…"])"#, ["shut": "open"]
      ),
      (
        #"{"stride":{"_0":{"push":{}}}}"#, "at e: Door has no case “stride”.",
        "or has other values, change the line by migrating:.", ["stride": "step"]
      ),
      (
        #"{"step":{"_0":{"pull":{}}}}"#, "at e.step._0: Step has no case “pull”.",
        "change the line by RunLog(contentsOf:migrating:).", [:]
      ),
      (
        #"{"steps":{"_0":[{"push":{}},{"turn":{"_0":"iron"}}]}}"#,
        "at e.steps._0.1.turn._0: Key has no case “iron”.",
        "change the line by RunLog(contentsOf:migrating:).", [:]
      ),
    ]

  @Test(arguments: renamed.indices) func aCaseThatIsUnknownIsNamed(_ index: Int) throws {
    let (event, words, advice, names) = Self.renamed[index]
    let folder = try TemporaryFolder()
    let file = try folder.file(
      [
        #"{"event":"\#(String(reflecting: Door.self))","feedbacks":[],"seed":"1","spin":"1.0","state":"Swift.Int"}"#,
        #"{"b":0,"s":5}"#, #"{"e":\#(event),"n":1}"#, "",
      ].joined(separator: "\n"))
    let error = #expect(throws: RunLogError.self) { try RunLog<Int, Door>(contentsOf: file) }
    #expect(error?.kind == .damaged && error?.line == 3)
    let text = "\(error?.description ?? "")"
    #expect(text.hasPrefix("\(file.path):3: \(words) If the case has another name now, "))
    #expect(text.contains(advice), "\(text)")
    if names.isEmpty {
      let log = try RunLog<Int, Door>(
        contentsOf: file, migrating: { if $0["e"] != nil { $0["e"] = ["open": [:]] } })
      #expect(log.entries.last?.event == .open)
    } else {
      let log = try RunLog<Int, Door>(contentsOf: file, renaming: names)
      #expect(log.entries.last?.event == (index == 0 ? .open : .step(.push)))
    }
  }

  @Test func aCaseOfTheStateThatIsUnknownIsNamed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("{\"spin\":\"1.0\"}\n{\"b\":0,\"s\":\"iron\"}\n")
    let error = #expect(throws: RunLogError.self) { try RunLog<Door.Key, Int>(contentsOf: file) }
    #expect(
      error?.description.contains(
        ":2: at s: Key has no case “iron”. If the case has another name now, change the line by ")
        == true,
      "\(String(describing: error))")
  }

  // MARK: A clock in an effect closure

  private enum Visit: Codable, Equatable, Sendable { case come, at(Double), due }

  @Test func aDateThatAnEffectClosureReadsIsFound() throws {
    let spin = Spin<Int, Visit>(initialState: 0) {
      Feedback(on: { $0 == 1 ? true : nil }) { _ in .just(.at(Date().timeIntervalSince1970)) }
        .named("stamp")
      Reducer { state, _ in state += 1 }
    }
    let log = try file(of: spin, .come)
    let difference = try #require(try log.rehearse(spin))
    #expect(difference.kind == .event && difference.feedback == "stamp")
    #expect(
      difference.description.hasSuffix(
        ". If an effect closure reads a clock or makes an identifier, move that into .run, or ignore it by .payloads."
      ), "\(difference)")
    #expect(try log.rehearse(spin, ignoring: .payloads(of: "stamp")) == nil)
  }

  @Test func aClockThatAnEffectClosureReadsIsFound() throws {
    let deadline = ContinuousClock.now + .seconds(1_000)
    let spin = Spin<Int, Visit>(initialState: 0) {
      Feedback(on: { $0 == 1 ? true : nil }) { _ in .after(deadline - .now, .due) }.named("wait")
      Reducer { state, _ in state += 1 }
    }
    let difference = try #require(try file(of: spin, .come).rehearse(spin))
    #expect(difference.kind == .effects && difference.feedback == "wait")
    #expect(
      difference.description.contains("wait #1 consists of something else: it was event after 99")
        && difference.description.hasSuffix(
          " seconds. If the effect closure reads a clock to know the time, let an event bring it."),
      "\(difference)")
  }
}

/// Books without an order, which is what each of its mistakes depends on.
struct Shelf: Codable, Equatable, Sendable {
  enum Event: Codable, Equatable, Sendable {
    case add(String), list, listed([String]), read(String)
  }

  /// A place that depends on the order of a set, or none.
  enum Mistake: String, CaseIterable, Codable, Sendable {
    case nothing, list, text, described, started

    var kind: RunDifference.Kind? {
      switch self {
      case .nothing: nil
      case .list, .text: .state
      case .described: .event
      case .started: .effects
      }
    }

    var words: String {
      switch self {
      case .nothing: ""
      case .list, .text:
        "it has equal values in another order. A reducer must not depend on the order of a set or a dictionary."
      case .described:
        "It has equal values in another order. Sort what a set or a dictionary lists."
      case .started: "the same effects are described in another order"
      }
    }
  }

  var books: Set<String> = []
  var counts: [String: Int] = [:]
  var list: [String] = []
  var text = ""
  var isListed = false

  static func spin(_ mistake: Mistake) -> Spin<Shelf, Event> {
    Spin(initialState: Shelf()) {
      Feedback(on: { $0.isListed ? $0.books : nil }) { books in
        .just(.listed(mistake == .described ? Array(books) : books.sorted()))
      }.named("list")
      Feedback(forEach: { shelf in
        guard shelf.isListed else { return [String]() }
        return mistake == .started ? Array(shelf.books) : shelf.books.sorted()
      }) { book in
        .run { .read(book) }
      }.named("read")
      Reducer { shelf, event in
        switch event {
        case .add(let book):
          shelf.books.insert(book)
          shelf.counts[book, default: 0] += 1
        case .list:
          shelf.isListed = true
          if mistake == .list { shelf.list = Array(shelf.books) }
          if mistake == .text { shelf.text = shelf.counts.keys.joined(separator: ", ") }
        case .listed(let books): shelf.list = books
        case .read: break
        }
      }
    }
  }
}
