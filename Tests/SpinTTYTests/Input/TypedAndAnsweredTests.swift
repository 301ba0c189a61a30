import Foundation
import SpinTesting
import Testing

@testable import SpinTTY

/// Typed keys and answers of a terminal, mixed, with pauses, and cut in pieces anywhere.
@Suite struct TypedAndAnsweredTests {
  /// Bytes that a terminal sends at once unless they are cut, and what they are.
  private struct Item {
    let bytes: [UInt8]
    let events: [InputEvent]
    /// Whether the session has asked for it.
    var isAwaited = false
    /// Whether it is the escape key, which is another key if more follows at once.
    var isEscape = false

    /// The number of bytes that only an answer begins with; `nil` if there are none.
    var head: Int? {
      (1...bytes.count).first { AnswerForm(bytes[..<$0])?.isSure == true }
    }
  }

  private static let keys: [Item] = {
    let alts = "]PX^_abG=".map { ("\u{1B}\($0)", InputEvent.key(KeyPress(.alt(KeyChord($0))))) }
    let texts = "a]PX^_0124;:#+$r>|!Gip=[?cuyORé漢".map { (String($0), InputEvent.text(String($0))) }
    let others: [(String, KeyChord)] = [
      ("\r", .enter), ("\t", .tab), ("\u{3}", .ctrl("c")), ("\u{7}", .ctrl("g")), ("\u{1B}[A", .up),
      ("\u{1B}[1;5C", .ctrl(.right)), ("\u{1B}OP", .f(1)), ("\u{1B}[3~", .delete),
      ("\u{1B}\u{1B}[B", .alt(.down)), ("\u{1B}\r", .alt(.enter)),
    ]
    let chords = others.map { ($0.0, InputEvent.key(KeyPress($0.1))) }
    let escape = Item(bytes: [0x1B], events: [.key(KeyPress(.escape))], isEscape: true)
    return (alts + texts + chords).map { Item(bytes: Array($0.0.utf8), events: [$0.1]) } + [escape]
  }()

  private static let awaited: [Item] = DecodingTable.reports.filter { row in
    var negotiation = Negotiation()
    let isAnswer = row.events.allSatisfy { negotiation.take($0, at: .zero).isOurs }
    return isAnswer && row.events != [.answer(.keyboardFlags(1))]
  }.map { Item(bytes: $0.bytes, events: $0.events, isAwaited: true) }

  private static let others: [Item] = DecodingTable.reports.filter { $0.events.count == 1 }.map {
    Item(bytes: $0.bytes, events: $0.events)
  }

  @Test(arguments: Seeds.series(8))
  func nothingTypedIsLostAndNothingAnsweredIsTyped(seed: UInt64) {
    for round in 0..<400 {
      var random = SeededGenerator(seed: seed << 16 | UInt64(round))
      var input = Input()
      var expected: [InputEvent] = []
      for _ in 0..<random.number(1..<12) {
        let item = random.pick(
          random.pick([Self.keys, Self.keys, Self.awaited, Self.others]))
        input.send(item, &random)
        expected += item.events
      }
      let hint = input.log.joined(separator: " ")
      input.rest()
      guard input.events == expected else {
        Issue.record("seed \(seed), round \(round): \(hint)\n\(input.events)\n\(expected)")
        return
      }
    }
  }

  /// A clock that gets bytes in pieces, and expires between them.
  private struct Input {
    var clock = InputClock()
    var now = Duration.zero
    var events: [InputEvent] = []
    var log: [String] = []
    /// Bytes of the read that is not over yet.
    var waiting: [UInt8] = []

    mutating func send(_ item: Item, _ random: inout SeededGenerator) {
      let isAwaited = item.isAwaited
      // A read may hold what was sent before; an escape directly before it would belong to it.
      if random.once(in: 2) { pause(.milliseconds(random.pick([0, 20, 49, 51, 1_001, 6_000]))) }
      if isAwaited != clock.decoder.options.expectsAnswers {
        pause(.seconds(10))
        clock.decoder.options.expectsAnswers = isAwaited
      }
      var rest = item.bytes[...]
      var waited = 0
      while !rest.isEmpty {
        let count = random.once(in: 2) ? rest.count : random.number(1..<rest.count + 1)
        waiting += rest.prefix(count)
        rest = rest.dropFirst(count)
        if rest.isEmpty { break }
        let isSure = item.head.map { rest.startIndex >= $0 } ?? false
        let wait = random.pick(
          isAwaited ? [0, 60, 990] : isSure ? [0, 20, 60, 300] : [0, 20, 49])
        // No answer takes longer than the decoder waits.
        waited += wait
        pause(.milliseconds(waited < 4_000 ? wait : 0))
      }
      if item.isEscape { pause(.seconds(2)) }
    }

    /// Ends the read, and lets time pass.
    mutating func pause(_ duration: Duration) {
      if !waiting.isEmpty { log.append("\(DecodingRow(bytes: waiting)) +\(duration)") }
      events += clock.decode(waiting, at: now)
      waiting = []
      let end = now + duration
      while let due = clock.deadline, due < end {
        now = due
        events += clock.expire(at: due)
      }
      now = end
    }

    mutating func rest() { pause(.seconds(20)) }
  }
}
