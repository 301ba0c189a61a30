/// The progress that the terminal shows outside its cells: on the tab, the window's icon or the
/// taskbar.
///
/// ```swift
/// Text("copying").windowProgress(.value(state.written, of: state.total))
/// ```
///
/// Values are clamped and rounded down to whole percent, so 100 means that everything is done. If
/// the total is not positive, the progress is 0.
public struct WindowProgress: Hashable, Sendable {
  enum Kind: Int {
    case value = 1
    case failed, indeterminate, paused
  }

  let kind: Kind
  /// The percentage, from 0 to 100.
  let percent: Int

  private init(_ kind: Kind, _ value: Double = 0, of total: Double = 1) {
    self.kind = kind
    let ratio = value / total
    // A ratio that is NaN counts as zero.
    percent = total > 0 && ratio > 0 ? ratio >= 1 ? 100 : min(99, Int(ratio * 100 + 1e-9)) : 0
  }

  /// Returns progress of a part of a total.
  public static func value(_ value: Double, of total: Double = 1) -> WindowProgress {
    WindowProgress(.value, value, of: total)
  }

  /// Progress of unknown length.
  public static let indeterminate = WindowProgress(.indeterminate)

  /// Returns the progress of a task that failed after a part of a total.
  public static func failed(_ value: Double = 1, of total: Double = 1) -> WindowProgress {
    WindowProgress(.failed, value, of: total)
  }

  /// Returns the progress of a task that is paused after a part of a total.
  public static func paused(_ value: Double, of total: Double = 1) -> WindowProgress {
    WindowProgress(.paused, value, of: total)
  }
}
