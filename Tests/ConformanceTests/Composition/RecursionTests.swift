import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A folder, which contains folders.
struct Folder: Identifiable, Equatable, Sendable {
  var id = 0
  var request: Int?
  var loaded: [Int] = []
  var folders: [Folder] = []

  indirect enum Event: Equatable, Sendable {
    case request(Int?)
    case loaded(Int)
    case put([Folder])
    case folder(Int, Event)

    var folder: (Int, Event)? {
      if case .folder(let id, let event) = self { (id, event) } else { nil }
    }

    /// The event for the folder at the end of a path.
    static func at(_ path: some BidirectionalCollection<Int>, _ event: Event) -> Event {
      path.reversed().reduce(event) { .folder($1, $0) }
    }
  }

  static let reducer = Reducer<Folder, Event> { folder, event in
    switch event {
    case .request(let request): folder.request = request
    case .loaded(let number): folder.loaded.append(number)
    case .put(let folders): folder.folders = folders
    case .folder: break
    }
  }

  /// A value that is made once, which the list in its scope refers to.
  static let spin: Spin<Folder, Event> = Spin(initialState: Folder()) {
    Feedback(on: \.request) { .just(.loaded($0)) }.named("load")
    Scope(forEach: \.folders, event: Event.folder, from: \.folder) { Folder.spin }
    reducer
  }

  /// Folders in each other, of which the innermost one has a request.
  static func chain(_ depth: Int, request: Int? = nil) -> Folder {
    var folder = Folder(id: depth, request: request)
    for id in (0..<depth).reversed() { folder = Folder(id: id, folders: [folder]) }
    return folder
  }
}

/// Parts that contain parts of their own kind.
extension Conformance {
  /// Each folder has an effect for its request, made anew for each depth.
  private static func folder(
    _ remote: Remote<Folder.Event>, _ change: @escaping @Sendable (Int) -> Void = { _ in },
    depth: Int = 0
  ) -> Spin<Folder, Folder.Event> {
    Spin<Folder, Folder.Event>(initialState: Folder()) {
      Feedback(on: \.request) { remote.effect($0) }.named("load")
      Feedback(forEach: \.loaded) { remote.effect("loaded \($0)") }.named("item")
      Scope(forEach: \.folders, event: Folder.Event.folder, from: \.folder) {
        change(depth)
        return folder(remote, change, depth: depth + 1).content
      }
      Folder.reducer
    }
  }

