import TerminalTestSupport
import Testing

@Suite(.onItsOwnThread) struct PortedTests {
  static let runtimes = ["async", "callbacks"]
  let ported = Program("ported")

  static let outputs = [
    "movies": """
    start: nowPlaying: Alien, Brazil
    more: nowPlaying: Alien, Brazil, Offline()
    more: nowPlaying: Alien, Brazil, Casablanca
    popular: popular: Diva
    open: the plot of movie 2
    saved [2]
    star: * the plot of movie 2
    close: popular: Diva
    all: movies: Alien, *Brazil, Casablanca, Diva
    played again: 12 actions, the end is equal

    """,
    "profile": """
      does not follow
    refreshTapped
      does not follow, loading
      does not follow
      alert: Offline()
    refreshTapped
      does not follow, loading
      does not follow
      alert: Offline()
    refreshTapped
      does not follow, loading
      does not follow
    followTapped
      does not follow, loading
      follows

    """,
    "jobs": """
    job 42: attempt 1 of 3
    job 42: attempt 2 of 3
    job 42: attempt 3 of 3
    job 42: ok
    job 13: failed, Busy()
    199 of 200 done by 232 calls, at most 4 at a time

    """,
    "stores": """
    Ada writes Hello
    to the server: Hello
    sent ["Hello"], read ["It rains."]
    no draft
    signed out

    """,
    "todo": """
    loading
    loading; open: Buy bread, Call Ann; done: Pay the rent
    the list is up to date; open: Buy bread, Call Ann; done: Pay the rent

    """,
  ]

  @Test(arguments: outputs.keys.sorted(), runtimes)
  func eachProgramPrintsTheSameOnBothRuntimes(_ name: String, _ runtime: String) throws {
    let result = try ported.run(name, "--runtime", runtime)
    #expect(result == Program.Result(output: Self.outputs[name] ?? "", errors: "", status: 0))
  }

  @Test(arguments: runtimes)
  func theLogNamesActionsAndWhatTheyStart(_ runtime: String) throws {
    let result = try ported.run("movies", "--log", "--runtime", runtime)
    #expect(result.output == Self.outputs["movies"] && result.status == 0)
    #expect(result.errors.contains("2 reachedEnd at Movies+Run.swift:"))
    #expect(result.errors.contains("page[nowPlaying] starts #"))
    #expect(result.errors.contains("detail.plot starts #"))
  }

  @Test func withoutANameTheProgramsAreListed() throws {
    let result = try ported.run()
    #expect(result.errors.isEmpty && result.status == 0)
    let listed = result.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed.sorted() == Self.outputs.keys.sorted())
  }

  @Test(arguments: [
    (["nothing"], ##"there is no program "nothing""##),
    (["profile", "jobs"], ##"there is no program "profile jobs""##),
    (["movies", "jobs"], ##"movies takes --log, --save FILE or --play FILE, not "jobs""##),
    (["movies", "--runtime"], "--runtime takes async or callbacks, and nothing follows it"),
  ])
  func badUsageIsExplainedOnStandardError(_ words: [String], _ message: String) throws {
    try ported.expectRefusal(of: words, message)
  }
}
