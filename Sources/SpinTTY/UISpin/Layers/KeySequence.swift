/// The first keys of a sequence, and what took keys when the last of them was pressed.
struct KeySequence: Equatable, Sendable {
  let presses: [KeyPress]
  var takers: [KeyTaker] = []
}

/// A layer that takes keys, in one of its lives and with its focus.
struct KeyTaker: Equatable, Sendable {
  let level: Int
  let life: Int
  let focus: RegionKey?
}
