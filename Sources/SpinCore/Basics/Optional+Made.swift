extension Optional {
  /// Returns the value, which is made for the first who asks.
  mutating func made(_ make: @autoclosure () -> Wrapped) -> Wrapped {
    if let self { return self }
    let made = make()
    self = made
    return made
  }
}
