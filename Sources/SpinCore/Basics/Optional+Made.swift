extension Optional {
  /// Returns the value, which the first call makes.
  mutating func made(_ make: @autoclosure () -> Wrapped) -> Wrapped {
    if let self { return self }
    let made = make()
    self = made
    return made
  }
}
