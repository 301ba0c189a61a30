import Foundation
import SpinTestSupport
import Testing

@testable import SpinCore

struct BackoffTests {
  private func delays(_ backoff: Backoff, _ attempts: Int = 6) -> [Duration?] {
    (1...attempts).map { backoff.delay(after: $0) }
  }

  @Test func attemptsCountCalls() {
    #expect(delays(.constant(.seconds(2), attempts: 3), 4) == [.seconds(2), .seconds(2), nil, nil])
    #expect(delays(.constant(.seconds(2), attempts: 1), 2) == [nil, nil])
    #expect(delays(.never, 2) == [nil, nil])
    #expect(Backoff.constant(.zero, attempts: .max).delay(after: .max - 1) == .zero)
    let numbers = [
      Backoff.never, .constant(.zero, attempts: 0), .constant(.zero, attempts: 3),
      .exponential(from: .zero, upTo: .zero, attempts: 9), .custom { _ in nil },
    ].map(\.attempts)
    #expect(numbers == [1, 1, 3, 9, nil])
  }

  @Test func anExponentialBackoffGrowsUpToItsLimit() {
    let backoff = Backoff.exponential(
      from: .milliseconds(100), factor: 3, upTo: .seconds(1), attempts: 6)
    let expected: [Duration?] = [
      .milliseconds(100), .milliseconds(300), .milliseconds(900), .seconds(1), .seconds(1), nil,
    ]
    #expect(delays(backoff) == expected)
  }

  @Test func aCustomBackoffIsAsked() {
    let backoff = Backoff.custom { $0 < 3 ? .seconds(-$0 + 2) : nil }
    #expect(delays(backoff, 3) == [.seconds(1), .zero, nil])
  }

  @Test func anAttemptBeforeTheFirstCountsAsTheFirst() {
    let rules: [Backoff] = [
      .constant(.seconds(1), attempts: 3),
      .exponential(from: .seconds(1), upTo: .seconds(9), attempts: 3), .custom { .seconds($0) },
    ]
    for rule in rules {
      for attempt in [0, -1, Int.min] { #expect(rule.delay(after: attempt) == .seconds(1)) }
    }
  }

  /// Whatever numbers it is made of, a delay is between zero and the longest one, and nothing traps.
  @Test(
    arguments: [-1, 0, 0.5, 1, 2, 1e300, .infinity, .nan, -.infinity, .leastNonzeroMagnitude],
    [.seconds(-5), .zero, .milliseconds(1), .seconds(Int64.max), Duration(attoseconds: .max)]
      as [Duration])
  func delaysAreClamped(factor: Double, first: Duration) {
    for limit in [Duration.seconds(-1), .zero, .seconds(3), Duration(attoseconds: .max)] {
      for attempts in [Int.min, -1, 0, 1, 3, .max] {
        let backoff = Backoff.exponential(
          from: first, factor: factor, upTo: limit, attempts: attempts, jitter: factor)
        for attempt in [1, 2, 3, 1000, .max] {
          for delay in [
            backoff.delay(after: attempt), backoff.delay(after: attempt, draw: RandomDraw(seed: 7)),
          ] {
            #expect((delay == nil) == (attempt >= max(attempts, 1)))
            if let delay {
              #expect(delay >= .zero && delay <= max(limit, .zero) && delay <= .longestDelay)
            }
          }
        }
      }
    }
  }

  @Test(.promises("17.17"))
  func jitterTakesOffAShareAndIsAFunctionOfWhatItIsDrawnFor() {
    let backoff = Backoff.constant(.seconds(10), attempts: .max, jitter: 0.25)
    let draws = (1...1000).compactMap { backoff.delay(after: $0, draw: RandomDraw(seed: 3)) }
    #expect(draws == (1...1000).compactMap { backoff.delay(after: $0, draw: RandomDraw(seed: 3)) })
    #expect(draws != (1...1000).compactMap { backoff.delay(after: $0, draw: RandomDraw(seed: 4)) })
    #expect(draws.allSatisfy { $0 > .seconds(7.5) - .nanoseconds(1) && $0 <= .seconds(10) })
    #expect(Set(draws).count == draws.count)
    let mean = draws.reduce(.zero, +) / draws.count
    #expect(mean > .seconds(8.6) && mean < .seconds(8.9))
  }

  @Test func theCoordinatesOfADrawAreNotInterchangeable() {
    let draw = RandomDraw(seed: 1)
    var seen: Set<RandomDraw> = [draw]
    for first in 0..<50 as Range<UInt64> {
      for second in 0..<50 as Range<UInt64> { seen.insert(draw.with(first).with(second)) }
    }
    #expect(seen.count == 2501)
  }

  @Test func backoffsAreComparedByTheirNumbersAndClosuresByIdentity() {
    #expect(Backoff.constant(.seconds(1), attempts: 2) == .constant(.seconds(1), attempts: 2))
    #expect(Backoff.constant(.seconds(1), attempts: 2) != .constant(.seconds(1), attempts: 3))
    let custom = Backoff.custom { _ in nil }
    let copy = custom
    #expect(custom == copy && custom.hashValue == copy.hashValue)
    #expect(custom != .custom { _ in nil })
  }

  @Test func backoffsAreEncodedUnlessTheyAreClosures() throws {
    let backoffs: [Backoff] = [
      .never, .constant(.milliseconds(5), attempts: 7, jitter: 0.5),
      .exponential(from: .seconds(1), factor: 1.5, upTo: .seconds(Int64.max), attempts: .max),
    ]
    let data = try JSONEncoder().encode(backoffs)
    #expect(try JSONDecoder().decode([Backoff].self, from: data) == backoffs)
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(Backoff.custom { _ in nil })
    }
  }

  @Test func backoffsDescribeThemselves() {
    let backoffs: [Backoff] = [
      .never, .constant(.seconds(1), attempts: 3),
      .exponential(from: .seconds(1), upTo: .seconds(8), attempts: 5, jitter: 0.1),
      .custom { _ in nil },
    ]
    #expect(
      backoffs.map(\.description) == [
        "never", "constant(1.0 seconds, attempts: 3)",
        "exponential(from: 1.0 seconds, factor: 2.0, upTo: 8.0 seconds, attempts: 5, jitter: 0.1)",
        "custom { … }",
      ])
  }
}
