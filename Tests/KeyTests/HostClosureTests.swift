import SpinCallbacks
import SpinTTY
import SpinTestSupport
import Testing
import UITestSupport

/// The user's code that a host calls while the loop changes the state.
enum HostClosure: String, CaseIterable, Codable, Sendable {
  case layer, perform, key

  var words: String {
    switch self {
    case .layer: "A closure by which a layer finds its part"
    case .perform: "A closure of a `Perform`"
    case .key: "The condition of a key, a control or a layer"
    }
  }

  /// Lets the closure read the state of another loop, once the program runs.
  func read() {
    let other = Handle<Int, Int>()
    let isReady = Guarded(false)
    other.set(Spin<Int, Int>(initialState: 0) { Reducer { _, _ in } }.start(on: .callersThread))
    let reads: @Sendable (HostClosure) -> Bool = { closure in
      if closure == self, isReady.withLock({ $0 }) { _ = other.value?.state }
      return true
    }
    let ui = UISpin(Score.spin, render: Score.view) {
      Keys(when: { _ in reads(.key) }) { Score.keys }
      Key.palette(.ctrl("p"))
    } layers: {
      Layer(when: { _ in !reads(.layer) }, catches: .itsOwn) { _, _ in Text("layer") }
    } terminal: {
      Perform(when: { _ in !reads(.perform) }) { .bell }
    }
    let rehearsal = ui.rehearse(on: .callersThread)
    if self == .key { rehearsal.input("\u{10}lo".utf8) }
    isReady.withLock { $0 = true }
    rehearsal.input((self == .key ? "\u{1B}[B" : "l").utf8)
  }
}

@Suite struct HostClosureTests {
  @Test(.promises("4.6"), arguments: HostClosure.allCases)
  func aClosureOfTheHostThatReadsAStateIsNamed(_ closure: HostClosure) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [closure = closure as HostClosure] in
      closure.read()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(closure.words), "\(message)")
    #expect(message.contains("read the state of another loop"), "\(message)")
  }
}
