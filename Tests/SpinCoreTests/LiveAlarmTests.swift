import SpinTestSupport
import Testing

@testable import SpinCore

/// When the alarm of an effect is due next, as a list of effects shows it.
@Suite struct LiveAlarmTests {
  private func period(_ length: Duration, from start: Duration) -> LiveAlarm {
    LiveAlarm(AlarmFact(purpose: .period, delay: length), from: start)
  }

  @Test func theNextEventOfAPeriodIsTheFirstThatIsNotMissed() {
    let alarm = period(.seconds(3), from: .seconds(1))
    for (now, next) in [(0, 4), (3, 4), (4, 7), (6, 7), (8, 10), (100, 103)] {
      #expect(alarm.next(after: .seconds(now)) == .seconds(next))
    }
  }

  /// After ten seconds, more events of the shortest period are missed than an `Int` can count.
  @Test(.promises("12.8"))
  func neitherTheShortestNorTheLongestPeriodOverflows() {
    let shortest = Duration(attoseconds: 1)
    let alarm = period(shortest, from: .zero)
    #expect(alarm.next(after: .seconds(10)) == .seconds(10) + shortest)
    let end = Duration(attoseconds: .max)
    #expect(alarm.next(after: end) == end)
    #expect(period(.longestDelay, from: end).next(after: end) == end)
  }

  @Test func anAlarmThatRingsOnceStaysDue() {
    let alarm = LiveAlarm(AlarmFact(purpose: .delay, delay: .seconds(3)), from: .seconds(1))
    #expect(alarm.next(after: .seconds(9)) == .seconds(4))
  }
}
