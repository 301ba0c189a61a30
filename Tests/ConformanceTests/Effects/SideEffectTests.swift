import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Effects that yield nothing.
extension Conformance {
  /// Work in two steps, the second of which may fail.
  struct Chore: Sendable {
    let log = Transcript<String>()
    var fails = false

    func begin() async { log("begun") }
    func end() async { log("ended") }
    func tryToEnd() async throws(Failure) {
      if fails { throw .broken }
      log("ended")
    }

    @discardableResult
    func note(_ entry: String) async -> Int {
      log(entry)
      return log.entries.count
    }
    func count() async -> Int { log.entries.count }

    func complete() async {
      await begin()
      await end()
    }
    func tryToComplete() async throws(Failure) {
      await begin()
      try await tryToEnd()
    }
  }

  /// A usual shape of a body, without and with an error.
  struct BodyShape: Sendable, CustomStringConvertible {
    let description: String
    let plain: @Sendable (Chore) -> Effect<String>
    let throwing: @Sendable (Chore) -> Effect<String>

    init(
      _ description: String, _ plain: @escaping @Sendable (Chore) -> Effect<String>,
      throwing: @escaping @Sendable (Chore) -> Effect<String>
    ) {
      self.description = description
      self.plain = plain
      self.throwing = throwing
    }
  }

  /// NB: written as programs write them, because their type checking is what is tested.
  static let bodyShapes: [BodyShape] = [
    BodyShape("two awaits") { chore in
      .sideEffect {
        await chore.begin()
        await chore.end()
      }
    } throwing: { chore in
      .sideEffect {
        await chore.begin()
        try await chore.tryToEnd()
      } catch: {
        "\($0)"
      }
    },
    BodyShape("a single call") { chore in
      .sideEffect { await chore.complete() }
    } throwing: { chore in
      .sideEffect {
        try await chore.tryToComplete()
      } catch: { error in
        "\(error)"
      }
    },
    BodyShape("a function") { chore in
      .sideEffect(chore.complete)
    } throwing: { chore in
      .sideEffect(chore.tryToComplete, catch: \.word)
    },
    BodyShape("a loop") { chore in
      .sideEffect {
        for entry in ["begun", "ended"] { await chore.note(entry) }
      }
    } throwing: { chore in
      .sideEffect {
        for number in 0..<2 {
          if number == 0 { await chore.begin() } else { try await chore.tryToEnd() }
        }
      } catch: {
        "\($0)"
      }
    },
    BodyShape("a loop over a sequence") { chore in
      .sideEffect {
        for await entry in AsyncStream(of: ["begun", "ended"]) { await chore.note(entry) }
      }
    } throwing: { chore in
      .sideEffect {
        for await entry in AsyncStream(of: ["begun", "ended"]) {
          if entry == "ended" { try await chore.tryToEnd() } else { await chore.note(entry) }
        }
      } catch: {
        "\($0)"
      }
    },
    BodyShape("a loop with a condition") { chore in
      .sideEffect {
        while await chore.count() < 2 { await chore.count() == 0 ? chore.begin() : chore.end() }
      }
    } throwing: { chore in
      .sideEffect {
        while true {
          if await chore.count() > 0 { break }
          await chore.begin()
        }
        try await chore.tryToEnd()
      } catch: {
        "\($0)"
      }
    },
    BodyShape("do and catch") { chore in
      .sideEffect {
        do {
          try await chore.tryToComplete()
        } catch {
          chore.log("\(error)")
        }
      }
    } throwing: { chore in
      .sideEffect {
        do {
          try await chore.tryToComplete()
        } catch {
          throw error
        }
      } catch: {
        "\($0)"
      }
    },
    BodyShape("let before the last line") { chore in
      .sideEffect {
        let count = await chore.note("begun")
        await chore.note(count == 1 ? "ended" : "more")
      }
    } throwing: { chore in
      .sideEffect {
        let count = await chore.note("begun")
        if count == 1 { try await chore.tryToEnd() }
      } catch: {
        "\($0)"
      }
    },
    BodyShape("if and else") { chore in
      .sideEffect {
        if await chore.count() == 0 { await chore.complete() } else { await chore.end() }
      }
    } throwing: { chore in
      .sideEffect {
        if chore.fails { try await chore.tryToEnd() } else { await chore.complete() }
      } catch: {
        "\($0)"
      }
    },
    BodyShape("switch") { chore in
      .sideEffect {
        switch await chore.count() {
        case 0: await chore.complete()
        case 1: await chore.end()
        default: break
        }
      }
    } throwing: { chore in
      .sideEffect {
        switch await chore.count() {
        case 0: try await chore.tryToComplete()
        default: return
        }
      } catch: {
        "\($0)"
      }
    },
    BodyShape("guard and return") { chore in
      .sideEffect {
        guard await chore.count() == 0 else { return }
        await chore.complete()
      }
    } throwing: { chore in
      .sideEffect {
        guard !chore.fails else { throw Failure.broken }
        await chore.complete()
      } catch: {
        "\($0)"
      }
    },
    BodyShape("defer") { chore in
      .sideEffect {
        defer { chore.log("ended") }
        await chore.begin()
      }
    } throwing: { chore in
      .sideEffect {
        if chore.fails { try await chore.tryToEnd() }
        defer { chore.log("ended") }
        await chore.begin()
      } catch: {
        "\($0)"
      }
    },
    BodyShape("a result that may be discarded") { chore in
      .sideEffect { await chore.note("begun") }.then(.sideEffect { await chore.note("ended") })
    } throwing: { chore in
      .sideEffect {
        await chore.note("begun")
        return try await chore.tryToEnd()
      } catch: {
        "\($0)"
      }
    },
    BodyShape("an error that is ignored") { chore in
      .sideEffect { try? await chore.tryToComplete() }
    } throwing: { chore in
      .sideEffect {
        try? await chore.tryToComplete()
        if chore.fails { throw Failure.broken }
      } catch: {
        "\($0)"
      }
    },
    BodyShape("child tasks") { chore in
      .sideEffect {
        async let begin: Void = chore.begin()
        await begin
        await withTaskGroup { group in group.addTask { await chore.end() } }
      }
    } throwing: { chore in
      .sideEffect {
        await chore.begin()
        try await withThrowingTaskGroup { group in
          group.addTask { try await chore.tryToEnd() }
          try await group.waitForAll()
        }
      } catch: {
        "\($0)"
      }
    },
    BodyShape("a typed error") { chore in
      .sideEffect {
        do throws(Failure) { try await chore.tryToComplete() } catch { chore.log(error.word) }
      }
    } throwing: { chore in
      .sideEffect { () throws(Failure) in
        await chore.begin()
        try await chore.tryToEnd()
      } catch: { failure in
        failure.word
      }
    },
    BodyShape("an empty body") { chore in
      .sideEffect {}.then(.sideEffect(chore.complete))
    } throwing: { chore in
      .sideEffect {
        try Task.checkCancellation()
      } catch: {
        "\($0)"
      }
      .then(
        .sideEffect {
          try await chore.tryToComplete()
        } catch: {
          "\($0)"
        })
    },
    BodyShape("a retried body") { chore in
      .sideEffect(retrying: .never) {
        await chore.begin()
        try await chore.tryToEnd()
      } catch: {
        "\($0)"
      }
    } throwing: { chore in
      .sideEffect(retrying: .never, if: { $0 == .broken }, chore.tryToComplete, catch: \.word)
    },
  ]

