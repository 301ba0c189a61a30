import Foundation
import SpinRecording
import SpinTTY

extension Row {
  /// The columns of the table, for one run or two.
  static func columns(_ runs: [Run]) -> [Table<Row>.Column] {
    let digits = max(2, "\(runs.map(\.count).max() ?? 0)".count)
    let number = Table<Row>.Column("n", .fixed(digits), .trailing) { row in
      let text = Text(row.number.map { "\($0)" } ?? "·")
      return row.isDifference ? text.bold().look(.warning) : text.look(.secondary)
    }
    if runs.count == 1 {
      return [
        number.priority(2),
        .init("time", .fixed(8), .trailing) { Text($0.first?.time.words ?? "").look(.secondary) },
        .init("event", .fill(3, atLeast: 16)) { $0.event($0.first) }.priority(3),
        .init("from", .fill(1, atLeast: 9)) { row in
          Text(row.marked(row.first?.senderName ?? "", .secondary), truncation: .middle)
        }.priority(1),
      ]
    }
    return [number.priority(2)]
      + [\Row.first, \.second].enumerated().map { place, entry in
        .init(runs[place].name, .fill(1, atLeast: 14)) { row in
          let sender = row[keyPath: entry].map(\.senderName) ?? ""
          return row.event(row[keyPath: entry]) + Text(row.marked("  " + sender, .secondary))
        }.priority(3 - place)
      }
  }

  /// What was taken; an event that was dropped is struck out, and says why.
  private func event(_ entry: Log.Entry?) -> Text {
    guard let entry else { return Text("") }
    let title = entry.title(limit: 200)
    if let reason = entry.dropReason {
      return Text(marked(title, .secondary)).strikethrough()
        + Text(marked("  dropped: \(reason)", .error))
    }
    let look: Theme.Token = isDifference ? .warning : entry.event == nil ? .secondary : .text
    return Text(marked(title, look))
  }

  /// The text in a look, in which what is searched for is underlined.
  private func marked(_ text: String, _ look: Theme.Token) -> [Text.Run] {
    let words = search?.text.split(separator: " ") ?? []
    var runs: [Text.Run] = []
    var rest = text[...]
    while let match = words.compactMap({ rest.range(of: $0, options: .caseInsensitive) })
      .min(by: { $0.lowerBound < $1.lowerBound })
    {
      runs.append(Text.Run(String(rest[..<match.lowerBound]), look: look))
      runs.append(
        Text.Run(String(rest[match]), style: Style(underline: .single), look: .accent))
      rest = rest[match.upperBound...]
    }
    return runs + [Text.Run(String(rest), look: look)]
  }
}
