import SpinAsync
import SpinCallbacks
import SpinCore
import SpinDurable
import SpinTesting
import Synchronization
import Testing

/// The code of the guide on durable loops.
@Suite struct DurableLoopTests {
  // snippet.parcels
  struct Parcels: Codable, Equatable, Sendable {
    enum Event: Codable, Equatable, Sendable { case ordered(id: String, to: String), sent(String) }
    var waiting: [String: String] = [:], sent: Set<String> = []

    mutating func reduce(_ event: Event) {
      switch event {
      case .ordered(let id, let address):
        if !sent.contains(id) { waiting[id] = address }
      case .sent(let id):
        waiting[id] = nil
        sent.insert(id)
      }
    }

    static func spin(_ post: Post) -> Spin<Parcels, Event> {
      Spin(initialState: Parcels()) {
        Feedback(forEach: \.waiting, atMost: 4) { id, address in
          .run {
            await post.send(id, address)  // The id is the key: the post sends a parcel once.
            return .sent(id)
          }
        }.named("send")
        Reducer { $0.reduce($1) }
      }
    }
  }
  // snippet.end

  /// A post that sends nothing twice.
  final class Post: Sendable {
    private let list = Mutex<[String]>([])
    func send(_ id: String, _ address: String) async {
      list.withLock { if !$0.contains(id) { $0.append(id) } }
    }
    var sent: [String] { list.withLock { $0 } }
  }

  @Test func aParcelIsAcknowledgedAndSent() async throws {
    let (post, store) = (Post(), MemoryStore())
    // snippet.open
    let parcels = try await Parcels.spin(post).open("parcels", in: store, on: .async)
    try await parcels.send(.ordered(id: "7", to: "Rome"))  // Returns when the event is kept.
    // snippet.end
    _ = try await parcels.first { $0.sent == ["7"] }
    #expect(post.sent == ["7"])
    parcels.stop()
  }

  @Test func workWaitsForTheStore() throws {
    let post = Post()
    // snippet.promise
    let store = MemoryStore(commits: .manual)
    let parcels = try TestSpin(opening: Parcels.spin(post), in: store)
    parcels.emit(.ordered(id: "7", to: "Rome")) { $0.waiting = ["7": "Rome"] }
    #expect(post.sent == [])
    parcels.commit()
    #expect(post.sent == ["7"])
    // snippet.end
    parcels.crash()
  }

  @Test func aParcelIsSentAfterACrash() throws {
    let post = Post()
    // snippet.crash
    let store = MemoryStore(commits: .manual)
    let before = try TestSpin(opening: Parcels.spin(post), in: store)
    before.emit(.ordered(id: "7", to: "Rome")) { $0.waiting = ["7": "Rome"] }
    before.commit()
    before.emit(.ordered(id: "8", to: "Bern")) { $0.waiting["8"] = "Bern" }
    before.crash()

    let after = try TestSpin(opening: Parcels.spin(post), in: store)
    after.expect(.sent("7")) {
      $0.waiting = [:]
      $0.sent = ["7"]
    }
    after.crash()
    // snippet.end
  }

  @Test func noOrderOfACrashLosesAParcel() throws {
    // snippet.explore
    explore(seeds: 300) { test in
      let (store, post, told) = (MemoryStore(), Post(), Transcript<String>())
      let before = try TestSpin(opening: Parcels.spin(post), in: store, on: test)
      let running = before.running
      test.concurrently(
        {
          if (try? await running.send(.ordered(id: "7", to: "Rome"))) != nil { told.add("7") }
        }, { store.crash() })
      before.crash()

      let after = try TestSpin(opening: Parcels.spin(post), in: store, on: test)
      let known = after.state.sent.union(after.state.waiting.keys)
      test.expect(known.isSuperset(of: told.all), "An order that was acknowledged is lost.")
      test.expect(known.isSuperset(of: post.sent), "A parcel was sent, and nobody knows.")
      after.crash()
    }
    // snippet.end
  }

