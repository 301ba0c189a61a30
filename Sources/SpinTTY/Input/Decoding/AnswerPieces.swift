/// The pieces in which an answer arrives, divided by pauses.
///
/// A piece of several bytes is the terminal's. What is shorter may also be typed, while the terminal
/// owes the rest of its answer: it goes to the answer if that becomes complete, and is read as keys
/// otherwise. It does not prolong the wait. So typing works again at the latest five seconds after the
/// last long piece, see ``InputDecoder/Options/answerPatience``, or with the first key that cannot
/// belong to the answer. The number of bytes needs no bound, because keys do not come in long pieces.
///
/// ```
///  ESC]52;c;aGVs  (0.1 s)  bG8=  (0.1 s)  BEL  ─▶ the answer
///  ESC]52;c;aGVs  (0.1 s)  j  (0.1 s)  j  (5 s after aGVs)  ─▶ unknown bytes, and the keys j j
/// ```
struct AnswerPieces: Equatable, Sendable {
  /// The fewest bytes that are not typed at once.
  static let least = 4

  /// The number of the first bytes that are surely the answer's; 0 before the first pause.
  private(set) var sure = 0
  /// The number of bytes before the last pause.
  private(set) var last = 0

  /// Notes a pause after a number of bytes.
  ///
  /// `isSure` says whether only an answer begins with these bytes.
  mutating func end(at count: Int, isSure: Bool) {
    if isSure, last == 0 || isLong(at: count) { sure = count }
    last = count
  }

  /// Whether the piece since the last pause is not typed.
  func isLong(at count: Int) -> Bool { count - last >= AnswerPieces.least }
}
