import TerminalTestSupport
import Testing

@Suite(.onItsOwnThread) struct PortedTests {
  static let runtimes = ["async", "callbacks"]
  let ported = Program("ported")

  static let outputs = [
    "movies": """
    start: Alien, Brazil
    more: Alien, Brazil, Offline()
    more: Alien, Brazil, Casablanca
    open: the plot of movie 2
    saved [2]
    star: * the plot of movie 2
    close: Alien, *Brazil, Casablanca

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
    "todos": """
    nothing
    loading
    [ ] bread  [ ] milk
    [ ] bread  [x] milk …
    [ ] bread  [x] milk
    [x] bread …  [x] milk
    [x] bread  [x] milk
    [x] bread  [ ] milk …
    [x] bread  [x] milk (no server)

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

  @Test func withoutANameTheProgramsAreListed() throws {
    let result = try ported.run()
    #expect(result.errors.isEmpty && result.status == 0)
    let listed = result.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed.sorted() == Self.outputs.keys.sorted())
  }

  @Test(arguments: [
    (["nothing"], ##"there is no program "nothing""##),
    (["movies", "jobs"], ##"there is no program "movies jobs""##),
    (["movies", "--runtime"], "--runtime takes async or callbacks, and nothing follows it"),
  ])
  func badUsageIsExplainedOnStandardError(_ words: [String], _ message: String) throws {
    let result = try ported.shell("\"$program\" \(words.joined(separator: " "))")
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("ported: \(message)\nusage: ported NAME"))
  }
}
