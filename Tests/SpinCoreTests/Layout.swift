import Foundation
import SpinConformance

/// A value that has some layout in memory, and is made of a number.
protocol Layout: Equatable, Sendable {
  init(_ number: Int, _ census: Census)

  /// Whether it is as it was made of the number.
  func isMade(of number: Int) -> Bool
}

/// The layouts that others are made of.
let simpleLayouts: [any Layout.Type] = [
  Nothing.self, Byte.self, Bit.self, Word.self, Padded.self, Lanes.self, Bulk.self, Tail.self,
  Object.self, Text.self, Erased.self, Callback.self, WeakReference.self, UnownedReference.self,
  Sole.self, Payload.self, Chain.self, Resilient.self,
]

/// It has no size.
struct Nothing: Layout {
  init(_ number: Int, _ census: Census) {}
  func isMade(of number: Int) -> Bool { true }
}

struct Byte: Layout {
  let value: UInt8
  init(_ number: Int, _ census: Census) { value = UInt8(truncatingIfNeeded: number) }
  func isMade(of number: Int) -> Bool { value == UInt8(truncatingIfNeeded: number) }
}

/// It has spare bits.
struct Bit: Layout {
  let value: Bool
  init(_ number: Int, _ census: Census) { value = number % 3 == 1 }
  func isMade(of number: Int) -> Bool { value == (number % 3 == 1) }
}

struct Word: Layout {
  let value: Int
  init(_ number: Int, _ census: Census) { value = number }
  func isMade(of number: Int) -> Bool { value == number }
}

/// Its parts have gaps between them and behind them.
struct Padded: Layout {
  let first: UInt8, second: Int, third: UInt16
  init(_ number: Int, _ census: Census) { (first, second, third) = (1, number, 3) }
  func isMade(of number: Int) -> Bool { (first, second, third) == (1, number, 3) }
}

/// It needs an alignment of 16 bytes or more.
struct Lanes: Layout {
  let lanes: SIMD8<Double>
  init(_ number: Int, _ census: Census) { lanes = .init(repeating: Double(number)) }
  func isMade(of number: Int) -> Bool { lanes == .init(repeating: Double(number)) }
}

/// It has 300 bytes.
struct Bulk: Layout {
  typealias Rows = (SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>, SIMD64<UInt8>)

  let rows: Rows, rest: SIMD32<UInt8>, tail: SIMD8<UInt8>, number: UInt32

  init(_ number: Int, _ census: Census) {
    let byte = UInt8(truncatingIfNeeded: number)
    let row = SIMD64(repeating: byte)
    (rows, rest, tail) = ((row, row, row, row), .init(repeating: byte), .init(repeating: byte))
    self.number = UInt32(truncatingIfNeeded: number)
  }

  func isMade(of number: Int) -> Bool { self == Bulk(number, Census()) }

  static func == (left: Bulk, right: Bulk) -> Bool {
    left.rows == right.rows && left.rest == right.rest && left.tail == right.tail
      && left.number == right.number
  }
}

/// It has more than 1,024 bytes, which a read copies to the heap, and padding behind them.
struct Tail: Layout {
  let rows: (Bulk, Bulk, Bulk, Bulk), last: UInt8

  init(_ number: Int, _ census: Census) {
    let row = Bulk(number, census)
    (rows, last) = ((row, row, row, row), UInt8(truncatingIfNeeded: number))
  }

  func isMade(of number: Int) -> Bool {
    rows.0.isMade(of: number) && rows.3.isMade(of: number)
      && last == UInt8(truncatingIfNeeded: number)
  }

  static func == (left: Tail, right: Tail) -> Bool {
    left.rows == right.rows && left.last == right.last
  }
}

struct Object: Layout {
  let object: Counted
  init(_ number: Int, _ census: Census) { object = Counted(number, in: census) }
  func isMade(of number: Int) -> Bool { object.number == number }
  static func == (left: Object, right: Object) -> Bool { left.object === right.object }
}

struct Text: Layout {
  let text: String
  init(_ number: Int, _ census: Census) { text = "a text that needs an object: \(number)" }
  func isMade(of number: Int) -> Bool { text.hasSuffix(": \(number)") }
}

/// A value in an existential container, which fits into it or has a box.
struct Erased: Layout {
  let value: any Layout

