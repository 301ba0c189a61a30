import SpinTesting
import Testing

@testable import SpinTTY

/// A ratio is a part of the room of the container that holds it, however the views are nested.
@Suite struct RatioTests {
  /// A row of letters as wide as it may be.
  private func bar(_ letter: Character) -> some View { Letters(letter).frame(height: .fixed(1)) }

  @Test func inAColumnItIsAPartOfTheRoomOfTheColumn() {
    let drawn = picture(16, 2) {
      Text("t")
      bar("b").frame(width: .ratio(1, 2))
    }
    #expect(drawn == "t\nbbbbbbbb")
  }

  @Test func inARowItIsAPartOfTheRoomOfTheRow() {
    let drawn = picture(30, 1) {
      HStack {
        bar("a").frame(width: .ratio(1, 3))
        bar("b").frame(width: .ratio(1, 3))
      }
    }
    #expect(drawn == "aaaaaaaaaabbbbbbbbbb")
  }

  @Test func aFrameThatFollowsItTakesNoPartOfThePart() {
    let drawn = picture(16, 5) {
      Letters("c").frame(width: .ratio(1, 2)).frame(height: .fixed(3))
      HStack {
        Letters("d").frame(width: .ratio(1, 2)).frame(height: .fixed(1))
        Text("e")
      }
    }
    #expect(drawn == "cccccccc\ncccccccc\ncccccccc\ndddddddde")
  }

  @Test func otherContainersTakeAllTheRoomForIt() {
    let half = bar("h").frame(width: .ratio(1, 2))
    #expect(picture(16, 1) { ZStack { half } } == "hhhhhhhh")
    #expect(picture(16, 1) { half.frame(width: .min(3)) } == "hhhhhhhh")
    #expect(picture(16, 1) { half.frame(width: .max(8)) } == "hhhh")
    #expect(picture(16, 1) { Viewport(Scroll()) { half } } == "hhhhhhhh")
    #expect(picture(16, 1) { half.padding(horizontal: 2) } == "  hhhhhh")
  }

  @Test(arguments: Seeds.series(600))
  func whatAViewMeasuresIsWhatItMeasuresInThatRoom(seed: UInt64) {
    var nest = Nest(seed: seed)
    let content = nest.view(nest.generator.number(1..<5))
    let view = StackNode(.vertical, views: [content])
    let environment = ViewEnvironment()
    let room = nest.room()
    let measured = view.measure(Proposal(room), in: environment)
    let size = Size(
      columns: min(measured.columns, room.columns), rows: min(measured.rows, room.rows))
    let drawn = view.measure(Proposal(size), in: environment)
    #expect(size.columns == min(drawn.columns, size.columns), "seed \(seed)")
    #expect(size.rows == min(drawn.rows, size.rows), "seed \(seed)")
  }

  @Test(arguments: Seeds.series(300))
  func containersThatOnlyHoldAViewDoNotChangeItsSize(seed: UInt64) {
    var nest = Nest(seed: seed)
    let room = nest.room()
    let content = nest.view(nest.generator.number(1..<5))
    func sizes(_ view: any View) -> [Size] {
      nest.sizes.drawn = []
      ViewList([view]).show(on: Canvas(size: room))
      return nest.sizes.drawn
    }
    let plain = sizes(StackNode(.vertical, views: [content]))
    #expect(
      sizes(StackNode(.vertical, views: [StackNode(.vertical, views: [content])])) == plain,
      "seed \(seed)")
    #expect(sizes(ZStack { StackNode(.vertical, views: [content]) }) == plain, "seed \(seed)")
    #expect(sizes(Frame { StackNode(.vertical, views: [content]) }) == plain, "seed \(seed)")
    #expect(sizes(StackNode(.vertical, views: [Frame { content }])) == plain, "seed \(seed)")
  }
}

/// Notes the sizes at which views are drawn.
private final class Sizes {
  var drawn: [Size] = []
}

/// Takes all it is offered, and notes what it gets.
private struct Noting: View {
  let sizes: Sizes

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Letters("x").measure(proposal, in: environment)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    sizes.drawn.append(surface.size)
  }
}

/// Makes nested containers with ratios in them.
private struct Nest {
  var generator: SeededGenerator
  let sizes = Sizes()

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func room() -> Size {
    generator.pick([Size(columns: 120, rows: 90), Size(columns: 23, rows: 11)])
  }

  private mutating func constraint() -> Constraint {
    let part = generator.number(1..<4)
    return switch generator.number(0..<8) {
    case 0, 1, 2: .ratio(part, 4)
    case 3: .fill
    case 4: .fixed(generator.number(1..<6))
    case 5: .min(generator.number(1..<6))
    case 6: .max(generator.number(1..<6))
    default: .content
    }
  }

  private mutating func list(_ depth: Int) -> ViewList {
    ViewList((0..<generator.number(1..<4)).map { _ in view(depth - 1) })
  }

  mutating func view(_ depth: Int) -> any View {
    guard depth > 0 else { return generator.once(in: 2) ? Noting(sizes: sizes) : Text("text") }
    let content = list(depth)
    switch generator.number(0..<8) {
    case 0, 1: return VStack(spacing: generator.number(0..<2)) { content }
    case 2, 3: return HStack(spacing: generator.number(0..<2)) { content }
    case 4: return ZStack { content }
    case 5: return Padded(content: content.resolved, insets: Insets(top: 1, leading: 2))
    default:
      return Frame(width: constraint(), height: constraint(), alignment: .center) { content }
    }
  }
}
