import SpinDurable
import Testing

@testable import SpinNATS

/// What a message of the stream says of itself.
struct StoredMessageTests {
  @Test func aMessageOfALaterFormatIsRefused() throws {
    let message = StoredMessage(epoch: 1, head: 2, snapshot: 0, records: [])
    var headers = message.headers
    #expect(try StoredMessage(sequence: 7, headers: headers, data: message.data).head == 2)
    headers[StoredMessage.formatHeader] = "2"
    let error = #expect(throws: EventStoreError.self) {
      try StoredMessage(sequence: 7, headers: headers, data: message.data)
    }
    #expect(
      error?.description
        == "The message 7 has the format 2, and this version of SpinNATS writes 1: use a newer one."
    )
  }
}