  init(_ number: Int, _ census: Census) {
    let types: [any Layout.Type] = [Object.self, Bulk.self, Word.self, Text.self]
    value = types[number % types.count].init(number, census)
  }

  func isMade(of number: Int) -> Bool { value.isMade(of: number) }
  static func == (left: Erased, right: Erased) -> Bool { equal(left.value, right.value) }

  private static func equal<Value: Layout>(_ left: Value, _ right: any Layout) -> Bool {
    left == right as? Value
  }
}

struct Callback: Layout {
  let call: @Sendable () -> Int

  init(_ number: Int, _ census: Census) {
    let object = Counted(number, in: census)
    call = { object.number }
  }

  func isMade(of number: Int) -> Bool { call() == number }
  static func == (left: Callback, right: Callback) -> Bool { left.call() == right.call() }
}

/// It cannot be moved as bytes.
struct WeakReference: Layout {
  let object: Counted
  weak let reference: Counted?
  weak let none: Counted?

  init(_ number: Int, _ census: Census) {
    object = Counted(number, in: census)
    reference = object
    none = nil
  }

  func isMade(of number: Int) -> Bool { reference?.number == number && none == nil }
  static func == (left: Self, right: Self) -> Bool { left.reference === right.reference }
}

struct UnownedReference: Layout {
  unowned let reference: Counted
  let object: Counted

  init(_ number: Int, _ census: Census) {
    object = Counted(number, in: census)
    reference = object
  }

  func isMade(of number: Int) -> Bool { reference.number == number }
  static func == (left: Self, right: Self) -> Bool { left.object === right.object }
}

/// An object that has a value that cannot be copied.
struct Sole: Layout {
  private struct Value: ~Copyable, Sendable {
    let object: Counted
    deinit { assert(object.number >= 0) }
  }

  private final class Owner: Sendable {
    let value: Value
    init(_ value: consuming Value) { self.value = value }
  }

  private let owner: Owner

  init(_ number: Int, _ census: Census) {
    owner = Owner(Value(object: Counted(number, in: census)))
  }

  func isMade(of number: Int) -> Bool { owner.value.object.number == number }
  static func == (left: Sole, right: Sole) -> Bool { left.owner === right.owner }
}

/// Its cases share spare bits and extra inhabitants.
enum Payload: Layout {
  case none, bit(Bool), object(Object), both(Object, UInt8), text(String)

  init(_ number: Int, _ census: Census) {
    switch number % 5 {
    case 1: self = .bit(true)
    case 2: self = .object(Object(number, census))
    case 3: self = .both(Object(number, census), UInt8(truncatingIfNeeded: number))
    case 4: self = .text("\(number)")
    default: self = .none
    }
  }

  func isMade(of number: Int) -> Bool {
    switch (self, number % 5) {
    case (.none, 0), (.bit(true), 1): true
    case (.object(let object), 2): object.isMade(of: number)
    case (.both(let object, let byte), 3):
      object.isMade(of: number) && byte == UInt8(truncatingIfNeeded: number)
    case (.text(let text), 4): text == "\(number)"
    default: false
    }
  }
}

indirect enum Chain: Layout {
  case end
  case link(Object, Chain)

  init(_ number: Int, _ census: Census) {
    self = (0..<number % 3).reduce(.end) { chain, _ in .link(Object(number, census), chain) }
  }

  private var numbers: [Int] {
    if case .link(let object, let rest) = self { [object.object.number] + rest.numbers } else { [] }
  }

  func isMade(of number: Int) -> Bool {
    numbers == Array(repeating: number, count: number % 3)
  }
}

/// Values whose layouts another library may change.
struct Resilient: Layout {
  let data: Data, date: Date, url: URL?, id: UUID?

  init(_ number: Int, _ census: Census) {
    data = Data(repeating: UInt8(truncatingIfNeeded: number), count: number % 40)
    date = Date(timeIntervalSinceReferenceDate: Double(number))
    url = number % 2 == 0 ? nil : URL(filePath: "/\(number)")
    id = number % 3 == 0 ? nil : UUID()
  }

  func isMade(of number: Int) -> Bool {
    data.count == number % 40 && data.allSatisfy { $0 == UInt8(truncatingIfNeeded: number) }
      && date.timeIntervalSinceReferenceDate == Double(number)
      && url?.path() == (number % 2 == 0 ? nil : "/\(number)") && (id == nil) == (number % 3 == 0)
  }
}
