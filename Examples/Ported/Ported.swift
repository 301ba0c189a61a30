import SpinCore
import SpinExampleSupport

/// `ported`: typical programs of Spin, ReactorKit, Puredux, ReduxVM and ReX, written for this library.
@main
struct Ported {
  let name: String
  let summary: String
  let run: @Sendable (any SpinRuntime) async throws -> Void

  static let programs = [
    Ported(name: "movies", summary: "pages, a detail and favourites", run: Movies.run),
    Ported(name: "profile", summary: "loading, and an alert for each failure", run: Profile.run),
    Ported(name: "jobs", summary: "200 jobs, 4 at a time, 3 attempts", run: Jobs.run),
    Ported(name: "stores", summary: "a tree of states, and a view of a screen", run: Stores.run),
    Ported(name: "todos", summary: "requests to a server on this machine", run: Todos.run),
  ]

  static var usage: String {
    let list = programs.map { "  \($0.name.padded(to: 9))\($0.summary)" }
    return
      (["usage: ported NAME [--runtime async|callbacks]", ""] + list
      + ["", "`swift run levels` and `swift run counter` are the demos of Spin."])
      .joined(separator: "\n")
  }

  static func main() async {
    do {
      var words = Array(CommandLine.arguments.dropFirst())
      var runtime = try Option.runtime("async")
      if let place = words.firstIndex(of: "--runtime") {
        runtime = try Option.runtime(words.dropFirst(place + 1).first)
        words.removeSubrange(place..<min(place + 2, words.count))
      }
      guard let name = words.first else {
        Console.line(usage)
        Console.end(0)
      }
      guard words.count == 1, let program = programs.first(where: { $0.name == name }) else {
        throw UsageError("there is no program \(words.joined(separator: " ").debugDescription)")
      }
      try await program.run(runtime)
      Console.end(0)
    } catch let error as UsageError {
      Console.complain("\(error.message)\n\(usage)")
      Console.end(64)
    } catch {
      Console.complain("\(error)")
      Console.end(69)
    }
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
