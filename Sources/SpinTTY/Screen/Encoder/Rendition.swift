/// The sequences that turn one style into another: SGR, and OSC 8 for links.
///
/// Two sequences are built, one that changes the differences and one that begins with a reset, and
/// the shorter one is kept.
struct Rendition {
  private var codes: [UInt8] = []

  /// Returns the bytes that turn one style into another; none if they look alike.
  static func bytes(from: CellStyle, to: CellStyle) -> [UInt8] {
    var bytes: [UInt8] = []
    if from.link != to.link { bytes += linkBytes(to.link) }
    var change = Rendition()
    change.change(from, to)
    if change.codes.isEmpty { return bytes }
    var reset = Rendition()
    reset.build(to)
    // An empty first parameter is the reset.
    let viaReset = reset.codes.isEmpty ? [] : [UInt8(ascii: ";")] + reset.codes
    let codes = viaReset.count < change.codes.count ? viaReset : change.codes
    return bytes + Array("\u{1B}[".utf8) + codes + [UInt8(ascii: "m")]
  }

  private static func linkBytes(_ link: Link?) -> [UInt8] {
    let parameters = link.map { $0.id.isEmpty ? "" : "id=\($0.id)" } ?? ""
    return Array("\u{1B}]8;\(parameters);\(link?.address ?? "")\u{1B}\\".utf8)
  }

  private mutating func change(_ from: CellStyle, _ to: CellStyle) {
    changeWeight(from.attributes, to.attributes)
    changeAttribute(.italic, on: "3", off: "23", from.attributes, to.attributes)
    changeAttribute(.reverse, on: "7", off: "27", from.attributes, to.attributes)
    changeAttribute(.strike, on: "9", off: "29", from.attributes, to.attributes)
    if from.underline != to.underline { addUnderline(to.underline) }
    if from.foreground != to.foreground { addColor(to.foreground, base: 30) }
    if from.background != to.background { addColor(to.background, base: 40) }
    if from.underlineColor != to.underlineColor { addUnderlineColor(to.underlineColor) }
  }

  private mutating func build(_ to: CellStyle) {
    change(.plain, to)
  }

  /// The same code ends bold and dim, so one of them may have to be set again.
  private mutating func changeWeight(_ from: Attributes, _ to: Attributes) {
    let weights: Attributes = [.bold, .dim]
    var current = from.intersection(weights)
    if !current.isSubset(of: to) {
      add("22")
      current = []
    }
    if to.contains(.bold), !current.contains(.bold) { add("1") }
    if to.contains(.dim), !current.contains(.dim) { add("2") }
  }

  private mutating func changeAttribute(
    _ attribute: Attributes, on: StaticString, off: StaticString, _ from: Attributes,
    _ to: Attributes
  ) {
    if from.contains(attribute) != to.contains(attribute) {
      add(to.contains(attribute) ? on : off)
    }
  }

  private mutating func addUnderline(_ underline: Underline) {
    switch underline {
    case .none: add("24")
    case .single: add("4")
    case .double: add("4:2")
    case .curly: add("4:3")
    case .dotted: add("4:4")
    case .dashed: add("4:5")
    }
  }

  private mutating func addColor(_ color: Color, base: Int) {
    switch color.form {
    case .terminal: add(numbers: [base + 9])
    case .palette(let index) where index < 8: add(numbers: [base + Int(index)])
    case .palette(let index) where index < 16: add(numbers: [base + 52 + Int(index)])
    case .palette(let index): add(numbers: [base + 8, 5, Int(index)])
    case .rgb(let red, let green, let blue):
      add(numbers: [base + 8, 2, Int(red), Int(green), Int(blue)])
    }
  }

  /// Uses colons, so that a terminal that does not know the code ignores all of it.
  private mutating func addUnderlineColor(_ color: Color) {
    switch color.form {
    case .terminal: add("59")
    case .palette(let index):
      add("58:5:")
      codes += Array(String(index).utf8)
    case .rgb(let red, let green, let blue):
      add("58:2::")
      codes += Array("\(red):\(green):\(blue)".utf8)
    }
  }

  private mutating func add(_ code: StaticString) {
    if !codes.isEmpty { codes.append(UInt8(ascii: ";")) }
    MemoryView.withBytes(of: code) { for byte in $0 { codes.append(byte) } }
  }

  private mutating func add(numbers: [Int]) {
    for number in numbers {
      if !codes.isEmpty { codes.append(UInt8(ascii: ";")) }
      codes += Array(String(number).utf8)
    }
  }
}
