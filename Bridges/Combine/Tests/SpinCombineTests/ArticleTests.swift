import SpinAsync
import SpinCallbacks
import SpinCombine
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

// The levels as the article that introduces Spin writes them.

struct Levels {
  let left: Int
  let right: Int
}

enum Event {
  case increaseLeft
  case decreaseLeft
  case increaseRight
  case decreaseRight
}

func levelsReducer(currentLevels: Levels, event: Event) -> Levels {

  guard currentLevels.left != currentLevels.right else { return currentLevels }

  switch event {
  case .decreaseLeft:
    return Levels(left: currentLevels.left - 1, right: currentLevels.right)
  case .increaseLeft:
    return Levels(left: currentLevels.left + 1, right: currentLevels.right)
  case .decreaseRight:
    return Levels(left: currentLevels.left, right: currentLevels.right - 1)
  case .increaseRight:
    return Levels(left: currentLevels.left, right: currentLevels.right + 1)
  }
}

// snippet.effects
func leftEffect(inputLevels: Levels) -> AnyPublisher<Event, Never> {
  // this is the stop condition to our Spin
  guard inputLevels.left != inputLevels.right else { return Empty().eraseToAnyPublisher() }

  // this is the regulation for the left level
  if inputLevels.left < inputLevels.right {
    return Just(.increaseLeft).eraseToAnyPublisher()
  } else {
    return Just(.decreaseLeft).eraseToAnyPublisher()
  }
}

func rightEffect(inputLevels: Levels) -> AnyPublisher<Event, Never> {
  // this is the stop condition to our Spin
  guard inputLevels.left != inputLevels.right else { return Empty().eraseToAnyPublisher() }

  // this is the regulation for the right level
  if inputLevels.right < inputLevels.left {
    return Just(.increaseRight).eraseToAnyPublisher()
  } else {
    return Just(.decreaseRight).eraseToAnyPublisher()
  }
}
// snippet.end

/// The first way of writing the spin.
private func chained() -> Spin<Levels, Event> {
  let levelsSpin =
    Spinner
    .initialState(Levels(left: 10, right: 20))
    .feedback(Feedback(effect: leftEffect))
    .feedback(Feedback(effect: rightEffect))
    .reducer(Reducer(levelsReducer))
  return levelsSpin
}

/// The second way.
private func listed() -> Spin<Levels, Event> {
  // snippet.spin
  let levelsSpin = Spin(initialState: Levels(left: 10, right: 20), reducer: Reducer(levelsReducer))
  {
    Feedback(effect: leftEffect)
    Feedback(effect: rightEffect)
  }
  // snippet.end
  return levelsSpin
}

/// The spin of the article, for other tests.
var levels: Spin<Levels, Event> { listed() }

/// The lines of the article, each as it stands there.
struct ArticleTests {
  @Test(arguments: [chained(), listed()], 0..<runtimes.count)
  func theLevelsMeet(_ levelsSpin: Spin<Levels, Event>, on index: Int) async throws {
    let drops = Transcript<Event>()
    let options = RunOptions<Levels, Event>(onDrop: { drops.add($0.event) })
    let settled = try await levelsSpin.start(on: runtimes[index], options: options).settled()
    #expect(settled.left == 15 && settled.right == 15)
    #expect(drops.all == [])
  }

  @Test func aSpinStartsAsAPublisherDoesAndStopsWithItsCancellable() async {
    let (met, ended) = (Gate(), Gate())
    let observed = Spin(initialState: Levels(left: 10, right: 20), reducer: Reducer(levelsReducer))
    {
      Feedback(effect: leftEffect)
      Feedback(effect: rightEffect)
      Feedback.sideEffect { levels in if levels.left == levels.right { met.open() } }
      Feedback.source { .subscription { _ in Cancellation { ended.open() } } }
    }
    var cancellables = Set<AnyCancellable>()
    start(observed, &cancellables)
    await met.wait()
    cancellables = []
    await ended.wait()
  }

  private func start(_ levelsSpin: Spin<Levels, Event>, _ cancellables: inout Set<AnyCancellable>) {
    // snippet.start
    AnyPublisher
      .start(spin: levelsSpin)
      .store(in: &cancellables)
    // snippet.end
  }
}

/// The runtimes on which the tests run.
let runtimes: [any SpinRuntime] = [.async, .callbacks, .callersThread]
