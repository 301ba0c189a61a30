/// The access of a scope to its part, which also distinguishes the lives of the part.
///
/// The part of a scope of several parts is their collection.
@usableFromInline
struct PartAccess {
  /// Lets a closure change the part in place, if there is one.
  @usableFromInline let modify: (StatePlace, (StatePlace) -> Void) -> Void
  /// Lends the part, if there is one, to a closure that only reads the part; in place if the part is stored.
  ///
  /// Nobody else may read the state at this time, because finding the part may change the state.
  @usableFromInline let read: (StatePlace, (StatePlace) -> Void) -> Void
  /// Does the same with a state that others may read.
  let readShared: (StatePlace, (StatePlace) -> Void) -> Void
  /// Returns whether a part is in the life that was noted last.
  var isSameLife: (StatePlace) -> Bool = { _ in true }
  /// Notes the life that a part begins.
  var noteLife: (StatePlace) -> Void = { _ in }

  init(
    modify: @escaping (StatePlace, (StatePlace) -> Void) -> Void,
    read: @escaping (StatePlace, (StatePlace) -> Void) -> Void,
    readShared: ((StatePlace, (StatePlace) -> Void) -> Void)? = nil
  ) {
    self.modify = modify
    self.read = read
    self.readShared = readShared ?? read
  }

  /// Returns the same access for a part that begins another life when its id changes.
  func living<Part, ID: Equatable>(by id: @escaping (Part) -> ID) -> PartAccess {
    let newest = Memory<ID>()
    let idOf = { (part: StatePlace) in id(part.address(of: Part.self).value) }
    var access = self
    access.isSameLife = { newest.value == idOf($0) }
    access.noteLife = { newest.value = idOf($0) }
    return access
  }

  /// Finds a part by its key path.
  @usableFromInline
  static func path<State, Part>(_ path: WritableKeyPath<State, Part>) -> PartAccess {
    if let offset = MemoryLayout<State>.offset(of: path) {
      let lend = { (state: StatePlace, body: (StatePlace) -> Void) in
        body(state.advanced(by: offset))
      }
      return PartAccess(modify: lend, read: lend)
    }
    return PartAccess(
      modify: { state, change in
        withPlace(ofState: &state.address(of: State.self).value[keyPath: path], change)
      },
      read: { state, look in
        var part = state.address(of: State.self).value[keyPath: path]
        withPlace(ofState: &part, look)
      })
  }

  /// Finds an optional part by its key path.
  static func path<State, Part: Equatable>(optional path: WritableKeyPath<State, Part?>)
    -> PartAccess
  {
    let whole = PartAccess.path(path)
    let lend = { (part: StatePlace, body: (StatePlace) -> Void) in
      // NB: a method, because optional chaining reaches the value of an optional in place.
      part.address(of: Part?.self).value?.lend(to: body)
    }
    return PartAccess(
      modify: { state, change in whole.modify(state) { lend($0, change) } },
      read: { state, look in whole.read(state) { lend($0, look) } })
  }

  /// Finds a part by a closure of the user, which passes the part to another closure.
  static func closure<State: Sendable, Part>(
    _ modify: @escaping (inout State, (inout Part) -> Void) -> Void
  ) -> PartAccess {
    let lend = { (state: StatePlace, body: (StatePlace) -> Void) in
      modify(&state.address(of: State.self).value) { withPlace(ofState: &$0, body) }
    }
    return PartAccess(
      modify: lend, read: lend,
      readShared: { state, look in
        // NB: the closure may take the part out of the state and put it back.
        let copy = StateBox.copy(of: state.address(of: State.self))
        lend(StatePlace(copy.address), look)
        withExtendedLifetime(copy) {}
      })
  }
}

extension Equatable {
  /// Lends the value to a closure.
  fileprivate mutating func lend(to body: (StatePlace) -> Void) {
    withPlace(ofState: &self, body)
  }
}

/// Changes an optional value without copying the storage that it refers to.
@inlinable
package func changeInPlace<Value>(_ optional: inout Value?, _ change: (inout Value) -> Void) {
  guard var value = optional.take() else { return }
  change(&value)
  optional = value
}
