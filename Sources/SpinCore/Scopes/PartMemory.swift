/// The memory of a feedback of a part, which belongs to the life of the part.
final class PartMemory: FeedbackMemory {
  private let node: PartNode
  private let local: Int
  private let hasElements: Bool

  init(_ node: PartNode, _ local: Int, isOfElements: Bool = false) {
    self.node = node
    self.local = local
    hasElements = isOfElements
  }

  override func forget() { node.life?.feedbacks[local].forget(0) }

  override var selected: Any? { node.life?.feedbacks[local].memory?.selected }

  override var isOfElements: Bool { hasElements }

  override var notAsked: FeedbackAnswer? {
    guard let life = node.life else { return .wantsNothing(.noPart) }
    let inner = life.feedbacks[local].memory?.notAsked
    if case .wantsNothing? = inner { return inner }
    return node.isChanged ? inner : .keeps(.samePart)
  }
}