  @Test(arguments: RuntimeUnderTest.all, bodyShapes)
  func aSideEffectOfAnyShapeEndsWithoutAnEvent(
    _ runtime: RuntimeUnderTest, _ shape: BodyShape
  ) async throws {
    for effect in [shape.plain, shape.throwing] {
      let chore = Chore()
      let spin = Spin<Events, String>(initialState: []) {
        Feedback(while: { _ in true }) { effect(chore) }
        Reducer.appending
      }
      #expect(try await spin.run(on: runtime()) == [])
      #expect(chore.log.entries == ["begun", "ended"])
    }
  }

  @Test(.promises("10.1"), arguments: RuntimeUnderTest.all, bodyShapes)
  func theErrorOfASideEffectOfAnyShapeIsAnEvent(
    _ runtime: RuntimeUnderTest, _ shape: BodyShape
  ) async throws {
    let chore = Chore(fails: true)
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) { shape.throwing(chore) }
      Reducer.appending
    }
    #expect(try await spin.run(on: runtime()) == ["broken"])
    #expect(!chore.log.entries.contains("ended"))
  }

  /// Even where the events are `Void`, and `run` would yield one.
  @Test(arguments: RuntimeUnderTest.all)
  func aSideEffectYieldsNoEventThatIsNothing(_ runtime: RuntimeUnderTest) async throws {
    let chore = Chore()
    let spin = Spin<Int, Void>(initialState: 0) {
      Feedback(while: { $0 == 0 }) { .sideEffect { await chore.complete() } }
      Feedback(while: { $0 == 0 }) {
        .sideEffect {
          try await chore.tryToComplete()
        } catch: { _ in
        }
      }
      Reducer { count, _ in count += 1 }
    }
    #expect(try await spin.run(on: runtime()) == 0)
    #expect(chore.log.entries.count == 4)
  }

  @Test(.promises("17.7"), arguments: RuntimeUnderTest.all)
  func aSideEffectIsAliveUntilItsBodyReturnsAndWinsNoRace(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (first, second) = (Gate(), Gate())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(while: { _ in true }) {
        .race(
          .sideEffect { await first.wait() },
          .run {
            await second.wait()
            return "won"
          }
        ).then(.just("after the race"))
      }
      Feedback(on: { $0.contains("won") ? true : nil }) { (_: Bool) in
        .sideEffect { await first.wait() }.then(.just("after the side effect"))
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    await running.idle()
    first.open()
    await running.idle()
    #expect(running.state == [])
    second.open()
    let events = try await running.settled()
    #expect(events.first == "won")
    #expect(Set(events) == ["won", "after the race", "after the side effect"])
  }

  @Test(.promises("17.16"), arguments: RuntimeUnderTest.all)
  func aSideEffectIsCancelledAsAnyEffectIsAndItsErrorThenIsNotMapped(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.first) { first in
        .sideEffect {
          log("\(first) begins")
          if first == "1", await !Gate().wait() {
            log("\(first) is cancelled")
            throw Failure.broken
          }
        } catch: {
          "mapped \($0)"
        }
      }
      Reducer { events, event in events.insert(event, at: 0) }
    }
    let running = spin.start(on: runtime())
    running.emit("1")
    try await log.until("1 begins")
    running.emit("2")
    #expect(try await running.settled() == ["2", "1"])
    await running.end()
    #expect(Set(log.entries) == ["1 begins", "1 is cancelled", "2 begins"])
  }
}
