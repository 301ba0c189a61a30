import SpinCore
import SpinExampleSupport

/// `ported`: typical programs of Spin, ReactorKit, Puredux, ReduxVM and ReX, written for this library.
@main
struct Ported {
  let name: String
  let summary: String
  /// Runs the program with its own options, which follow its name.
  let run: @Sendable (_ options: [String], any SpinRuntime) async throws -> Void

  static let programs = [
    Ported("movies", "categories, pages, a log, a session", taking: Movies.run),
    Ported("profile", "loading, and an alert for each failure", run: Profile.run),
    Ported("jobs", "200 jobs, 4 at a time, 3 attempts", run: Jobs.run),
    Ported("stores", "a tree of states, and a view of a screen", run: Stores.run),
    Ported("todo", "a list on a server, on the terminal", taking: Todo.run),
  ]

  private init(
    _ name: String, _ summary: String,
    taking run: @escaping @Sendable ([String], any SpinRuntime) async throws -> Void
  ) {
    (self.name, self.summary, self.run) = (name, summary, run)
  }

  /// A program without options.
  private init(
    _ name: String, _ summary: String,
    run: @escaping @Sendable (any SpinRuntime) async throws -> Void
  ) {
    self.init(name, summary) { options, runtime in
      guard options.isEmpty else { throw unknown([name] + options) }
      try await run(runtime)
    }
  }

  static var usage: String {
    let list = programs.map { "  \($0.name.padded(to: 9))\($0.summary)" }
    return
      (["usage: ported NAME [--runtime async|callbacks]", ""] + list
      + [
        "", "`movies` takes --log, which writes events and effects to standard error,",
        "and --save FILE and --play FILE, for its session.",
      ]
      + [Todo.Options.usage, ""]
      + ["`swift run levels` and `swift run counter` are the demos of Spin."])
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
      guard let program = programs.first(where: { $0.name == name }) else { throw unknown(words) }
      try await program.run(Array(words.dropFirst()), runtime)
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

private func unknown(_ words: [String]) -> UsageError {
  UsageError("there is no program \(words.joined(separator: " ").debugDescription)")
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
