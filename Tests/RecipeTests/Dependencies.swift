import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct Dependencies {
  // snippet.state
  struct Mail: Sendable {
    var newID: @Sendable () -> Int
    var send: @Sendable (Letter) async throws -> Void
  }

  struct Letter: Equatable, Sendable {
    enum Event: Equatable, Sendable { case send, numbered(Int), sent, failed(String) }
    var text = "", id: Int?, isSending = false, isSent = false, problem: String?

    var outgoing: Letter? { isSending && id != nil ? self : nil }
  }
  // snippet.end

  // snippet.spin
  func letter(_ mail: Mail) -> Spin<Letter, Letter.Event> {
    Spin(initialState: Letter(text: "Dear reader")) {
      Feedback(while: { $0.isSending && $0.id == nil }) { .run { .numbered(mail.newID()) } }
        .named("number")
      Feedback(on: \.outgoing) { letter in
        .run {
          try await mail.send(letter)
          return .sent
        } catch: { error in
          .failed("\(error)")
        }
      }.named("send")
      Reducer { letter, event in
        switch event {
        case .send: (letter.isSending, letter.problem) = (!letter.isSent, nil)
        case .numbered(let id): letter.id = id
        case .sent: (letter.isSending, letter.isSent) = (false, true)
        case .failed(let reason): (letter.isSending, letter.problem) = (false, reason)
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func aLetterThatIsSentHasANumber() {
    let texts = Transcript<String>()
    let test = TestSpin(letter(Mail(newID: { 7 }, send: { texts.add("\($0.id!) \($0.text)") })))
    test.emit(.send) { $0.isSending = true }
    test.expect(.numbered(7), from: "number") { $0.id = 7 }
    test.expect(.sent, from: "send") { ($0.isSending, $0.isSent) = (false, true) }
    test.finish()
    #expect(texts.all == ["7 Dear reader"])
  }
  // snippet.end

  @Test func aLetterIsSentOnceHoweverOftenItsAnswerIsLost() {
    explore(seeds: 300) { test in
      let (world, ids) = (World<Int, String>(), Transcript<Void>())
      let mail = Mail {
        ids.add(())
        return ids.all.count
      } send: { letter in
        try await world.put(letter.text, as: letter.id ?? 0)
      }
      let running = test.restarting(letter(mail)) { $0.emit(.send) }
      for _ in 1...3 {
        running.emit(.send)
        test.run()
      }
      test.expect(running.state.isSent && !running.state.isSending, "\(running.state)")
      test.expect(world.keys, equals: [running.state.id ?? 0])
    }
  }

  @Test func aLetterThatIsNotSentIsNotLost() {
    let test = TestSpin(letter(Mail(newID: { 7 }, send: { _ in throw Unreachable() })))
    test.emit(.send) { $0.isSending = true }
    test.expect(.numbered(7), from: "number") { $0.id = 7 }
    test.expect(.failed("unreachable"), from: "send") {
      ($0.isSending, $0.problem) = (false, "unreachable")
    }
    test.finish()
  }

  @TaskLocal static var user = "nobody"

  @Test(arguments: Host.allCases)
  func aTaskLocalValueDoesNotReachTheLoop(_ host: Host) async throws {
    let users = Transcript<String>()
    let mail = Mail(newID: { 7 }, send: { _ in users.add(Self.user) })
    // snippet.taskLocal
    let running = letter(mail).start(on: host.runtime())
    Self.$user.withValue("ann") { _ = running.emit(.send) }
    try await running.settled()
    #expect(users.all == ["nobody"])
    // snippet.end
    running.stop()
    await running.finished()
  }
}
