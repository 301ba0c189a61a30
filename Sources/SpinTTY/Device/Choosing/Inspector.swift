internal import SpinCore

/// Whether the user of a program can look at its run: at the events, the states, and earlier frames.
///
/// ```swift
/// options.inspector = .on(.ctrl("o"), keeping: 2_000)
/// ```
///
/// A key opens the inspector over the screen of the program, and closes it. It lists the transitions of the
/// run, the newest last. Of the chosen one it shows the event, the cause, and what has changed in the
/// state; enter shows the view of that state, without its layers. The program goes on meanwhile, and the
/// list follows it while the newest transition is chosen.
///
/// - The keys of the inspector are no events of the spin: they make no transition and have no effect on a
///   feedback.
/// - A binding of the program that has the same key goes first, and so does a sequence of keys that has
///   begun.
/// - If ``UIOptions/mouse`` reports the mouse, the wheel and clicks work in the inspector, too.
/// - There is no inspector without a screen, and none on a screen that `UISpin(showing:)` makes: the loop
///   that it shows is already running, and a loop gets its monitors when it starts.
///
/// *What is kept*: each transition's number, its event and cause in words, and its state.
/// ``on(_:keeping:)`` says how many are kept; the inspector says how many were forgotten.
/// ``UISpin/mask(events:states:)`` says what is kept instead of secrets. Characters that the user types are
/// never kept as a cause. A state is kept as text if the run has had an event that carries a `Reply`,
/// because a reply that is kept would never end.
///
/// *Isolation*: events are put into words by the loop. The drawing thread puts states into words, and calls
/// the view for earlier states, both only while the inspector is open.
///
/// - Complexity: While it is off, nothing is kept and nothing is done. While it is on, each event is told
///   to a monitor and put into words. States share their memory, so the first change of a large collection
///   copies it.
public struct Inspector: Hashable, Sendable {
  /// A choice of the program or its user.
  private enum Form: Hashable {
    case off, never
    case on(KeyChord, limit: Int)
  }

  private let form: Form

  /// Off, unless the environment turns it on; the default.
  ///
  /// `SPINTTY_INSPECTOR=1` turns it on with F12, and `SPINTTY_INSPECTOR=ctrl+o` with another key.
  public static let off = Inspector(form: .off)

  /// Off, whatever the environment says, for a program whose states are not for its user.
  public static let never = Inspector(form: .never)

  /// On.
  ///
  /// - Parameters:
  ///   - chord: The key that opens and closes the inspector; the environment may name another one.
  ///   - limit: How many transitions to keep, at least 2; the oldest are forgotten.
  /// - Returns: The choice.
  public static func on(_ chord: KeyChord = .f(12), keeping limit: Int = usualLimit) -> Inspector {
    Inspector(form: .on(chord, limit: max(2, limit)))
  }

  /// How many transitions are kept unless the program says otherwise: 500.
  public static let usualLimit = 500
}

/// How an inspector that is on works.
struct InspectorSettings: Sendable {
  /// The key that opens and closes it.
  let chord: KeyChord
  /// How many transitions to keep.
  let limit: Int
}

extension Inspector {
  /// Returns how the inspector works; `nil` if it is off.
  ///
  /// `wish` is the value of `SPINTTY_INSPECTOR`, or `nil` if it turns nothing on.
  func settings(wish: String?) -> InspectorSettings? {
    let key = wish.flatMap { $0 == "1" ? nil : KeyChord(written: $0) }
    switch form {
    case .never: return nil
    case .off where wish == nil: return nil
    case .off: return InspectorSettings(chord: key ?? .f(12), limit: Inspector.usualLimit)
    case .on(let chord, let limit): return InspectorSettings(chord: key ?? chord, limit: limit)
    }
  }
}
