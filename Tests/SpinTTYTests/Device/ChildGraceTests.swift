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
struct ChildGraceTests {
  @Test func anEditorHasTwoSecondsToEndAndTwoMoreToSave() {
    var grace = ChildGrace()
    #expect(grace.order(isAsked: false, at: .seconds(1)) == nil && grace.due == nil)
    #expect(grace.order(isAsked: true, at: .seconds(5)) == nil && grace.due == .seconds(7))
    #expect(grace.order(isAsked: true, at: .milliseconds(6_999)) == nil)
    #expect(grace.order(isAsked: true, at: .seconds(7)) == SIGHUP && grace.due == .seconds(9))
    #expect(grace.order(isAsked: true, at: .seconds(8)) == nil)
    #expect(grace.order(isAsked: true, at: .seconds(9)) == SIGKILL && grace.due == nil)
    #expect(grace.order(isAsked: true, at: .seconds(99)) == nil)
  }
}
