import SpinConformance
import SpinTesting

extension SeededGenerator {
  /// Makes a layout of others, down to a depth.
  mutating func layout(_ depth: Int) -> any Layout.Type {
    let kind = depth == 0 ? 0 : below(6)
    if kind < 2 { return simpleLayouts[below(simpleLayouts.count)] }
    let first = layout(depth - 1)
    if kind == 2 { return several(first) }
    return two(first, layout(depth - 1), isEither: kind == 3)
  }
}

private func several<Part: Layout>(_: Part.Type) -> any Layout.Type { Several<Part>.self }

private func two<First: Layout>(
  _: First.Type, _ second: any Layout.Type, isEither: Bool
) -> any Layout.Type {
  func with<Second: Layout>(_: Second.Type) -> any Layout.Type {
    isEither ? Either<First, Second>.self : Both<First, Second>.self
  }
  return with(second)
}

struct Both<First: Layout, Second: Layout>: Layout {
  let first: First, second: Second

  init(_ number: Int, _ census: Census) {
    (first, second) = (First(number, census), Second(number, census))
  }

  func isMade(of number: Int) -> Bool { first.isMade(of: number) && second.isMade(of: number) }
}

enum Either<First: Layout, Second: Layout>: Layout {
  case first(First), second(Second), neither

  init(_ number: Int, _ census: Census) {
    switch number % 3 {
    case 0: self = .first(First(number, census))
    case 1: self = .second(Second(number, census))
    default: self = .neither
    }
  }

  func isMade(of number: Int) -> Bool {
    switch (self, number % 3) {
    case (.first(let value), 0): value.isMade(of: number)
    case (.second(let value), 1): value.isMade(of: number)
    case (.neither, 2): true
    default: false
    }
  }
}

struct Several<Part: Layout>: Layout {
  let one: Part?, more: [Part]

  init(_ number: Int, _ census: Census) {
    one = number % 2 == 0 ? nil : Part(number, census)
    more = (0..<number % 3).map { _ in Part(number, census) }
  }

  func isMade(of number: Int) -> Bool {
    (one == nil) == (number % 2 == 0) && one?.isMade(of: number) != false
      && more.count == number % 3 && more.allSatisfy { $0.isMade(of: number) }
  }
}
