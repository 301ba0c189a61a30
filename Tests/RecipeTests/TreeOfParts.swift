import RecipeSupport
import SpinAsync
import SpinChildren
import SpinTesting
import Testing

struct TreeOfParts {
  // snippet.state
  struct Folder: Equatable, Sendable {
    indirect enum Event: Equatable, Sendable {
      case open(path: String), loaded([String]), folder(String, Event)
      var folder: (String, Event)? {
        if case .folder(let name, let event) = self { (name, event) } else { nil }
      }
    }
    var opening: String?, folders = Children<String, Folder>()
  }
  // snippet.end

  // snippet.spin
  typealias List = @Sendable (_ path: String) async -> [String]

  func folder(_ list: @escaping List) -> Spin<Folder, Folder.Event> {
    Spin(initialState: Folder()) {
      Feedback(on: \.opening) { path in .run { .loaded(await list(path)) } }.named("load")
      Scope(forEach: \.folders, event: Folder.Event.folder, from: \.folder) { folder(list) }
      Reducer { folder, event in
        switch event {
        case .open(let path): folder.opening = path
        case .loaded(let names): folder = Folder(folders: Children(names.map { ($0, Folder()) }))
        case .folder: break
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func aFolderLoadsTheFoldersInIt() {
    let test = TestSpin(folder { path in ["\(path)a", "\(path)b"] })
    test.emit(.open(path: "/")) { $0.opening = "/" }
    test.expect(.loaded(["/a", "/b"]), from: "load") {
      $0 = Folder(folders: ["/a": Folder(), "/b": Folder()])
    }
    test.emit(.folder("/b", .open(path: "/b/"))) { $0.folders[id: "/b"]?.opening = "/b/" }
    test.expect(.folder("/b", .loaded(["/b/a", "/b/b"])), from: "folders[/b].load") {
      $0.folders[id: "/b"] = Folder(folders: ["/b/a": Folder(), "/b/b": Folder()])
    }
    test.finish()
  }
  // snippet.end

  @Test func eachFolderHasTheFoldersThatTheDiskHas() {
    explore(seeds: 300) { test in
      let disk = World(["/": ["/a", "/b"], "/a/": ["/a/a"], "/b/": ["/b/b"]])
      let spin = folder { path in await disk.insisting { try await $0.get(path) } ?? [] }
      let running = test.restarting(spin) { running in
        running.emit(.open(path: "/"))
        await Task.yield()
        for name in ["/a", "/b", "/a"] {
          running.emit(.folder(name, .open(path: "\(name)/")))
          await Task.yield()
        }
        running.emit(.open(path: "/"))
      }
      running.emit(.open(path: "/"))
      for name in ["/a", "/b"] {
        test.run()
        running.emit(.folder(name, .open(path: "\(name)/")))
      }
      test.run()
      let folders = running.state.folders
      test.expect(folders.map(\.id), equals: disk["/"] ?? [])
      for (id, part) in folders {
        test.expect(part.folders.map(\.id), equals: disk["\(id)/"] ?? [])
      }
    }
  }

  @Test func aFolderThatLeavesEndsTheWorkInIt() {
    let time = ManualScheduler()
    let spin = folder { path in
      try? await time.clock.sleep(for: .seconds(1))
      return [path]
    }
    let inner = Folder(folders: ["b": Folder()])
    let test = TestSpin(
      spin, initialState: Folder(folders: ["a": inner]), on: TestRuntime(time: time))
    test.emit(.folder("a", .folder("b", .open(path: "a/b")))) {
      $0.folders[id: "a"]?.folders[id: "b"]?.opening = "a/b"
    }
    test.emit(.loaded([])) { $0 = Folder() }
    test.expectDrop(
      .folder("a", .folder("b", .loaded(["a/b"]))), reason: .stale)
    test.finish()
    #expect(time.alarmCount == 0)
  }
}
