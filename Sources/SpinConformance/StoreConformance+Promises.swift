internal import SpinDurable

extension StoreConformance {
  static let reading: [StoreConformance] = [
    StoreConformance("aNewLogIsEmpty", "A log that nobody has opened before has no record.") {
      trial in
      let log = try await trial.open()
      try await trial.expect(log, has: [])
      let snapshot = try await log.snapshot(before: .max)
      try trial.expect(snapshot == nil, "it has \(snapshot as Any)")
    },
    StoreConformance(
      "eventsAreReadInOrder",
      "Events are read in order, after any number and in pieces of any size."
    ) { trial in
      let log = try await trial.open()
      try await log.append([someSnapshot(0)], after: 0)
      try await log.append(someEvents(1...5), after: 0)
      try await log.append(someEvents(6...6), after: 5)
      try await log.append(someEvents(7...20), after: 6)
      for number in [0, 1, 5, 19, 20, 21] {
        for limit in [1, 3, 100, .max] {
          let found = try await trial.all(log, after: number, limit: limit)
          let expected = number < 20 ? someEvents(number + 1...20) : []
          try trial.expect(found == expected, "after \(number), in pieces of \(limit): \(found)")
        }
      }
    },
    StoreConformance(
      "theNewestSnapshotIsFound",
      "The newest snapshot before a number is found, and an older one before it."
    ) { trial in
      let log = try await trial.open()
      try await log.append([someSnapshot(0)], after: 0)
      try await log.append(someEvents(1...10), after: 0)
      try await log.append([someSnapshot(10)], after: 10)
      try await log.append(someEvents(11...12) + [someSnapshot(12)], after: 10)
      try await log.append(someEvents(13...13), after: 12)
      for (number, expected) in [(Int.max, 12), (13, 12), (12, 10), (10, 0)] {
        let found = try await log.snapshot(before: number)
        try trial.expect(
          found == someSnapshot(expected), "before \(number), it is \(found as Any)")
      }
      let none = try await log.snapshot(before: 0)
      try trial.expect(none == nil, "before 0, it is \(none as Any)")
      try await trial.expect(log, has: someEvents(1...13))
    },
    StoreConformance(
      "recordsAreKeptAsTheyAre", "Records come back with their kind, number, version and bytes."
    ) { trial in
      let log = try await trial.open()
      let contents: [[UInt8]] = [
        [], [0], Array(0...255), Array("\"ä\u{0}\n'--\u{1F600}".utf8),
        Array(repeating: 0xFF, count: 200_000),
      ]
      let events = contents.enumerated().map { index, bytes in
        EventRecord(.event, number: index + 1, version: index * 1_000_000 + 1, bytes: bytes)
      }
      try await log.append(events, after: 0)
      try await trial.expect(log, has: events)
      let snapshot = EventRecord(.snapshot, number: 5, version: 7, bytes: Array(0...255))
      try await log.append([snapshot], after: 5)
      let found = try await log.snapshot(before: .max)
      try trial.expect(found == snapshot, "the snapshot is \(found as Any)")
    },
    StoreConformance(
      "whoLooksRefusesNobody",
      "A log that is opened for reading has the records that are kept. Its writer goes on, and it cannot append."
    ) { trial in
      let nothing = try await trial.openForReading()
      try await trial.expect(nothing, has: [])
      let writer = try await trial.open()
      try await writer.append([someSnapshot(0)], after: 0)
      try await writer.append(someEvents(1...3), after: 0)
      let reader = try await trial.openForReading()
      try await trial.expect(reader, has: someEvents(1...3))
      let snapshot = try await reader.snapshot(before: .max)
      try trial.expect(snapshot == someSnapshot(0), "the snapshot is \(snapshot as Any)")
      try await trial.expectRefusal(
        of: someEvents(4...4), after: 3, by: reader, "for a log that was opened for reading")
      try await writer.append(someEvents(4...4), after: 3)
      try await trial.expect(trial.openForReading(), has: someEvents(1...4))
    },
    StoreConformance(
      "logsAreIndependent", "Two names that differ are two logs, and two that are equal are one."
    ) { trial in
      let names = [
        "a", "A", "a b", "a.b", "a/b", "a/../b", "a*", "a>", "ä", "a'; drop", "a%", "a_",
        "a\\b", "a\nb", "a\0b", "a\0", String(repeating: "long", count: 60),
      ]
      for (index, name) in names.enumerated() {
        let log = try await trial.open(name)
        try await log.append(someEvents(1...index + 1), after: 0)
      }
      for (index, name) in names.enumerated() {
        let log = try await trial.open(name)
        let found = try await trial.all(log)
        try trial.expect(
          found == someEvents(1...index + 1), "\(name.debugDescription) has \(found.count) events")
      }
      // The same characters, written in other scalars.
      let found = try await trial.all(trial.open("a\u{308}"))
      try trial.expect(
        found.count == 9, "a name that equals another has \(found.count) events, and not 9")
    },
  ]

