import Foundation
import SpinDurable
import Testing

@testable import SpinNATS

/// What a message of the stream says of itself.
struct StoredMessageTests {
  @Test func aMessageOfALaterFormatIsRefused() throws {
    let message = StoredMessage(epoch: 1, head: 2, snapshot: 0, records: [])
    var headers = message.headers
    #expect(try StoredMessage(sequence: 7, headers: headers, data: message.data).head == 2)
    headers[StoredMessage.Header.format.rawValue] = "2"
    let error = #expect(throws: EventStoreError.self) {
      try StoredMessage(sequence: 7, headers: headers, data: message.data)
    }
    #expect(
      error?.description
        == "The message 7 has the format 2, and this version of SpinNATS writes 1: use a newer one."
    )
  }

  @Test(arguments: [
    (StoredMessage.Header.epoch, "-1"), (.epoch, "\(Int.max)"), (.head, "-1"), (.snapshot, "7"),
    (.snapshot, "8"),
  ])
  func aMessageWithNumbersThatNobodyWritesIsRefused(
    _ header: StoredMessage.Header, _ number: String
  )
    throws
  {
    let message = StoredMessage(epoch: 1, head: 2, snapshot: 6, records: [])
    var headers = message.headers
    #expect(try StoredMessage(sequence: 7, headers: headers, data: message.data).snapshot == 6)
    headers[header.rawValue] = number
    let error = #expect(throws: EventStoreError.self) {
      try StoredMessage(sequence: 7, headers: headers, data: message.data)
    }
    #expect(error?.kind == .damaged)
  }

  @Test func onlyAnAnswerWithAPositiveSequenceHasKeptAMessage() throws {
    #expect(try answer(#"{"stream":"SPIN","seq":7}"#).get().sequence == 7)
    for text in ["{}", #"{"seq":0}"#, #"{"seq":-1}"#, #"{"seq":1.5}"#, #"{"seq":"7"}"#] {
      #expect(throws: EventStoreError.self, "\(text)") { try answer(text).get().sequence }
    }
    for text in ["", "+OK", "[7]"] {
      #expect(throws: Failure.self, "\(text)") { try answer(text).get() }
    }
    for text in ["{}", #"{"message":{"seq":-1}}"#, #"{"message":{"seq":7,"data":"*"}}"#] {
      #expect(throws: EventStoreError.self, "\(text)") { try answer(text).get().message }
    }
  }

  @Test(arguments: [
    (10_037, false), (10_059, false), (10_071, false), (10_158, true), (10_163, true),
    (10_164, true),
  ])
  func whatTheServerMayTakeSoonIsAskedAgain(_ code: Int, _ isTemporary: Bool) throws {
    let text = #"{"error":{"code":503,"err_code":\#(code),"description":"no"}}"#
    let failure = #expect(throws: Failure.self) { try answer(text).get() }
    #expect(failure?.isTemporary == isTemporary)
    #expect(failure?.error.description == "JetStream refuses: no (\(code)).")
  }

  private func answer(_ text: String) -> Result<Answer, Failure> {
    Answer.of(
      Connection.Message(subject: "inbox", reply: "", headers: [:], data: Data(text.utf8)),
      to: "subject")
  }
}
