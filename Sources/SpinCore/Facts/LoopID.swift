/// Tells a run of a spin from all others, see ``Monitor``.
///
/// Two values are equal if they are of the same run, even if the runs have the same name. A value keeps
/// no loop alive, and no later run equals it.
public struct LoopID: Hashable, Sendable, CustomStringConvertible {
  private final class Run: Sendable {
    let name: String?
    let types: LoopTypes

    init(_ name: String?, _ types: LoopTypes) {
      self.name = name
      self.types = types
    }
  }

  /// NB: the object is the identity, which needs no counter that all loops share.
  private let run: Run

  init(_ name: String?, of types: LoopTypes) {
    run = Run(name, types)
  }

  /// The name of the run, see ``RunOptions/name``.
  public var name: String? { run.name }

  /// The name or, if the run has none, the type of its state.
  public var description: String { run.name ?? run.types.stateName }

  /// Compares the runs.
  public static func == (left: LoopID, right: LoopID) -> Bool { left.run === right.run }

  /// Hashes the identity of the run.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(run))
  }
}
