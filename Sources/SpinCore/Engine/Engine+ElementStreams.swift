/// The streams of elements, which are busy while they work on a state.
extension Engine {
  /// A state was handed to the stream of an element, or its receiver has begun.
  package mutating func streamHanded(_ feedback: Int, element: Int) {
    if isStopped { return }
    let collection = collection(of: feedback)
    let isNewlyBusy = collections[collection].update(element) { record in
      record.handed += 1
      if record.serials.isEmpty || record.isBusy { return false }
      record.isBusy = true
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
    guard let index = records[tag.feedback].executions.index(of: tag.serial) else { return }
    let (collection, element) = (
      collection(of: tag.feedback), records[tag.feedback].executions[index].element
    )
    if collections[collection][element].handed == taken { streamRested(collection, element) }
  }

  /// Notes that the stream of an element waits for a state, or has ended.
  mutating func streamRested(_ collection: Int, _ element: Int) {
    guard collections[collection].elements[element].isBusy else { return }
    collections[collection].update(element) { $0.isBusy = false }
    busyStreams -= 1
  }
}
