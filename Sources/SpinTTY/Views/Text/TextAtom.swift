/// One character on its way into a line.
struct TextAtom {
  var character: Character
  /// The number of the run it comes from.
  var run: Int
  /// The columns it takes.
  var width: Int
  /// Whether a line may end here.
  let isBlank: Bool

  init(character: Character, run: Int, width: Int) {
    self.character = character
    self.run = run
    self.width = width
    isBlank = character == " "
  }

  /// Whether a line may end before this character and after the one before it, in the sense of
  /// Unicode Annex 14 cut down to what terminals show: after blanks, and between ideographs except
  /// before closing and after opening punctuation.
  func mayBegin(after previous: TextAtom) -> Bool {
    if previous.isBlank { return !isBlank }
    if isBlank { return false }
    guard width == 2 || previous.width == 2 else { return false }
    return !TextAtom.closing.contains(character) && !TextAtom.opening.contains(previous.character)
  }

  private static let closing: Set<Character> = [
    "、", "。", "，", "．", "」", "』", "】", "〉", "》", "）", "！", "？", "：", "；", "ー", "…", ",", ".",
    "!", "?", ":", ";", ")", "]", "}", "\"", "'", "ゃ", "ゅ", "ょ", "っ", "ャ", "ュ", "ョ", "ッ", "々",
  ]
  private static let opening: Set<Character> = ["「", "『", "【", "〈", "《", "（", "(", "[", "{"]
}

extension TextAtom {
  /// The characters of the runs, line by line as the newlines are, with tabs expanded.
  static func paragraphs(
    of runs: some Collection<Text.Run>, widths: WidthRules
  ) -> [[TextAtom]] {
    var paragraphs: [[TextAtom]] = []
    var current: [TextAtom] = []
    var column = 0
    var isOpen = true
    for (number, run) in runs.enumerated() {
      for character in run.string {
        isOpen = true
        if character == "\n" || character == "\r\n" || character == "\r" {
          paragraphs.append(current)
          current = []
          column = 0
          isOpen = false
        } else if character == "\t" {
          for _ in 0..<8 - column % 8 {
            current.append(TextAtom(character: " ", run: number, width: 1))
          }
          column += 8 - column % 8
        } else {
          let width = widths.quickWidth(of: character)
          current.append(TextAtom(character: character, run: number, width: width))
          column += width
        }
      }
    }
    if isOpen { paragraphs.append(current) }
    return paragraphs
  }
}

extension WidthRules {
  /// The width of a character, without making a string of one byte.
  func quickWidth(of character: Character) -> Int {
    character.isASCII ? 1 : width(of: character)
  }
}
