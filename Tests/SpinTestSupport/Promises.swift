package import Testing

/// The promises of the loop contract that a test checks.
///
/// `Scripts/promises` compares them with those of Documentation/Contract. A test that fails prints them.
package struct Promises: TestTrait {
  /// The numbers of the promises, such as 17.4.
  package let numbers: [String]

  package var comments: [Comment] { numbers.map { "This is promise \($0) of the loop contract." } }
}

extension Trait where Self == Promises {
  /// The test checks these promises of the loop contract.
  package static func promises(_ numbers: String...) -> Self { Promises(numbers: numbers) }
}
