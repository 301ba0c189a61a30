import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct Dependencies {
  // snippet.state
  struct Mail: Sendable {
    var send: @Sendable (_ text: String) async throws -> Void
    var newID: @Sendable () -> Int
  }

  struct Letter: Equatable, Sendable {
    enum Event: Equatable, Sendable { case send, sent(Int), failed(String) }
    var text = "", isSending = false, id: Int?, problem: String?
  }
  // snippet.end

  func letter(_ mail: Mail) -> Spin<Letter, Letter.Event> {
    // snippet.spin
    Spin(initialState: Letter(text: "Dear reader")) {
      Feedback(on: { $0.isSending ? $0.text : nil }) { text in
        .run {
          try await mail.send(text)
          return .sent(mail.newID())
        } catch: { error in
          .failed("\(error)")
        }
      }.named("send")
      Reducer { letter, event in
        letter.isSending = event == .send
        if case .sent(let id) = event { letter.id = id }
        if case .failed(let reason) = event { letter.problem = reason }
      }
    }
    // snippet.end
  }

  // snippet.test
  @Test func aLetterThatIsSentHasANumber() {
    let texts = Transcript<String>()
    let test = TestSpin(letter(Mail(send: { texts.add($0) }, newID: { 7 })))
    test.emit(.send) { $0.isSending = true }
    test.expect(.sent(7), from: "send") { ($0.isSending, $0.id) = (false, 7) }
    test.finish()
    #expect(texts.all == ["Dear reader"])
  }
  // snippet.end

  @Test func aLetterThatIsNotSentHasNone() {
    let test = TestSpin(letter(Mail(send: { _ in throw Unreachable() }, newID: { 7 })))
    test.emit(.send) { $0.isSending = true }
    test.expect(.failed("unreachable"), from: "send") {
      ($0.isSending, $0.problem) = (false, "unreachable")
    }
    test.finish()
  }

  @TaskLocal static var user = "nobody"

  @Test(arguments: Host.allCases)
  func aTaskLocalValueDoesNotReachTheLoop(_ host: Host) async throws {
    let users = Transcript<String>()
    let mail = Mail(send: { _ in users.add(Self.user) }, newID: { 7 })
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
