/// How a scope gets at its part, and tells one life of it from another.
@usableFromInline
struct PartAccess<State, Part> {
  /// Lets a closure change the part in place, if there is one.
  @usableFromInline let modify: (inout State, (inout Part) -> Void) -> Void
  /// Copies the part, if there is one.
  ///
  /// The state is `inout` only so that it travels without being copied.
  @usableFromInline let copy: (inout State) -> Part?
  /// Tells whether a part is in the life that was noted last.
  @usableFromInline let isSameLife: (Part) -> Bool
  /// Notes the life that a part begins.
  @usableFromInline let noteLife: (Part) -> Void

  @inlinable
  init(
    modify: @escaping (inout State, (inout Part) -> Void) -> Void,
    copy: @escaping (inout State) -> Part?,
    isSameLife: @escaping (Part) -> Bool = { _ in true },
    noteLife: @escaping (Part) -> Void = { _ in }
  ) {
    self.modify = modify
    self.copy = copy
    self.isSameLife = isSameLife
    self.noteLife = noteLife
  }

  /// Returns the same access for a part whose identity is its life.
  @inlinable
  func living<ID: Equatable>(by id: @escaping (Part) -> ID) -> PartAccess {
    let newest = Memory<ID>()
    return PartAccess(
      modify: modify, copy: copy, isSameLife: { newest.value == id($0) },
      noteLife: { newest.value = id($0) })
  }

  /// Finds a part by its key path.
  @inlinable
  static func path(_ path: WritableKeyPath<State, Part>) -> PartAccess {
    guard let offset = MemoryLayout<State>.offset(of: path) else {
      return PartAccess(
        modify: { state, change in change(&state[keyPath: path]) }, copy: { $0[keyPath: path] })
    }
    return PartAccess(
      modify: { state, change in
        withStored(Part.self, at: offset, in: &state) { change(&$0.pointee) }
      },
      copy: { state in withStored(Part.self, at: offset, in: &state) { $0.pointee } })
  }

  /// Finds a part that may be absent by its key path.
  @inlinable
  static func path(_ path: WritableKeyPath<State, Part?>) -> PartAccess {
    let whole = PartAccess<State, Part?>.path(path)
    return PartAccess(
      modify: { state, change in whole.modify(&state) { changeInPlace(&$0, change) } },
      copy: { whole.copy(&$0) ?? nil })
  }

  /// Finds a part by a closure that lets another one change it.
  @inlinable
  static func closure(
    _ modify: @escaping (inout State, (inout Part) -> Void) -> Void
  ) -> PartAccess {
    PartAccess(
      modify: modify,
      copy: { state in
        var part: Part?
        modify(&state) { part = $0 }
        return part
      })
  }
}

/// Lends a stored property, whose place in a value is known, without copying it.
@inlinable @inline(__always)
func withStored<Whole, Value, Result>(
  _ type: Value.Type, at offset: Int, in whole: inout Whole,
  _ body: (UnsafeMutablePointer<Value>) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &whole) { whole in
    body((UnsafeMutableRawPointer(whole) + offset).assumingMemoryBound(to: type))
  }
}

/// Changes a value that may be absent, without copying what it refers to.
@inlinable
func changeInPlace<Value>(_ optional: inout Value?, _ change: (inout Value) -> Void) {
  guard var value = optional.take() else { return }
  change(&value)
  optional = value
}
