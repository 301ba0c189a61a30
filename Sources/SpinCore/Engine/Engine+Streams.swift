/// The streams of elements, which are busy while they work on a state.
extension Engine {
  /// A state was handed to the stream of an element, or its receiver has begun.
  package mutating func streamHanded(_ feedback: Int, element: Int = 0) {
    if isStopped { return }
    let isNewlyBusy = update(feedback, element) { work in
      work.handed += 1
      if work.live == 0 || work.isBusy { return false }
      work.isBusy = true
      return true
    }
    if isNewlyBusy { busyStreams += 1 }
  }

  /// The stream of an element asked for a state while none was ready.
  ///
  /// - Parameters:
  ///   - tag: The execution of the stream, which may have ended.
  ///   - taken: How many states it has taken.
  package mutating func streamAsked(_ tag: EntryTag, taken: UInt64) {
    guard let element = element(of: tag) else { return }
    if work(tag.feedback, element).handed == taken { streamRested(tag.feedback, element) }
  }

  /// Notes that the stream of an element waits for a state, or has ended.
  mutating func streamRested(_ feedback: Int, _ element: Int) {
    guard work(feedback, element).isBusy else { return }
    update(feedback, element) { $0.isBusy = false }
    busyStreams -= 1
  }
}
