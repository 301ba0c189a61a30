import LevelsDefinition
import SpinTTY

/// The levels as numbers and as bars.
struct LevelsView: View {
  let levels: Levels
  let start: Levels

  var body: some View {
    VStack {
      bar("left", levels.left).styled(.accent)
      bar("right", levels.right).styled(.success)
      if levels.areEqual {
        Text("They have met.").bold()
      } else {
        Help()
      }
    }
    .frame(width: .fill.atMost(72))
  }

  private func bar(_ name: String, _ level: Int) -> some View {
    HStack(spacing: 1) {
      Text(name).frame(width: .fixed("right".count))
      ProgressBar(part(below: level))
      Text("\(level)", wrapping: .none).frame(width: .fixed(digits), alignment: .topTrailing)
    }
  }

  /// The part of the first distance that lies below a level; unsigned, because the distance between
  /// two integers may exceed an `Int`.
  private func part(below level: Int) -> Double {
    let lowest = min(start.left, start.right)
    let distance = UInt(bitPattern: max(start.left, start.right) &- lowest)
    return distance == 0 ? 0.5 : Double(UInt(bitPattern: level &- lowest)) / Double(distance)
  }

  private var digits: Int { max("\(start.left)".count, "\(start.right)".count) }
}