  static let writing: [StoreConformance] = [
    StoreConformance(
      "whatIsKeptIsThereAfterwards",
      "What an append has kept is there when the store is opened again."
    ) { trial in
      var newest = 0
      for count in 1...5 {
        let log = try await trial.open()
        try await trial.expect(log, has: newest == 0 ? [] : someEvents(1...newest))
        try await log.append(someEvents(newest + 1...newest + count), after: newest)
        newest += count
        log.close()
      }
      try await trial.expect(trial.open(), has: someEvents(1...newest))
    },
    StoreConformance(
      "aBatchMustFollowTheNewestEvent",
      "A batch that does not follow the newest event is refused as a conflict, and nothing of it is kept."
    ) { trial in
      let log = try await trial.open()
      try await log.append([someSnapshot(0)], after: 0)
      try await log.append(someEvents(1...3), after: 0)
      for previous in [0, 2, 4, 100] {
        try await trial.expectRefusal(
          of: someEvents(previous + 1...previous + 2), after: previous, by: log, as: .conflict,
          "after \(previous) instead of 3")
      }
      try await trial.expectRefusal(
        of: [someSnapshot(2)], after: 2, by: log, as: .conflict, "for a snapshot of an older event")
      try await trial.expect(log, has: someEvents(1...3))
      try await log.append(someEvents(4...4), after: 3)
      try await trial.expect(log, has: someEvents(1...4))
    },
    StoreConformance(
      "aBatchIsKeptWholeOrNotAtAll",
      "A batch that cannot be encoded is finished with the error, nothing of it is kept, and the log goes on."
    ) { trial in
      struct Unencodable: Error {}
      let log = try await trial.open()
      try await log.append(someEvents(1...2), after: 0)
      let error: (any Error)? = await withCheckedContinuation { continuation in
        log.append(
          EventBatch(after: 2, encoding: { throw Unencodable() }) { result in
            if case .failure(let error) = result {
              continuation.resume(returning: error)
            } else {
              continuation.resume(returning: nil)
            }
          })
      }
      try trial.expect(error is Unencodable, "the error is \(error as Any)")
      try await log.append(someEvents(3...3), after: 2)
      try await trial.expect(log, has: someEvents(1...3))
    },
    StoreConformance("aLargeBatchIsKept", "A batch of 1,024 events of 100 bytes is kept.") {
      trial in
      let log = try await trial.open()
      let events = (1...1_024).map {
        EventRecord(.event, number: $0, bytes: Array(repeating: UInt8($0 % 256), count: 100))
      }
      try await log.append(events, after: 0)
      try await trial.expect(log, has: events)
    },
    StoreConformance(
      "manyLogsAreWrittenAtOnce", "Logs are written at the same time, each in order."
    ) {
      trial in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for name in 1...16 {
          group.addTask {
            let log = try await trial.open("log \(name)")
            for number in 1...20 {
              try await log.append(someEvents(number...number), after: number - 1)
            }
          }
        }
        try await group.waitForAll()
      }
      for name in 1...16 {
        try await trial.expect(trial.open("log \(name)"), has: someEvents(1...20))
      }
    },
  ]

  static let opening: [StoreConformance] = [
    StoreConformance(
      "whoOpensALogRefusesTheOthers",
      "When a log has been opened, appends of earlier openings fail as superseded, and keep nothing."
    ) { trial in
      let first = try await trial.open()
      try await first.append(someEvents(1...2), after: 0)
      let second = try await trial.open()
      let events = someEvents(3...3)
      try await trial.expectRefusal(
        of: events, after: 2, by: first, as: .superseded, "for the earlier opening")
      try await trial.expectRefusal(
        of: [someSnapshot(2)], after: 2, by: first, as: .superseded,
        "for a snapshot of the earlier opening")
      try await second.append(events, after: 2)
      try await trial.expectRefusal(
        of: someEvents(4...4), after: 3, by: first, as: .superseded,
        "after the newer one has written")
      try await trial.expect(second, has: someEvents(1...3))
    },
    StoreConformance(
      "aNewLogIsFencedToo",
      "An opening of a new log refuses an earlier one, before there is a record."
    ) { trial in
      let first = try await trial.open()
      let second = try await trial.open()
      try await trial.expectRefusal(
        of: [someSnapshot(0)], after: 0, by: first, as: .superseded, "for the earlier opening")
      try await second.append([someSnapshot(0)], after: 0)
      try await second.append(someEvents(1...1), after: 0)
      try await trial.expect(second, has: someEvents(1...1))
    },
    StoreConformance(
      "anAppendOnItsWayIsKeptBeforeAnOpeningOrNotAtAll",
      "When a log has been opened, an append on its way from an earlier opening is kept already, or never."
    ) { trial in
      for round in 1...20 {
        let name = "on its way \(round)"
        let first = try await trial.open(name)
        let (results, told) = AsyncStream.makeStream(of: Bool.self)
        first.append(
          EventBatch(someEvents(1...3), after: 0) { result in
            told.yield((try? result.get()) != nil)
            told.finish()
          })
        let second = try await trial.open(name)
        let found = try await trial.all(second)
        let isKept = await results.contains(true)
        try await trial.expect(second, has: found)
        try trial.expect(
          !isKept || found == someEvents(1...3),
          "it is acknowledged, and was not there at the opening")
      }
    },
    StoreConformance("aClosedLogRefuses", "A log that was closed refuses batches.") { trial in
      let log = try await trial.open()
      try await log.append(someEvents(1...1), after: 0)
      log.close()
      log.close()
      try await trial.expectRefusal(of: someEvents(2...2), after: 1, by: log, "after the close")
      try await trial.expect(trial.open(), has: someEvents(1...1))
    },
    StoreConformance(
      "openersThatCompeteLoseNothing",
      "Of openers that compete, each acknowledged event is kept once, in the order of its number."
    ) { trial in
      let acknowledged = try await withThrowingTaskGroup(of: [EventRecord].self) { group in
        for opener in 1...6 {
          group.addTask { try await Self.compete(opener, trial) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      let kept = try await trial.all(trial.open())
      try trial.expect(
        kept.map(\.number) == Array(0..<kept.count).map { $0 + 1 },
        "the numbers \(kept.map(\.number))")
      for record in acknowledged {
        try trial.expect(
          kept.filter { $0 == record }.count == 1,
          "\(record) was acknowledged, and is not there once")
      }
      try trial.expect(!acknowledged.isEmpty, "nobody could write")
    },
  ]

  /// Opens a log a few times and writes until another does; returns what was acknowledged.
  private static func compete(_ opener: Int, _ trial: StoreTrial) async throws -> [EventRecord] {
    var acknowledged: [EventRecord] = []
    for round in 1...5 {
      let log = try await trial.open()
      var newest = try await trial.all(log).last?.number ?? 0
      do {
        for _ in 1...5 {
          let text = "opener \(opener), round \(round), event \(newest + 1)"
          let record = EventRecord(.event, number: newest + 1, bytes: Array(text.utf8))
          try await log.append([record], after: newest)
          acknowledged.append(record)
          newest += 1
        }
      } catch let error as EventStoreError where [.superseded, .conflict].contains(error.kind) {
        continue
      }
    }
    return acknowledged
  }
}
