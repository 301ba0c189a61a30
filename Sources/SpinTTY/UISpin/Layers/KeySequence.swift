/// The first keys of a sequence, and what took keys when the last of them was pressed.
final class KeySequence: Equatable, Sendable {
  let presses: [KeyPress]
  let takers: [KeyTaker]

  init(_ presses: [KeyPress], takers: [KeyTaker]) {
    self.presses = presses
    self.takers = takers
  }

  static func == (left: KeySequence, right: KeySequence) -> Bool {
    left.presses == right.presses && left.takers == right.takers
  }
}

/// A layer that takes keys, in one of its lives and with its focus.
struct KeyTaker: Equatable, Sendable {
  let level: Int
  let life: Int
  let focus: RegionKey?
}
