/// The progress that the terminal shows outside of its cells: on the tab, the window's icon or the
/// taskbar.
///
/// ```swift
/// Text("copying").windowProgress(.value(state.copied, of: state.total))
/// ```
///
/// Values are rounded down to percent, so 100 is all of it. Values beyond the ends count as the ends,
/// and of a whole below zero nothing is done.
public struct WindowProgress: Hashable, Sendable {
  enum Kind: Int {
    case value = 1
    case failed, indeterminate, paused
  }

  let kind: Kind
  /// From 0 to 100.
  let percent: Int

  private init(_ kind: Kind, _ value: Double = 0, of total: Double = 1) {
    self.kind = kind
    let ratio = value / total
    // A ratio that is not a number counts as zero.
    percent = total > 0 && ratio > 0 ? ratio >= 1 ? 100 : min(99, Int(ratio * 100 + 1e-9)) : 0
  }

  /// So much of a whole is done.
  public static func value(_ value: Double, of total: Double = 1) -> WindowProgress {
    WindowProgress(.value, value, of: total)
  }

  /// Something goes on, and nobody knows for how long.
  public static let indeterminate = WindowProgress(.indeterminate)

  /// It has failed after so much of a whole.
  public static func failed(_ value: Double = 1, of total: Double = 1) -> WindowProgress {
    WindowProgress(.failed, value, of: total)
  }

  /// It waits after so much of a whole.
  public static func paused(_ value: Double, of total: Double = 1) -> WindowProgress {
    WindowProgress(.paused, value, of: total)
  }
}
