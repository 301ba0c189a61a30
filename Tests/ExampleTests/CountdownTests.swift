import Testing

@Suite struct CountdownTests {
  @Test func itCountsDownAndEndsByItself() throws {
    #expect(
      try Program("countdown").run()
        == Program.Result(output: "5\n4\n3\n2\n1\n0\ngo\n", errors: "", status: 0))
  }
}
