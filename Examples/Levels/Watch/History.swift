/// The levels after some of the steps, at equal distances, and after the newest.
///
/// It never takes more room than for its capacity: when it is full every second pair is left out,
/// and from then on only half as many are noted.
struct History: Equatable, Sendable {
  /// A pair for about each dot across a terminal; even, so that the last pair noted survives when
  /// the others are thinned out.
  static let capacity = 512

  /// The pairs after 0, `stride`, 2 · `stride`, … steps.
  private(set) var pairs: [Levels]
  private(set) var stride = 1
  private(set) var newest: Levels
  private(set) var steps = 0

  init(from start: Levels) {
    pairs = [start]
    newest = start
  }

  mutating func append(_ levels: Levels) {
    steps += 1
    newest = levels
    guard steps.isMultiple(of: stride) else { return }
    pairs.append(levels)
    if pairs.count > History.capacity { thin() }
  }

  private mutating func thin() {
    pairs = pairs.indices.filter { $0.isMultiple(of: 2) }.map { pairs[$0] }
    stride *= 2
  }

  /// The levels after so many steps, on a line between the pairs that are known; nil for steps that
  /// are still to come.
  ///
  /// - Parameters:
  ///   - step: The steps, also parts of one.
  ///   - scale: Where the levels lie.
  func heights(after step: Double, on scale: Scale) -> (left: Double, right: Double)? {
    guard step <= Double(steps) else { return nil }
    let index = min(Int(step) / stride, pairs.count - 1)
    let known = pairs[index]
    let (next, width) =
      index + 1 < pairs.count
      ? (pairs[index + 1], stride) : (newest, steps - index * stride)
    let part = width > 0 ? (step - Double(index * stride)) / Double(width) : 0
    func between(_ start: Int, _ end: Int) -> Double {
      let (start, end) = (scale.height(of: start), scale.height(of: end))
      return start + part * (end - start)
    }
    return (between(known.left, next.left), between(known.right, next.right))
  }
}
