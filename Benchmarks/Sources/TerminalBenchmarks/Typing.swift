import Harness
import SpinTTY

/// Keys in a text input, with a frame after each.
///
/// For a key, a long text may be copied and, if it is not ASCII, scanned by the standard library.
/// The text is never read by characters, which takes as long as hundreds of copies. So the limit is
/// a number of copies.
enum Typing {
  static let measurements: [Measurement] =
    [
      Measurement(copies, operations: keys) { copyText($0) }
    ]
    + texts.map { name, limit, text in
      Measurement("key in a mebibyte of \(name)", operations: keys, against: copies, limit: limit) {
        press($0, in: text())
      }
    }

  private static let keys = 200
  private static let bytes = 1 << 20
  private static let copies = "baseline: copy of a mebibyte"

  private static let texts: [(name: String, limit: Double, text: @Sendable () -> TextInput.Model)] =
    [
      ("ASCII", 4, { ascii }), ("several scripts", 45, { scripts }),
      ("secret emoji with a limit", 45, { emoji }),
    ]

  // Each is made in the warm-up round.
  private static let ascii = text(of: "lorem ipsum ")
  private static let scripts = text(of: "漢字 und é ")
  private static let emoji = text(of: "👩‍👩‍👧 ", isSecret: true)

  private static func text(of word: String, isSecret: Bool = false) -> TextInput.Model {
    let text = String(repeating: word, count: bytes / word.utf8.count)
    return TextInput.Model(text, limit: isSecret ? text.count + 3 : nil, isSecret: isSecret)
  }

  private static let actions: [TextInput.Action] = [
    .move(.backward), .move(.forward), .move(.wordBackward), .move(.wordForward),
    .remove(.backward), .remove(.forward), .remove(.wordBackward), .remove(.blankBackward),
    .move(.start), .move(.end),
  ]

  private static func press(_ count: Int, in text: TextInput.Model) {
    var model = text
    let canvas = Canvas(size: Size(columns: 80, rows: 1))
    for number in 0..<count {
      model.reduce(actions[number % actions.count])
      model.reduce(.insert("x"))
      canvas.clear(to: canvas.size)
      TextInput(model).show(on: canvas)
      if number % actions.count == actions.count - 1 { model = text }
    }
  }

  private static func copyText(_ count: Int) {
    let source = [UInt8](repeating: 1, count: bytes)
    for number in 0..<count {
      var copy = source
      copy[number] = 2
      precondition(copy[number] != source[number])
    }
  }
}
