import SpinAsync
import SpinExampleSupport
import SpinTTY
import Synchronization

/// `ported todo`: ReX's todos on a server; here a mutation is an event, an action is a function of the store that
/// tells its caller the result, and the screen follows the store.
enum Todo {
  /// The parsed command line.
  struct Options {
    /// A server that runs already; `nil` starts one.
    var server: UInt16?
    var delay: Duration?
    /// Of how many requests one fails; `nil` for none.
    var failing: UInt16?
    var logs = false

    static let usage = """
      `todo` takes --delay SECONDS, so that the server is slow, --failing N, so that of N requests
      the last one fails, --server PORT, for a server that runs already, and --log, which writes
      commits to standard error.
      """

    init(_ words: [String]) throws(UsageError) {
      var words = Words(words, valued: ["--server", "--delay", "--failing"])
      while let word = words.next() {
        switch word {
        case .option("--server"): server = try Option.number(words.value(), of: "--server")
        case .option("--delay"): delay = try Option.interval(words.value(), of: "--delay")
        case .option("--failing"): failing = try Option.number(words.value(), of: "--failing")
        case .option("--log"): logs = true
        case .option(let word), .operand(let word):
          throw UsageError("\(word.debugDescription) is not an option of todo")
        }
      }
    }
  }

  static func run(_ words: [String], on runtime: any SpinRuntime) async throws {
    let options = try Options(words)
    let server = options.server == nil ? try start(options) : nil
    let port = options.server ?? server?.port ?? 0
    let store = TodoStore(TodoRequests(client: HTTPClient(port: port)), on: runtime)
    let plugin = options.logs ? store.log { Console.complain($0) } : []
    try await TodoScreen.ui(TodoScreen.spin(store)).run(on: runtime)
    withExtendedLifetime((server, plugin)) {}
  }

  private static func start(_ options: Options) throws(HTTPFailure) -> HTTPServer {
    let count = Mutex(0)
    return try TodoServer().start { _ in
      if let delay = options.delay { try? await Task.sleep(for: delay) }
      let number = count.withLock {
        $0 += 1
        return $0
      }
      return options.failing.map { number % Int($0) == 0 } ?? false ? HTTPResponse(503) : nil
    }
  }
}
