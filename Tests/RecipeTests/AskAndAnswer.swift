import RecipeSupport
import SpinAsync
import SpinCallbacks
import SpinTesting
import Testing

struct AskAndAnswer {
  // snippet.state
  struct Door: Equatable, Sendable {
    enum Event: Equatable, Sendable { case enter(String, Reply<Bool>), checked(Bool) }
    var name: String?, reply: Reply<Bool>?
  }
  // snippet.end

  // snippet.spin
  func door(_ check: @escaping @Sendable (String) async -> Bool) -> Spin<Door, Door.Event> {
    Spin(initialState: Door()) {
      Feedback(on: \.name) { name in .run { .checked(await check(name)) } }.named("check")
      Reducer { door, event in
        switch event {
        case .enter(let name, let reply): door = Door(name: name, reply: reply)
        case .checked(let isKnown):
          door.reply?.answer(isKnown)
          door = Door()
        }
      }
    }
  }
  // snippet.end

  @Test(arguments: Host.allCases)
  func whoAsksGetsTheAnswer(_ host: Host) async throws {
    // snippet.test
    let running = door { $0 == "ann" }.start(on: host.runtime())
    #expect(try await running.ask { .enter("ann", $0) })
    #expect(try await running.ask { .enter("bob", $0) } == false)
    running.stop()
    await #expect(throws: EventDropped(.stopped)) {
      try await running.ask { .enter("ann", $0) }
    }
    // snippet.end
    await running.finished()
  }

  @Test func nobodyGetsTheAnswerToTheQuestionOfAnother() {
    explore(seeds: 300) { test in
      let world = World(["ann": true, "bob": false])
      let running = door { name in await world.insisting { try await $0.get(name) } ?? false }
        .start(on: test)
      let answers = Transcript<String>()
      let ask: @Sendable (String) async -> Void = { name in
        do {
          answers.add("\(name): \(try await running.ask { .enter(name, $0) })")
        } catch {
          answers.add("\(type(of: error))")
        }
      }
      test.concurrently({ await ask("ann") }, { await ask("bob") }, { await ask("ann") })
      let others = answers.all.filter { !["ann: true", "bob: false", "NoReply"].contains($0) }
      test.expect(others, equals: [])
      test.expect(answers.all.count, equals: 3)
      test.expect(answers.all.contains { $0 != "NoReply" }, "no question has an answer")
    }
  }

  @Test func aQuestionThatAnotherOneReplacesHasNoAnswer() {
    let (runtime, answers) = (TestRuntime(), Transcript<String>())
    let time = runtime.time
    let running = door { name in
      try? await time.clock.sleep(for: .seconds(1))
      return name == "ann"
    }.start(on: runtime)
    runtime.concurrently(
      {
        do {
          answers.add("bob: \(try await running.ask { .enter("bob", $0) })")
        } catch {
          answers.add("bob: \(type(of: error))")
        }
      },
      {
        if let isKnown = try? await running.ask({ .enter("ann", $0) }) {
          answers.add("ann: \(isKnown)")
        }
      })
    runtime.advance(by: .seconds(1))
    #expect(answers.all == ["bob: NoReply", "ann: true"])
    running.stop()
    runtime.run()
  }

  // snippet.parts
  enum RequestState: Equatable, Sendable { case isLoading, success([String]), failure(String) }

  struct Feed: Equatable, Sendable {
    enum Event: Equatable, Sendable {
      case load(Reply<RequestState>), loaded([String])
      var load: Reply<RequestState>? { if case .load(let reply) = self { reply } else { nil } }
    }
    var items: [String] = []
  }

  func feed(_ load: @escaping @Sendable () async throws -> [String]) -> Spin<Feed, Feed.Event> {
    Spin(initialState: Feed()) {
      Feedback.events(\.load) { reply in
        .run { emit in
          reply.answer(.isLoading)
          do {
            let items = try await load()
            await emit.send(.loaded(items))
            reply.answer(.success(items))
          } catch {
            reply.answer(.failure("\(error)"))
          }
        }
      }.named("load")
      Reducer { feed, event in if case .loaded(let items) = event { feed.items = items } }
    }
  }
  // snippet.end

  @Test(arguments: Host.allCases)
  func whoAsksIsToldEachStateOfTheRequest(_ host: Host) async throws {
    // snippet.requests
    let running = feed { ["a", "b"] }.start(on: host.runtime())
    var requests: [RequestState] = []
    for await request in running.answers({ .load($0) }) { requests.append(request) }
    #expect(requests == [.isLoading, .success(["a", "b"])])
    #expect(running.state.items == ["a", "b"])
    running.stop()
    for await request in running.answers({ .load($0) }) { requests.append(request) }
    #expect(requests.count == 2)  // The event was dropped.
    // snippet.end
    await running.finished()
  }

  @Test func eachRequestTellsItsOwnStatesToItsEnd() {
    explore(seeds: 300) { test in
      let world = World(["items": "a"])
      let running = feed { [try await world.get("items") ?? ""] }.start(on: test)
      let requests = Transcript<[RequestState]>()
      let ask: @Sendable () async -> Void = {
        var states: [RequestState] = []
        for await state in running.answers({ .load($0) }) { states.append(state) }
        requests.add(states)
      }
      test.concurrently(ask, ask, ask)
      test.expect(requests.all.count, equals: 3)
      test.expect(
        requests.all.allSatisfy { states in
          guard states.count == 2, states[0] == .isLoading else { return false }
          if case .failure = states[1] { return true }
          return states[1] == .success(["a"])
        }, "\(requests.all)")
      let hasLoaded = requests.all.contains { $0.last == .success(["a"]) }
      test.expect(running.state.items, equals: hasLoaded ? ["a"] : [])
    }
  }
}