  @Test(.promises("22.10", "22.12"), arguments: RuntimeUnderTest.all)
  func aPartMayContainPartsOfItsOwnKind(_ runtime: RuntimeUnderTest) async {
    let (remote, origins, drops) = (
      Remote<Folder.Event>(), Transcript<String>(), Drops()
    )
    let initial = Folder(
      request: 1,
      folders: [
        Folder(id: 3, request: 2, folders: [Folder(id: 7, request: 3), Folder(id: 8)]),
        Folder(id: 4, request: 4),
      ])
    var options: RunOptions<Folder, Folder.Event> = drops.options()
    options.initialState = initial
    options.observers.append(Observer { if $0.event != nil { origins("\($0.origin)") } })
    let running = Self.folder(remote).start(on: runtime, options: options)
    await running.idle()
    #expect(remote.log.entries == ["+1", "+2", "+3", "+4"])
    // An effect deep in the tree delivers, and only its own folder hears of it.
    remote.emit(.loaded(5), from: "3")
    await running.idle()
    #expect(origins.entries == ["folders[3/7].load"])
    #expect(running.state.folders[0].folders[0].loaded == [5])
    for event in [
      Folder.Event.at([3, 8], .request(6)), .at([3, 8], .put([Folder(id: 1, request: 9)])),
      .at([3, 7], .request(nil)), .at([3], .put([Folder(id: 8, request: 6)])),
      .put([Folder(id: 4, request: 4)]), .put([]),
    ] {
      remote.log("|")
      running.emit(event)
      await running.idle()
    }
    #expect(
      remote.log.entries.dropFirst(4).split(separator: "|").map { $0.sorted() } == [
        ["+loaded 5"], ["+6"], ["+9"], ["-3"], ["-9", "-loaded 5"], ["-2", "-6"], ["-4"],
      ])
    #expect(drops.entries == [])
  }

  /// The list is made when it is needed, and its value may be the one that contains it.
  @Test(.promises("22.10"), arguments: RuntimeUnderTest.all)
  func aTreeOfAnyDepthWorks(_ runtime: RuntimeUnderTest) async {
    let depth = 60
    var options = RunOptions<Folder, Folder.Event>()
    options.initialState = Folder.chain(depth, request: 1)
    let running = Folder.spin.start(on: runtime, options: options)
    await running.idle()
    let path = Array(1...depth)
    #expect(running.state.at(path)?.loaded == [1])
    running.emit(.at(path, .put([Folder.chain(depth, request: 2)])))
    await running.idle()
    #expect(running.state.at(path + path.map { $0 - 1 } + [depth])?.loaded == [2])
    running.emit(.at(path.dropLast(30), .put([])))
    running.emit(.at(path.dropLast(30), .request(3)))
    await running.idle()
    #expect(running.state.at(Array(path.dropLast(30)))?.loaded == [3])
  }

  /// Sixteen lists in each other are made to find out that the kind is a recursion.
  @Test func theListOfAScopeIsMadeWhenItIsNeededAndOnceForEachDepth() async {
    let (remote, made) = (Remote<Folder.Event>(), Transcript<Int>())
    let spin = Self.folder(remote) { made($0) }
    #expect(made.entries == [])
    let running = spin.start(on: .callersThread)
    let first = made.entries.count
    #expect(first <= 32)
    for depth in 1...40 {
      running.emit(.at(1..<depth, .put([Folder(id: depth), Folder(id: -depth)])))
    }
    #expect((39...40).contains(made.entries.max() ?? 0))
    #expect(made.entries.count <= first + 41)
    let other = spin.start(on: .callersThread)
    #expect(made.entries.count <= first + 41)
    await running.end()
    await other.end()
  }

  @Test(.promises("22.11"))
  func aSpinOfPartsOfItsOwnKindDescribesItsFeedbacksOnce() {
    #expect("\(Folder.spin)" == "Spin<Folder, Event> with 2 feedbacks: load, folders[].load")
    var folder = Folder.chain(3)
    Folder.spin.reducer.reduce(&folder, .at(1...3, .loaded(4)))
    #expect(folder.at([1, 2, 3])?.loaded == [4])
  }

  /// An event of one of the folders in a folder.
  private struct InFolder: Equatable, Sendable {
    let id: Int
    let event: Folder.Event
  }

  /// The keys of repeats belong to each folder, also if the filter and the folders are in parts of it.
  @Test(arguments: [false, true], RuntimeUnderTest.all)
  func eachPartOfItsOwnKindDropsItsOwnRepeats(inParts: Bool, _ runtime: RuntimeUnderTest) async {
    let time = ManualScheduler()
    @Sendable func folder() -> Spin<Folder, Folder.Event> {
      Spin<Folder, Folder.Event>(initialState: Folder.chain(3)) {
        if inParts {
          Scope(
            state: \.loaded, event: Folder.Event.loaded,
            from: { if case .loaded(let number) = $0 { number } else { nil } }
          ) {
            DropRepeats(within: .seconds(1)) { $0 }
            Reducer { _, _ in }
          }
          Scope(
            state: \.folders, event: { Folder.Event.folder($0.id, $0.event) },
            from: { $0.folder.map { InFolder(id: $0, event: $1) } }
          ) {
            Scope(
              forEach: \.self, event: { InFolder(id: $0, event: $1) }, from: { ($0.id, $0.event) }
            ) { folder() }
          }
        } else {
          DropRepeats(within: .seconds(1)) { event in
            if case .loaded(let number) = event { number } else { nil }
          }
          Scope(forEach: \.folders, event: Folder.Event.folder, from: \.folder) { folder() }
        }
        Folder.reducer
      }
    }
    let drops = Drops()
    let running = folder().start(on: runtime, scheduler: time, options: drops.options())
    for depth in 0...3 {
      for number in [1, 1, 2] {
        running.emit(.at(1..<(depth + 1), .loaded(number)))
        await running.idle()
      }
    }
    time.advance(by: .seconds(1))
    running.emit(.at(1...3, .loaded(1)))
    await running.idle()
    #expect(drops.entries.count == 4)
    #expect(running.state.loaded == [1, 2])
    #expect(running.state.at([1, 2, 3])?.loaded == [1, 2, 1])
  }

  /// The filter of a part counts an immediate event, even if the event is a repeat for a part around it.
  ///
  /// A folder compares the ones of its own numbers, and the tens of the numbers of the folders in it.
  @Test(.promises("20.4", "22.1"), arguments: [1, 2, 17], RuntimeUnderTest.all)
  func partsInEachOtherAllCountAnImmediateEvent(outer: Int, _ runtime: RuntimeUnderTest) async {
    let time = ManualScheduler()
    @Sendable func folder() -> Spin<Folder, Folder.Event> {
      Spin<Folder, Folder.Event>(initialState: Folder.chain(outer + 1)) {
        DropRepeats(within: .seconds(1)) { event in
          switch event {
          case .loaded(let number): number % 10
          case .folder(_, .loaded(let number)): number / 10
          default: nil
          }
        }
        Feedback(on: \.request) { .just(.loaded($0)) }
        Scope(forEach: \.folders, event: Folder.Event.folder, from: \.folder) { folder() }
        Folder.reducer
      }
    }
    let drops = Drops()
    let running = folder().start(on: runtime, scheduler: time, options: drops.options())
    let path = 1...(outer + 1)
    for event in [Folder.Event.request(11), .request(12), .loaded(22), .loaded(33), .loaded(34)] {
      running.emit(.at(path, event))
      await running.idle()
    }
    #expect(running.state.at(Array(path))?.loaded == [11, 12, 33])
    #expect(drops.entries.count == 2)
  }

  /// A list of links, each of which may have a next one, by a closure.
  private indirect enum Link: Equatable, Sendable {
    case end
    case link(Int, Link)

    enum Event: Equatable, Sendable {
      case set(Link)
      indirect case next(Event)

      var next: Event? { if case .next(let event) = self { event } else { nil } }
    }

    var number: Int? { if case .link(let number, _) = self { number } else { nil } }
  }

  private static func link(_ remote: Remote<Link.Event>) -> Spin<Link, Link.Event> {
    Spin<Link, Link.Event>(initialState: .end) {
      Feedback(on: \.number) { remote.effect($0) }.named("number")
      Scope(
        modify: { (link: inout Link, change: (inout Link) -> Void) in
          guard case .link(let number, var next) = link else { return }
          link = .end
          change(&next)
          link = .link(number, next)
        }, event: Link.Event.next, from: \.next
      ) { link(remote) }
      Reducer { link, event in if case .set(let other) = event { link = other } }
    }
  }

  @Test(.promises("22.10"), arguments: RuntimeUnderTest.all)
  func aPartThatIsOneOfAKindMayContainAnother(_ runtime: RuntimeUnderTest) async {
    let (remote, origins) = (Remote<Link.Event>(), Transcript<String>())
    let running = Self.link(remote).start(on: runtime) { step in
      if step.event != nil { origins("\(step.origin)") }
    }
    await running.idle()
    for event in [
      Link.Event.set(.link(1, .link(2, .link(3, .end)))), .next(.next(.next(.set(.link(4, .end))))),
      .next(.set(.link(2, .link(5, .end)))), .next(.set(.end)), .set(.end),
    ] {
      remote.log("|")
      running.emit(event)
      await running.idle()
    }
    let steps = remote.log.entries.split(separator: "|", omittingEmptySubsequences: false)
    #expect(
      steps.map { $0.sorted() } == [
        [], ["+1", "+2", "+3"], ["+4"], ["+5", "-3", "-4"], ["-2", "-5"], ["-1"],
      ])
  }

  private struct Post: Identifiable, Equatable, Sendable {
    var id = 0
    var comments: [Comment] = []

    indirect enum Event: Equatable, Sendable {
      case put([Comment])
      case comment(Int, Comment.Event)

      var comment: (Int, Comment.Event)? {
        if case .comment(let id, let event) = self { (id, event) } else { nil }
      }
    }
  }

  private struct Comment: Identifiable, Equatable, Sendable {
    var id = 0
    var likes = 0
    var quotes: [Post] = []

    indirect enum Event: Equatable, Sendable {
      case like
      case quote(Int, Post.Event)

      var quote: (Int, Post.Event)? {
        if case .quote(let id, let event) = self { (id, event) } else { nil }
      }
    }
  }

  private static func post(_ remote: Remote<Comment.Event>) -> Spin<Post, Post.Event> {
    Spin<Post, Post.Event>(initialState: Post()) {
      Scope(forEach: \.comments, event: Post.Event.comment, from: \.comment) { comment(remote) }
      Reducer { post, event in if case .put(let comments) = event { post.comments = comments } }
    }
  }

  private static func comment(_ remote: Remote<Comment.Event>) -> Spin<Comment, Comment.Event> {
    Spin<Comment, Comment.Event>(initialState: Comment()) {
      Scope(forEach: \.quotes, event: Comment.Event.quote, from: \.quote) { post(remote) }
      Feedback(on: { "\($0.id): \($0.likes)" }) { remote.effect($0) }.named("likes")
      Reducer { comment, event in if event == .like { comment.likes += 1 } }
    }
  }

  /// Comments of posts that comments quote.
  @Test(.promises("22.10"), arguments: RuntimeUnderTest.all)
  func twoKindsOfPartsMayContainEachOther(_ runtime: RuntimeUnderTest) async {
    let (remote, origins) = (Remote<Comment.Event>(), Transcript<String>())
    let deep = Comment(id: 3, quotes: [Post(id: 9, comments: [Comment(id: 4)])])
    let running = Self.post(remote).start(on: runtime) { step in
      if step.event != nil { origins("\(step.origin)") }
    }
    let comments = [Comment(id: 1), Comment(id: 2, quotes: [Post(id: 8, comments: [deep])])]
    running.emit(.put(comments))
    await running.idle()
    let path = Post.Event.comment(
      2, .quote(8, .comment(3, .quote(9, .comment(4, .like)))))
    running.emit(path)
    await running.idle()
    remote.emit(.like, from: "4: 1")
    await running.idle()
    running.emit(.comment(2, .quote(8, .put([]))))
    await running.idle()
    #expect(
      remote.log.entries == [
        "+1: 0", "+2: 0", "+3: 0", "+4: 0", "-4: 0", "+4: 1", "-4: 1", "+4: 2", "-3: 0", "-4: 2",
      ])
    #expect(origins.entries.contains("comments[2/quotes 8/3/quotes 9/4].likes"))
  }
}

