/// Traps with a message if the caller broke a rule of the API, even in release builds.
///
/// `precondition` prints its message in debug builds only.
@usableFromInline
package func require(
  _ condition: Bool, _ lesson: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { refuse(lesson(), file: file, line: line) }
}

/// Returns a number that must be 1 or more.
///
/// The number may be a setting of the user. Debug builds trap on a smaller number, with a message
/// for the developer. Release builds use 1 instead.
package func atLeastOne(
  _ number: Int, _ lesson: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) -> Int {
  #if DEBUG
    require(number > 0, lesson(), file: file, line: line)
  #endif
  return max(1, number)
}

/// Traps with a message, because the caller broke a rule of the API.
package func refuse(_ lesson: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(lesson, file: file, line: line)
}
