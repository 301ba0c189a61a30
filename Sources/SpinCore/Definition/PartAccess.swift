/// The access of a scope to its part, which also distinguishes the lives of the part.
@usableFromInline
struct PartAccess<State, Part: Equatable> {
  /// Lets a closure change the part in place, if there is one.
  @usableFromInline let modify: (inout State, (inout Part) -> Void) -> Void
  /// Lends the part to a closure that only reads it, if there is one; in place if it is stored.
  ///
  /// Both are `inout` only so that they are passed without being copied.
  @usableFromInline let read: (inout State, (inout Part) -> Void) -> Void
  /// Returns whether a part is in the life that was noted last.
  @usableFromInline let isSameLife: (inout Part) -> Bool
  /// Notes the life that a part begins.
  @usableFromInline let noteLife: (inout Part) -> Void

  @inlinable
  init(
    modify: @escaping (inout State, (inout Part) -> Void) -> Void,
    read: @escaping (inout State, (inout Part) -> Void) -> Void,
    isSameLife: @escaping (inout Part) -> Bool = { _ in true },
    noteLife: @escaping (inout Part) -> Void = { _ in }
  ) {
    self.modify = modify
    self.read = read
    self.isSameLife = isSameLife
    self.noteLife = noteLife
  }

  /// Returns the same access for a part that begins another life when its id changes.
  @inlinable
  func living<ID: Equatable>(by id: @escaping (inout Part) -> ID) -> PartAccess {
    let newest = Memory<ID>()
    return PartAccess(
      modify: modify, read: read, isSameLife: { newest.value == id(&$0) },
      noteLife: { newest.value = id(&$0) })
  }

  /// Finds a part by its key path.
  @inlinable
  static func path(_ path: WritableKeyPath<State, Part>) -> PartAccess {
    if let offset = MemoryLayout<State>.offset(of: path) {
      let lend = { (state: inout State, body: (inout Part) -> Void) in
        withStored(Part.self, at: offset, in: &state) { body(&$0.value) }
      }
      return PartAccess(modify: lend, read: lend)
    }
    return PartAccess(
      modify: { state, change in change(&state[keyPath: path]) },
      read: { state, look in
        var part = state[keyPath: path]
        look(&part)
      })
  }

  /// Finds an optional part by its key path.
  @inlinable
  static func path(_ path: WritableKeyPath<State, Part?>) -> PartAccess {
    let whole = PartAccess<State, Part?>.path(path)
    return PartAccess(
      modify: { state, change in whole.modify(&state) { $0?.lend(to: change) } },
      read: { state, look in whole.read(&state) { $0?.lend(to: look) } })
  }

  /// Finds a part by a closure that passes it to another one.
  @inlinable
  static func closure(
    _ modify: @escaping (inout State, (inout Part) -> Void) -> Void
  ) -> PartAccess {
    PartAccess(modify: modify, read: modify)
  }
}

extension Equatable {
  /// Lends the value to a closure.
  ///
  /// NB: a method, because optional chaining reaches the value of an optional in place.
  @inlinable
  mutating func lend(to body: (inout Self) -> Void) {
    body(&self)
  }
}

/// Changes an optional value without copying the storage that it refers to.
@inlinable
func changeInPlace<Value>(_ optional: inout Value?, _ change: (inout Value) -> Void) {
  guard var value = optional.take() else { return }
  change(&value)
  optional = value
}