extension Conformance {
  /// An expression, which has two lists of others.
  private struct Term: Identifiable, Equatable, Sendable {
    var id = 0
    var left: [Term] = []
    var right: [Term] = []

    indirect enum Event: Equatable, Sendable {
      case seen(Int)
      case put([Term], [Term])
      case left(Int, Event)
      case right(Int, Event)

      var left: (Int, Event)? {
        if case .left(let id, let event) = self { (id, event) } else { nil }
      }
      var right: (Int, Event)? {
        if case .right(let id, let event) = self { (id, event) } else { nil }
      }
    }

    static func spin(_ remote: Remote<Event>, named name: String? = nil) -> Spin<Term, Event> {
      let right = Scope<Term, Event>(forEach: \.right, event: Event.right, from: \.right) {
        spin(remote, named: name)
      }
      return Spin<Term, Event>(initialState: Term()) {
        Feedback(on: \.id) { remote.effect($0) }.named("id")
        Scope(forEach: \.left, event: Event.left, from: \.left) {
          spin(remote, named: name)
        }
        if let name { right.named(name) } else { right }
        Reducer { term, event in
          if case .put(let left, let right) = event { (term.left, term.right) = (left, right) }
        }
      }
    }
  }

  /// Each scope has one list of feedbacks, however many parts are in each other.
  ///
  /// The ids on the way say which scope each part is in.
  @Test(.promises("22.10", "22.11"), arguments: RuntimeUnderTest.all)
  func aPartMayHaveSeveralScopesForPartsOfItsKind(_ runtime: RuntimeUnderTest) async {
    let (remote, origins) = (Remote<Term.Event>(), Transcript<String>())
    let spin = Term.spin(remote)
    #expect("\(spin)" == "Spin<Term, Event> with 3 feedbacks: id, left[].id, right[].id")
    let running = spin.start(on: runtime) { if $0.event != nil { origins("\($0.origin)") } }
    running.emit(
      .put(
        [Term(id: 2, left: [Term(id: 3)], right: [Term(id: 5, left: [Term(id: 6)])])],
        [Term(id: 7, left: [Term(id: 8)], right: [Term(id: 9)])]))
    await running.idle()
    for id in [2, 3, 5, 6, 7, 8, 9] { remote.emit(.seen(id), from: "\(id)") }
    await running.idle()
    #expect(
      origins.entries.dropFirst() == [
        "left[2].id", "left[2/3].id", "left[2/right 5].id", "left[2/right 5/6].id", "right[7].id",
        "right[7/left 8].id", "right[7/9].id",
      ])
  }

  @Test func aScopeForPartsOfItsKindKeepsTheNameThatItIsGiven() async {
    let (remote, origins) = (Remote<Term.Event>(), Transcript<String>())
    let spin = Term.spin(remote, named: "east")
    #expect("\(spin)" == "Spin<Term, Event> with 3 feedbacks: id, left[].id, east[].id")
    let running = spin.start(on: .callersThread) { origins("\($0.origin)") }
    running.emit(.put([Term(id: 1, right: [Term(id: 2)])], [Term(id: 3, right: [Term(id: 4)])]))
    remote.emit(.seen(2), from: "2")
    remote.emit(.seen(4), from: "4")
    #expect(origins.entries.dropFirst(2) == ["left[1/east 2].id", "east[3/4].id"])
    await running.end()
  }

  /// A cell, whose three lists have a number each, so that they are of three kinds.
  private struct Cell: Identifiable, Equatable, Sendable {
    var id = 0
    var cells: [[Cell]] = [[], [], []]

    indirect enum Event: Equatable, Sendable {
      case seen(Int)
      case cell(kind: Int, Int, Event)
    }

    static func spin(_ remote: Remote<Event>, kind: Int) -> Spin<Cell, Event> {
      Spin<Cell, Event>(initialState: Cell()) {
        Feedback(on: \.id) { remote.effect($0) }.named("kind \(kind)")
        for inner in 0..<3 {
          Scope(
            forEach: \.cells[inner], event: { .cell(kind: inner, $0, $1) },
            from: { event in
              guard case .cell(inner, let id, let own) = event else { return nil }
              return (id, own)
            }
          ) { spin(remote, kind: inner) }
          .named("\(inner)")
        }
        Reducer { _, _ in }
      }
    }
  }

  /// Three kinds, each of which contains all three, end.
  @Test(.promises("22.10"))
  func threeKindsOfPartsMayContainEachOther() async {
    let (remote, origins) = (Remote<Cell.Event>(), Transcript<String>())
    var options = RunOptions<Cell, Cell.Event>()
    let deep = Cell(
      id: 1, cells: [[], [Cell(id: 2, cells: [[Cell(id: 3)], [], [Cell(id: 4)]])], []])
    options.initialState = Cell(cells: [[deep], [], []])
    options.observers.append(Observer { if $0.event != nil { origins("\($0.origin)") } })
    let running = Cell.spin(remote, kind: 9).start(on: .callersThread, options: options)
    for id in 1...4 { remote.emit(.seen(id), from: "\(id)") }
    #expect(
      origins.entries == [
        "0[1].kind 0", "0[1].1[2].kind 1", "0[1/1 2/3].kind 0", "0[1].1[2].2[4].kind 2",
      ])
    await running.end()
  }
}

extension Folder {
  /// The folder at the end of a path.
  fileprivate func at(_ path: [Int]) -> Folder? {
    guard let id = path.first else { return self }
    return folders.first { $0.id == id }?.at(Array(path.dropFirst()))
  }
}
