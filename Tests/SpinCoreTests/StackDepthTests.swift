#if DEBUG
  import Foundation
  import SpinCallbacks
  import SpinCore
  import Testing

  struct StackDepthTests {
    private var depth: Int { Thread.callStackReturnAddresses.count }

    /// A developer who stops in a reducer finds the call that has emitted the event on the same screen.
    ///
    /// NB: `swift test` compiles file by file, and inlines less than a build of whole modules as in CI.
    @Test func atMost16FramesOfTheLibraryStandBetweenTheCallThatEmitsAndTheReducer() {
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback { _ in .none }
        Reducer { state, _ in state = depth }
      }
      let running = spin.start(on: .callersThread)
      running.emit(1)
      let between = running.state - depth - 1
      #expect((4...16).contains(between), "\(between) frames")
    }
  }
#endif
