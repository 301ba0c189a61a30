/// Builds a list with `if`, `switch`, `for` and optionals: the layers of a program, or its requests to
/// the terminal.
@resultBuilder
public enum ListBuilder<Element> {
  /// Adds an element.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }

  /// Adds the elements of a list.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

  /// Joins lists.
  public static func buildBlock(_ lists: [Element]...) -> [Element] { lists.flatMap(\.self) }

  /// Adds nothing if the condition is false.
  public static func buildOptional(_ list: [Element]?) -> [Element] { list ?? [] }

  /// Adds the elements of the first branch.
  public static func buildEither(first list: [Element]) -> [Element] { list }

  /// Adds the elements of the second branch.
  public static func buildEither(second list: [Element]) -> [Element] { list }

  /// Joins the lists of a loop.
  public static func buildArray(_ lists: [[Element]]) -> [Element] { lists.flatMap(\.self) }

  /// Adds a list that depends on the version of the operating system.
  public static func buildLimitedAvailability(_ list: [Element]) -> [Element] { list }
}