  @Test func noFaultLosesAParcel() async throws {
    // snippet.faults
    var acknowledged = 0
    for seed: UInt64 in 1...20 {
      let (disk, post) = (MemoryStore(), Post())
      let store = FaultyStore(disk, seed: seed, oneIn: 5)
      var told: Set<String> = []
      for run in 1...5 {
        let parcels = try? await Parcels.spin(post).open("parcels", in: store, on: .async)
        for number in 1...9 {
          let id = "\(run).\(number)"
          let answer = try? await parcels?.send(.ordered(id: id, to: "Rome"))
          guard answer != nil else { break }  // The store has failed, and has ended the run.
          told.insert(id)
        }
        parcels?.stop()
        await parcels?.finished()
      }
      let after = try await Parcels.spin(post).open("parcels", in: disk, on: .async)
      let known = after.state.sent.union(after.state.waiting.keys)
      #expect(known.isSuperset(of: told) && known.isSuperset(of: post.sent))
      acknowledged += told.count
      after.stop()
      await after.finished()
    }
    #expect(acknowledged > 0)
    // snippet.end
  }

  // MARK: Changes of the events

  @Test func aCaseGetsAnotherName() async throws {
    let store = MemoryStore()
    store["parcels"] = [
      EventRecord(.snapshot, number: 0, bytes: Array(#"{"sent":[],"waiting":{}}"#.utf8)),
      EventRecord(.event, number: 1, bytes: Array(#"{"placed":{"id":"7","to":"Rome"}}"#.utf8)),
    ]
    // snippet.renaming
    let durability = DurableOptions<Parcels, Parcels.Event>(
      events: .json(renaming: ["placed": "ordered"]), states: .json)
    let parcels = try await Parcels.spin(Post()).open(
      "parcels", in: store, on: .async, durability: durability)
    // snippet.end
    #expect(parcels.state.waiting == ["7": "Rome"] || parcels.state.sent == ["7"])
    parcels.stop()
  }

  @Test func aVersionIsMigrated() async throws {
    let store = MemoryStore()
    store["parcels"] = [
      EventRecord(.snapshot, number: 0, bytes: Array(#"{"sent":[],"waiting":{}}"#.utf8)),
      EventRecord(.event, number: 1, bytes: Array(#"{"ordered":{"id":"7"}}"#.utf8)),
      EventRecord(.event, number: 2, bytes: Array(#"{"weighed":{"_0":3}}"#.utf8)),
    ]
    // snippet.migrating
    enum Old: Codable { case ordered(id: String), sent(String), weighed(Int) }
    let (old, new) = (RecordCoding<Old>.json, RecordCoding<Parcels.Event>.json)
    let durability = DurableOptions<Parcels, Parcels.Event>(version: 2) { record in
      var record = record
      record.version = 2
      if record.kind == .snapshot { return record }
      switch try old.decode(record.bytes) {
      case .ordered(let id): record.bytes = try new.encode(.ordered(id: id, to: "unknown"))
      case .sent: break
      case .weighed: return nil  // Means nothing any more.
      }
      return record
    }
    // snippet.end
    let parcels = try await Parcels.spin(Post()).open(
      "parcels", in: store, on: .async, durability: durability)
    #expect(parcels.state.waiting == ["7": "unknown"] || parcels.state.sent == ["7"])
    parcels.stop()
  }

  // MARK: Deadlines

  // snippet.deadline
  struct Offer: Codable, Equatable, Sendable {
    enum Event: Codable, Equatable, Sendable { case made(until: Duration), accepted, expired }
    var deadline: Duration?
    var isAccepted = false

    static func spin(now: @escaping @Sendable () -> Duration) -> Spin<Offer, Event> {
      Spin(initialState: Offer()) {
        Feedback(on: \.deadline) { deadline in
          .after(max(.zero, deadline - now()), .expired)
        }.named("deadline")
        Reducer { offer, event in
          switch event {
          case .made(let deadline): offer.deadline = deadline
          case .accepted: offer = Offer(isAccepted: true)
          case .expired: offer.deadline = nil
          }
        }
      }
    }
  }
  // snippet.end

  @Test func aDeadlineHoldsAcrossACrash() throws {
    let (store, time) = (MemoryStore(), ManualScheduler())
    let runtime = TestRuntime(time: time)
    let spin = Offer.spin { time.now }
    let before = try TestSpin(opening: spin, in: store, on: runtime)
    before.emit(.made(until: .seconds(10))) { $0.deadline = .seconds(10) }
    before.advance(by: .seconds(9))
    before.crash()
    let after = try TestSpin(opening: spin, in: store, on: runtime)
    after.advance(by: .seconds(1))
    after.expect(.expired) { $0.deadline = nil }
    after.crash()
  }
}
