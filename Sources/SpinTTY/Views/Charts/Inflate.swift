/// Expands a zlib stream (RFC 1950) of deflated blocks (RFC 1951).
///
/// Codes are read bit by bit, as in zlib's reference decoder `puff`; the checksum at the end is not read.
struct Inflate {
  struct Failure: Error {}

  private let input: [UInt8]
  private let limit: Int
  private var place = 0
  private var bits = 0
  private var bitCount = 0
  private(set) var output: [UInt8] = []

  /// Expands a stream up to a number of bytes.
  init(_ input: [UInt8], upTo limit: Int) throws(Failure) {
    self.input = input
    self.limit = limit
    let header = try (take(8), take(8))
    // The method is deflate, and there is no dictionary.
    guard header.0 & 15 == 8, (header.0 << 8 | header.1) % 31 == 0, header.1 & 32 == 0 else {
      throw Failure()
    }
    var isLast = false
    while !isLast, output.count < limit {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try expand(Inflate.fixed.literals, Inflate.fixed.distances)
      case 2:
        let codes = try readCodes()
        try expand(codes.literals, codes.distances)
      default: throw Failure()
      }
    }
  }

  /// The next bits of the input, which has the lowest bit of a byte first.
  private mutating func take(_ count: Int) throws(Failure) -> Int {
    while bitCount < count {
      guard place < input.count else { throw Failure() }
      bits |= Int(input[place]) << bitCount
      place += 1
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  /// A canonical Huffman code: the number of its words of each length, and its symbols in the order of the words.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    let symbols: [Int]

    init(lengths: [Int]) throws(Failure) {
      symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted {
        (lengths[$0], $0) < (lengths[$1], $1)
      }
      for symbol in symbols { counts[lengths[symbol]] += 1 }
      var free = 1
      for count in counts[1...] {
        free = 2 * free - count
        if free < 0 { throw Failure() }
      }
    }
  }

  private mutating func symbol(of code: Code) throws(Failure) -> Int {
    var (word, first, index) = (0, 0, 0)
    for length in 1...15 {
      word |= try take(1)
      let count = code.counts[length]
      if word - first < count { return code.symbols[index + word - first] }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    throw Failure()
  }

  private mutating func copyStored() throws(Failure) {
    (bits, bitCount) = (0, 0)
    let (count, check) = try (take(16), take(16))
    guard count == check ^ 0xFFFF, place + count <= input.count else { throw Failure() }
    output += input[place..<place + count]
    place += count
  }

  private static let fixed = (
    literals: try? Code(
      lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }),
    distances: try? Code(lengths: [Int](repeating: 5, count: 30))
  )

  /// Reads the codes of a block, whose lengths are in a code of their own.
  private mutating func readCodes() throws(Failure) -> (literals: Code, distances: Code) {
    let (literals, distances, count) = try (take(5) + 257, take(5) + 1, take(4) + 4)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for number in order[..<count] { lengths[number] = try take(3) }
    let code = try Code(lengths: lengths)
    lengths = []
    while lengths.count < literals + distances {
      let symbol = try symbol(of: code)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Failure() }
        lengths += Array(repeating: last, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try take(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == literals + distances else { throw Failure() }
    return try (
      Code(lengths: Array(lengths[..<literals])), Code(lengths: Array(lengths[literals...]))
    )
  }

  private mutating func expand(_ literals: Code?, _ distances: Code?) throws(Failure) {
    guard let literals, let distances else { throw Failure() }
    while output.count < limit {
      let symbol = try symbol(of: literals)
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol < 286 else { throw Failure() }
      let length = try Inflate.lengths[symbol - 257] + take(Inflate.lengthBits(symbol - 257))
      let far = try self.symbol(of: distances)
      guard far < 30 else { throw Failure() }
      let distance = try Inflate.distances[far] + take(max(0, far / 2 - 1))
      guard distance <= output.count else { throw Failure() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]

  /// The bits behind a symbol of a length; the greatest length has none.
  private static func lengthBits(_ number: Int) -> Int { number == 28 ? 0 : max(0, number / 4 - 1) }
}
