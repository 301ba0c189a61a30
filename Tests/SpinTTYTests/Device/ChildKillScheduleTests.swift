import Testing

@testable import SpinTTY

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How long a program on the same terminal has to end.
struct ChildKillScheduleTests {
  @Test func anEditorHasTwoSecondsToEndAndTwoMoreToSave() {
    var schedule = ChildKillSchedule()
    #expect(schedule.order(isAsked: false, at: .seconds(1)) == nil && schedule.due == nil)
    #expect(schedule.order(isAsked: true, at: .seconds(5)) == nil && schedule.due == .seconds(7))
    #expect(schedule.order(isAsked: true, at: .milliseconds(6_999)) == nil)
    #expect(schedule.order(isAsked: true, at: .seconds(7)) == SIGHUP && schedule.due == .seconds(9))
    #expect(schedule.order(isAsked: true, at: .seconds(8)) == nil)
    #expect(schedule.order(isAsked: true, at: .seconds(9)) == SIGKILL && schedule.due == nil)
    #expect(schedule.order(isAsked: true, at: .seconds(99)) == nil)
  }
}
