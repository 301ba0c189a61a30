#if canImport(Glibc)
  import Glibc
  import SpinCallbacks
  import SpinChildren
  import SpinCore
  import Testing

  /// Parts that appear, work and leave, and others that take their places, use constant memory.
  ///
  /// Each test runs in a process of its own, whose memory nothing else uses.
  @Suite struct ChurnTests {
    static let alive = 100
    static let count = isOptimised ? 1_000_000 : 5_000

    private static let isOptimised: Bool = {
      var isDebug = false
      assert(
        {
          isDebug = true
          return true
        }())
      return !isDebug
    }()

    struct Worker: Equatable, Identifiable, Sendable {
      let id: Int
      var turns = 0
    }

    enum WorkerEvent: Sendable {
      case begin, turn
    }

    struct Site: Sendable {
      var workers = Children<Int, Worker>()
      var newest = 0

      init() {
        replaceAll()
      }

      /// Every id is a new one.
      mutating func replaceAll() {
        workers.removeAll()
        for _ in 0..<alive {
          newest += 1
          workers.append(Worker(id: newest))
        }
      }

      mutating func replaceOne() {
        workers.remove(at: newest % alive)
        newest += 1
        workers.insert(Worker(id: newest), at: newest / 3 % alive)
      }
    }

    enum SiteEvent: Sendable {
      case worker(Int, WorkerEvent)
      case shift
      case hire

      var worker: (Int, WorkerEvent)? {
        if case .worker(let id, let event) = self { (id, event) } else { nil }
      }
    }

    /// Each worker begins by an immediate event, and has an effect of its own until it leaves; so has the
    /// site for each worker.
    private static func site() -> RunningSpin<Site, SiteEvent> {
      let worker = Spin<Worker, WorkerEvent>(initialState: Worker(id: 0)) {
        Feedback(on: { $0.turns }) { $0 == 0 ? .just(.begin) : .none }
        Feedback(on: { $0.id }) { _ in .callback { emit in Cancellation { _ = emit } } }
        Reducer { worker, _ in worker.turns += 1 }
      }
      return Spin<Site, SiteEvent>(initialState: Site()) {
        Scope(forEach: \.workers, event: SiteEvent.worker, from: \.worker) { worker }
        Feedback(forEach: \.workers, on: \.id) { _, _ in
          .callback { emit in Cancellation { _ = emit } }
        }
        Reducer { site, event in
          switch event {
          case .worker: break
          case .shift: site.replaceAll()
          case .hire: site.replaceOne()
          }
        }
      }
      .start(on: .callersThread)
    }

    /// The greatest memory that the process has used, in kilobytes.
    private static func memory() -> Int {
      var usage = rusage()
      getrusage(numericCast(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss
    }

    private static func checkMemory(since before: Int) {
      let more = memory() - before
      precondition(more < 600, "\(more) kB more")
    }

    /// Runs a tenth of the events to let the tables grow, and then the others in constant memory.
    private static func check(_ event: SiteEvent, _ steps: Int) {
      let running = site()
      for _ in 0..<steps / 10 { running.emit(event) }
      let before = memory()
      for _ in 0..<steps { running.emit(event) }
      checkMemory(since: before)
      precondition(running.state.workers.allSatisfy { $0.part.turns == 1 })
    }

    private static func checkCollection() {
      var site = Site()
      for _ in 0..<1_000 { site.replaceOne() }
      let before = memory()
      for _ in 0..<count {
        site.replaceOne()
      }
      checkMemory(since: before)
      precondition(site.workers.count == alive)
    }

    @Test func partsThatComeAndGoTogetherUseConstantMemory() async {
      await #expect(processExitsWith: .success) {
        ChurnTests.check(.shift, ChurnTests.count / ChurnTests.alive)
      }
    }

    @Test func partsThatComeAndGoOneByOneUseConstantMemory() async {
      await #expect(processExitsWith: .success) {
        ChurnTests.check(.hire, ChurnTests.count / 10)
      }
    }

    /// The labels of its elements are spread again and again.
    @Test func aCollectionWithChurnUsesConstantMemory() async {
      await #expect(processExitsWith: .success) {
        ChurnTests.checkCollection()
      }
    }
  }
#endif
