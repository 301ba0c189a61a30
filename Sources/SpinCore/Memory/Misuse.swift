/// Ends the program with a lesson if the caller broke a rule of the API, in release builds too.
///
/// `precondition` prints its message in debug builds only.
@inlinable
@inline(__always)
package func require(
  _ condition: Bool, _ lesson: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { refuse(lesson(), file: file, line: line) }
}

/// Ends the program with a lesson, because the caller broke a rule of the API.
@inlinable
@inline(never)
package func refuse(_ lesson: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(lesson, file: file, line: line)
}
