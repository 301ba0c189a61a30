import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// `Feedback.following`: one loop hears of another's value.
extension Conformance {
  struct Session: Equatable, Sendable {
    var token: String? = "first"
    var visits = 0
  }

  /// A token to be taken, or a visit.
  typealias Login = String?

  static let session = Spin<Session, Login>(initialState: Session()) {
    Reducer { session, login in
      session.visits += 1
      session.token = login
    }
  }

  /// A loop that appends the tokens of another one, and `nil` as "-".
  private static func follower(
    of session: RunningSpin<Session, Login>
  ) -> Spin<Events, String> {
    Spin<Events, String>(initialState: []) {
      Feedback.following(session, \.token) { $0 ?? "-" }.named("session")
      Reducer.appending
    }
  }

  /// Every pair of neighbours in the list of runtimes.
  static let pairs =
    zip(
      RuntimeUnderTest.all, RuntimeUnderTest.all.dropFirst() + RuntimeUnderTest.all.prefix(1)
    ).map { ($0, $1) } + RuntimeUnderTest.all.map { ($0, $0) }

  @Test(arguments: pairs)
  func aLoopFollowsTheNewestValueOfAnotherAndThenEachDifferentOne(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let session = Self.session.start(on: theirs)
    session.emit("second")
    try await session.settled()
    let heard = Transcript<String>()
    let following = Self.follower(of: session).start(on: ours) { transition in
      if let event = transition.event { heard("\(event) \(transition.origin.summary)") }
    }
    try await heard.until(count: 1)
    for login in ["second", "third", nil, nil, "third", "second"] { session.emit(login) }
    try await heard.until(count: 5)
    let all = ["second", "third", "-", "third", "second"].map { "\($0) session delivered" }
    #expect(heard.entries == all)
    #expect(try await following.settled().count == 5)
  }

  /// The other's observers are called before its next step, and the event is there by then.
  @Test(.promises("23.7"), arguments: pairs)
  func theEventIsInTheMailboxBeforeTheStepOfTheOtherLoopEnds(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let following = Handle<Events, String>()
    let spin = Spin<Session, Login>(initialState: Session()) {
      Reducer { session, login in session.token = login }
      // Called in the step that was published to the follower before.
      Feedback.sideEffect(on: \.token) { token in
        if token != "first" { following.emit("after \(token)") }
      }
    }
    let session = spin.start(on: theirs)
    let heard = Transcript<String>()
    _ = Self.follower(of: session).start(on: ours, handle: following) { transition in
      if let event = transition.event { heard(event) }
    }
    try await heard.until("first")
    for number in 0..<20 { session.emit("\(number)") }
    try await heard.until(count: 41)
    #expect(heard.entries == ["first"] + (0..<20).flatMap { ["\($0)", "after \($0)"] })
  }

  @Test(arguments: pairs)
  func followingEndsWhenTheOtherLoopStops(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let session = Self.session.start(on: theirs())
    let (heard, ended) = (Transcript<String>(), Gate())
    var options = RunOptions<Events, String>()
    options.probe = { if case .ended = $0 { ended.open() } }
    let spin = Self.follower(of: session)
    _ = spin.start(on: ours, options: options) { transition in
      if let event = transition.event { heard(event) }
    }
    try await heard.until("first")
    await session.end()
    await ended.wait()
    #expect(heard.entries == ["first"])

    // What has stopped before is followed to its last value.
    let (late, lateEnded) = (Transcript<String>(), Gate())
    options.probe = { if case .ended = $0 { lateEnded.open() } }
    let second = spin.start(on: ours, options: options) { transition in
      if let event = transition.event { late(event) }
    }
    await lateEnded.wait()
    try await second.settled()
    #expect(late.entries == ["first"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func followingALoopWhoseHandleIsGoneEndsAtOnce(_ runtime: RuntimeUnderTest) async throws {
    var session: RunningSpin? = Self.session.start(on: runtime())
    let spin = try Self.follower(of: #require(session))
    session = nil
    let ended = Gate()
    var options = RunOptions<Events, String>()
    options.probe = { if case .ended = $0 { ended.open() } }
    let following = spin.start(on: runtime, options: options)
    await ended.wait()
    #expect(try await following.settled() == [])
  }

  @Test(.promises("23.8"), arguments: pairs)
  func neitherLoopKeepsTheOtherAliveAndNothingIsLeftBehind(
    _ ours: RuntimeUnderTest, _ theirs: RuntimeUnderTest
  ) async throws {
    let (sessions, followers) = (Census(), Census())
    func counted(_ census: Census) -> Feedback<Session, Login> {
      let object = Counted(in: census)
      return .sideEffect { _ in withExtendedLifetime(object) {} }
    }
    var session: RunningSpin? = Spin<Session, Login>(initialState: Session()) {
      counted(sessions)
      Reducer { session, login in session.token = login }
    }
    .start(on: theirs())
    let heard = Transcript<String>()
    func follow(_ session: RunningSpin<Session, Login>) -> RunningSpin<Events, String> {
      let object = Counted(in: followers)
      return Spin<Events, String>(initialState: []) {
        Feedback.following(session, \.token) { token in
          withExtendedLifetime(object) { token ?? "-" }
        }
        Reducer.appending
      }
      .start(on: ours()) { if let event = $0.event { heard(event) } }
    }
    // The follower goes first: the other loop has nothing of it afterwards.
    var following: RunningSpin? = try follow(#require(session))
    try await heard.until("first")
    await following?.end()
    following = nil
    session?.emit("second")
    try await session?.settled()
    try await followers.untilEmpty()
    #expect(heard.entries == ["first"])
    // The other loop goes first: its follower does not keep it, and goes on.
    following = try follow(#require(session))
    try await heard.until("second")
    session = nil
    try await sessions.untilEmpty()
    following?.emit("third")
    try await heard.until("third")
    await following?.end()
    following = nil
    try await followers.untilEmpty()
  }

  /// A follower that is stopped while the other loop works, again and again.
  @Test(arguments: RuntimeUnderTest.all)
  func followersMayComeAndGoWhileTheOtherLoopWorks(_ runtime: RuntimeUnderTest) async throws {
    let session = Self.session.start(on: runtime())
    let followers = Census()
    let rounds = inRelease(2_000, inDebug: 200)
    await onThreads(3) { thread in
      for number in 0..<rounds {
        if thread == 0 {
          session.emit("\(number)")
        } else {
          let object = Counted(in: followers)
          let spin = Spin<Events, String>(initialState: []) {
            Feedback.following(session, \.token) { token in
              withExtendedLifetime(object) { token ?? "-" }
            }
            Reducer.appending
          }
          spin.start(on: runtime()).stop()
        }
      }
    }
    session.emit(nil)
    try await session.settled()
    await session.end()
    try await followers.untilEmpty()
  }
}
