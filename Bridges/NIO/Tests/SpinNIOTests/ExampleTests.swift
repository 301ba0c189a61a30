import NIOCore
import NIOEmbedded
import SpinNIO
import Testing

// snippet.spin
/// Answers each question of a connection with its number.
struct Session: Equatable, Sendable {
  enum Event: Equatable, Sendable { case asked(String) }
  var count = 0
  @Pulse var answer: String?
}

func session(on channel: any Channel) -> Spin<Session, Session.Event> {
  Spin(initialState: Session()) {
    // Called on the channel's event loop, so the write needs no hop.
    Feedback.sideEffect(pulse: \.$answer) { answer in
      channel.writeAndFlush(ByteBuffer(string: answer), promise: nil)
    }
    Reducer { session, event in
      switch event {
      case .asked(let question):
        session.count += 1
        session.answer = "\(session.count): \(question)"
      }
    }
  }
}

final class Questions: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer
  let running: RunningSpin<Session, Session.Event>

  init(on channel: any Channel) {
    running = session(on: channel).start(on: .eventLoop(channel.eventLoop))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    running.emit(.asked(String(buffer: unwrapInboundIn(data))))
  }

  func channelInactive(context: ChannelHandlerContext) {
    running.stop()
  }
}
// snippet.end

struct ExampleTests {
  @Test func questionsOfAConnectionAreAnsweredInOrder() async throws {
    let channel = NIOAsyncTestingChannel()
    try await channel.pipeline.addHandler(Questions(on: channel)).get()
    for question in ["why", "when"] { try await channel.writeInbound(ByteBuffer(string: question)) }
    for answer in ["1: why", "2: when"] {
      let written = try await channel.waitForOutboundWrite(as: ByteBuffer.self)
      #expect(String(buffer: written) == answer)
    }
    _ = try await channel.finish()
  }
}
