import NIOCore
import NIOEmbedded
import NIOPosix
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinNIO
import Synchronization
import Testing

/// The promises that all runtimes keep, and those that only event loops keep.
///
/// `Bridges/NIO/differential` runs Spin's differential test on the runtime.
@Suite(.timeLimit(.minutes(10)))
struct EventLoopRuntimeTests {
  private static let adding = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }

  /// Runs a closure with a group of event loops, and shuts them down.
  private func withEventLoops(
    _ count: Int = 1, _ body: (MultiThreadedEventLoopGroup) async throws -> Void
  ) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: count)
    do { try await body(group) } catch {
      try await group.shutdownGracefully()
      throw error
    }
    try await group.shutdownGracefully()
  }

  /// One after the other, because checks that wait for threads leave each other no time.
  @Test(.serialized, arguments: Conformance.clauses)
  func theRuntimeKeepsThePromise(_ clause: Conformance) async throws {
    try await clause.check(
      { EventLoopRuntime(MultiThreadedEventLoopGroup.singleton.next(), scheduler: $0) },
      isAtHome: { $0.eventLoop.inEventLoop }, within: .seconds(180))
  }

  @Test(.serialized, arguments: Conformance.clauses.filter { $0.clause == 12 })
  func theSchedulerOfAnEventLoopKeepsThePromise(_ clause: Conformance) async throws {
    try await clause.check(
      { _ in .eventLoop(MultiThreadedEventLoopGroup.singleton.next()) }, within: .seconds(180))
  }

  @Test func aHandlerThatEmitsIsNotInterruptedByTheStep() async throws {
    try await withEventLoops { group in
      let eventLoop = group.next()
      let running = Self.adding.start(on: .eventLoop(eventLoop))
      let before = try await eventLoop.submit {
        running.emit(1)
        return running.state
      }.get()
      #expect(before == 0)
      #expect(try await running.settled() == 1)
      running.stop()
      await running.finished()
    }
  }

  @Test func bodiesMayUseWhatIsBoundToTheEventLoop() async throws {
    try await withEventLoops(2) { group in
      let eventLoop = group.next()
      let spin = Spin<[Bool], Bool>(initialState: []) {
        Feedback(filteredBy: { $0.isEmpty }) { _ in
          .run {
            let before = eventLoop.inEventLoop
            let other = try? await group.any().makeSucceededFuture(1).get()
            return before && eventLoop.inEventLoop && other == 1
          }
        }
        Reducer { seen, isAtHome in seen += [isAtHome, eventLoop.inEventLoop] }
      }
      let seen = try await spin.run(on: .eventLoop(eventLoop))
      #expect(seen == [true, true])
    }
  }

  /// Two loops, because each could use the pauses of the other.
  @Test(arguments: [Effect<Int>.just(1), .run { 1 }, .every(.nanoseconds(1), 1)])
  func loopsThatNeverRestDoNotStarveConnections(_ effect: Effect<Int>) async throws {
    try await withEventLoops { group in
      let eventLoop = group.next()
      let endless = Spin<Int, Int>(initialState: 0) {
        Feedback { _ in effect }
        Reducer { $0 &+= $1 }
      }
      let loops = [0, 1].map { _ in endless.start(on: .eventLoop(eventLoop)) }
      let server = try await ServerBootstrap(group: eventLoop)
        .childChannelInitializer { channel in channel.pipeline.addHandler(Echo()) }
        .bind(host: "127.0.0.1", port: 0).get()
      // The client has an event loop of its own.
      let answer = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: String.self)
      let client = try await ClientBootstrap(group: answer.futureResult.eventLoop)
        .channelInitializer { channel in channel.pipeline.addHandler(Expecting(answer)) }
        .connect(to: try #require(server.localAddress)).get()
      try await client.writeAndFlush(ByteBuffer(string: "hello"))
      #expect(try await answer.futureResult.get() == "hello")
      for running in loops { running.stop() }
      for running in loops { #expect(await running.finished() > 0) }
      try await client.close()
      try await server.close()
    }
  }

  @Test func aLoopThatOutlivesItsEventLoopCanBeStopped() async throws {
    let begun = Mutex(0)
    let (starts, start) = AsyncStream<Void>.makeStream()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .after(.seconds(3600), 100) }
      Feedback(while: { $0 > 0 }) {
        .run { emit in
          begun.withLock { $0 += 1 }
          start.yield()
          try? await Task.sleep(for: .seconds(3600))
        }
      }
      Reducer { $0 += $1 }
    }
    weak var released: RunningSpin<Int, Int>?
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let running = spin.start(on: .eventLoop(group.next()))
      released = running
      running.emit(1)
      for await _ in starts { break }
      try await group.shutdownGracefully()
      #expect(try await running.send(1) == 2)
      running.stop()
      #expect(await running.finished() == 2)
      #expect(begun.withLock { $0 } == 1)
    }
    #expect(released == nil)
  }

  @Test func anEventLoopOfATestControlsTheTime() async throws {
    let eventLoop = NIOAsyncTestingEventLoop()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { $0 < 3 }) { .every(.seconds(1), 1) }
      Reducer { $0 += $1 }
    }
    let running = spin.start(on: .eventLoop(eventLoop))
    await running.idle()
    await eventLoop.advanceTime(by: .seconds(2))
    await running.idle()
    #expect(running.state == 2)
    await eventLoop.advanceTime(by: .seconds(1))
    #expect(try await running.settled() == 3)
    running.stop()
    await running.finished()
    await eventLoop.shutdownGracefully()
  }
}

/// Sends back what comes.
private final class Echo: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.writeAndFlush(data, promise: nil)
  }
}

/// Fulfils a promise with the first text that comes.
private final class Expecting: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let text: EventLoopPromise<String>

  init(_ text: EventLoopPromise<String>) {
    self.text = text
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    text.succeed(String(buffer: unwrapInboundIn(data)))
  }
}
