public import SpinCore

extension TypedParts {
  /// Finds the parts of ``Children``, which list their own changes.
  @inlinable
  static func children() -> TypedParts
  where Part: Equatable & Sendable, Parts == Children<ID, Part> {
    TypedParts(
      modify: { parts, id, change in
        parts.change(id) { changeInPlace(&$0, change) }
        return nil
      },
      find: { parts, id in parts[id: id] },
      isInOrder: { parts, first, second in
        guard let first = parts.label(of: first), let second = parts.label(of: second) else {
          return false
        }
        return first < second
      },
      compare: { old, new, _, tell in
        new.forEachChange(
          since: old ?? Children(), removed: { tell(.left($0)) },
          inserted: { tell(.appeared($0, $1)) },
          changed: { tell(.changed($0, from: $1, to: $2)) })
      })
  }
}
