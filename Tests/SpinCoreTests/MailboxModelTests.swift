import Testing

/// The ownership protocol of the mailbox, checked in every order of its steps.
struct MailboxModelTests {
  static let scenes = [
    // What takes others long to find, or no other finds.
    MailboxScene("a stop of a loop that shows its state", [.emit], [.suspend, .join], [.stop]),
    MailboxScene("a fact after the loop", bodies: 1, [.emit, .fact], [.emit], [.drop]),
    MailboxScene("a waiter for the end", bodies: 1, [.fact], [.stop], [.wait]),
    MailboxScene(
      "an event that replaces another", [.emit], [.replace, .suspend, .replace, .resume]),
    // The others.
    MailboxScene("two emitters", [.emit, .emit], [.emit, .emit]),
    MailboxScene("three emitters", [.emit], [.emit], [.emit]),
    MailboxScene("two stops", [.stop, .emit], [.stop], [.isStopped, .emit]),
    MailboxScene("a late request", [.stop], [.join], [.emit]),
    MailboxScene("a late fact", bodies: 1, [.fact], [.stop], [.emit]),
    MailboxScene("a task that awaits the end", bodies: 1, [.fact], [.stop], [.waitInTask]),
    MailboxScene("a wait that is given up", bodies: 1, [.waitInTask, .withdraw], [.stop], [.emit]),
    MailboxScene("a beginning", [.begin, .drop], [.emit, .emit], [.join, .drop]),
    MailboxScene("two waiters", bodies: 1, [.fact], [.wait, .drop], [.waitInTask, .drop]),
    MailboxScene("a shared handle", [.emit], [.emit, .drop], [.join, .drop]),
    MailboxScene("a request among events", [.emit, .emit], [.join], [.emit]),
    MailboxScene("a stop among events", [.emit, .emit], [.emit], [.stop, .emit]),
    MailboxScene(
      "a handle and a waiter", bodies: 1, [.emit, .fact], [.emit, .drop], [.wait, .drop]),
    MailboxScene("a stop, a fact and a task", bodies: 1, [.emit], [.fact], [.stop], [.waitInTask]),
    MailboxScene("requests to a suspended loop", [.suspend, .join], [.join]),
    MailboxScene("a suspension", [.emit, .emit], [.suspend, .resume]),
    MailboxScene("two suspensions", [.suspend, .emit, .resume], [.suspend, .resume], [.emit]),
    MailboxScene("a request while suspended", [.suspend, .join, .resume], [.emit], [.join]),
    MailboxScene(
      "a fact while suspended", bodies: 1, [.suspend, .resume], [.emit, .fact], [.join]),
    MailboxScene("a stop of a suspended loop", bodies: 1, [.suspend, .fact], [.emit], [.stop]),
    MailboxScene(
      "a handle of a suspended loop", [.emit], [.suspend, .emit, .drop], [.join, .drop]),
    MailboxScene("a stop after a suspension", [.emit, .emit], [.suspend, .stop]),
    MailboxScene(
      "a stop and a suspension among events", [.emit, .emit], [.suspend, .emit, .stop]),
    MailboxScene("events that pass by", passes: true, [.emit, .emit], [.emit], [.stop, .emit]),
    MailboxScene(
      "a suspension of events that pass by", passes: true, [.emit, .emit],
      [.suspend, .emit, .resume], [.join]),
    MailboxScene(
      "a handle and events that pass by", bodies: 1, passes: true, [.emit, .fact], [.emit, .drop],
      [.wait, .drop]),
    MailboxScene("three emitters and a stop", [.emit], [.emit], [.emit], [.stop]),
    MailboxScene("an offer to emitters", offers: 3, [.emit, .emit], [.emit]),
    MailboxScene("an offer to a thread that asks", offers: 2, [.emit], [.join, .emit], [.join]),
    MailboxScene(
      "an offer of a loop that ends", bodies: 1, offers: 1, [.emit, .fact], [.emit, .drop],
      [.join, .drop]),
    MailboxScene("an offer and a stop", bodies: 1, offers: 2, [.emit], [.fact], [.stop]),
    MailboxScene("an offer and a late request", offers: 2, [.stop], [.join], [.join, .emit]),
    MailboxScene(
      "an offer of a suspended loop", offers: 2, [.emit, .emit], [.suspend, .join, .resume]),
    MailboxScene(
      "an offer while others suspend", offers: 1, [.emit, .emit], [.suspend, .resume], [.join]),
  ]

  @Test(arguments: scenes)
  func noOrderOfTheStepsBreaksTheProtocol(scene: MailboxScene) {
    let explorer = MailboxExplorer(scene)
    #expect(explorer.violation == nil, "\(explorer.path)")
  }

  /// Begins with a few states of each scene: most mutants are noticed there.
  @Test(arguments: MailboxMutant.allCases)
  func everyChangeOfTheProtocolIsNoticed(mutant: MailboxMutant) {
    let isNoticed = [300, 5_000, .max].contains { limit in
      Self.scenes.contains { MailboxExplorer($0, mutant, states: limit).violation != nil }
    }
    #expect(isNoticed)
  }
}
