import Foundation
import SpinTesting
import Testing

@testable import SpinTTY

/// Bytes that no terminal would send, and some that it would.
@Suite struct InputFuzzTests {
  @Test func anyBytesInAnyPiecesGiveTheSameEventsAndNoneIsLost() {
    var random = SeededGenerator(seed: ProcessInfo.processInfo.environment["SPIN_SEED"])
    for round in 0..<2_000 {
      let bytes = round % 2 == 0 ? noise(&random) : scraps(&random)
      var whole = InputDecoder(options: smallLimits)
      let expected = whole.decode(bytes)
      var pieces = InputDecoder(options: smallLimits)
      let actual = cut(bytes, &random).flatMap { pieces.decode($0) }
      let hint: Comment = "SPIN_SEED=\(random.seed), round \(round), \(bytes)"
      guard actual == expected && whole.pendingCount == pieces.pendingCount else {
        Issue.record(hint)
        return
      }
      guard accounts(for: bytes, expected, whole) else {
        Issue.record(hint)
        return
      }
    }
  }

  @Test func givingUpAtAnyPlaceLosesNothingAndEndsWhatWasUnderWay() {
    var random = SeededGenerator(seed: ProcessInfo.processInfo.environment["SPIN_SEED"])
    for round in 0..<2_000 {
      let bytes = scraps(&random)
      var decoder = InputDecoder(options: smallLimits)
      var decoded = decoder.decode(bytes)
      decoded += Decoded.all(decoder.expire(), decoder)
      let isIdle = decoder.patience == nil && decoder.pendingCount == 0 && decoder.expire() == []
      if !isIdle || !accounts(for: bytes, decoded, decoder) {
        Issue.record("SPIN_SEED=\(random.seed), round \(round), \(bytes)")
        return
      }
    }
  }

  private var smallLimits: InputDecoder.Options {
    var options = InputDecoder.Options()
    options.pasteLimit = 16
    options.stringLimit = 40
    return options
  }

  /// Whether the lengths add up, and text and unknown bytes are byte for byte what came.
  private func accounts(
    for bytes: [UInt8], _ decoded: [Decoded], _ decoder: InputDecoder
  ) -> Bool {
    var place = 0
    for item in decoded {
      guard item.length > 0, place + item.length <= bytes.count else { return false }
      let made = Array(bytes[place..<place + item.length])
      place += item.length
      switch item.event {
      case .unknown(let kept) where kept != made:
        guard kept.count < made.count, made.count > 40 else { return false }
      case .text(let text, _) where text != "\u{FFFD}" && made[0] != 0x1B:
        guard Array(text.utf8) == made else { return false }
      default: continue
      }
    }
    return place + decoder.pendingCount == bytes.count
  }

  private func noise(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...200, using: &random)).map { _ in .random(in: 0...255, using: &random) }
  }

  /// Rows of the table, whole, cut short or with a byte changed.
  private func scraps(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...20, using: &random)).flatMap { _ -> [UInt8] in
      guard var bytes = DecodingTable.all.randomElement(using: &random)?.bytes else { return [] }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      case 1:
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      default: break
      }
      return bytes
    }
  }

  private func cut(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = min(rest.count, Int.random(in: 1...12, using: &random))
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}

/// An event and the number of its bytes.
struct Decoded: Hashable {
  let event: InputEvent
  let length: Int

  /// The events that a decoder has just returned.
  static func all(_ events: [InputEvent], _ decoder: InputDecoder) -> [Decoded] {
    zip(events, decoder.lengths).map { Decoded(event: $0, length: $1) }
  }
}

extension InputDecoder {
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Decoded] {
    let events = events(bytes)
    return Decoded.all(events, self)
  }
}
