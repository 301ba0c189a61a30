/// Names the values of an enum by their cases, and any other value as it is printed.
///
/// NB: keeps the newest names, because a mirror costs more than all the rest of a monitor, and programs repeat
/// events. The bytes of an enum tell its case, even if they refer to objects that change. They do not tell what
/// is in the box of an existential, nor what a mirror or a description of its own says.
final class CaseNames<Value>: Sendable {
  private static var limit: Int { 8 }

  /// By the bytes of values; the newest is the last.
  private let known = Guarded<[(bytes: [UInt8], name: String)]>([])
  private let mayKeep =
    MemoryLayout<Value>.size <= 128 && !(Value.self is any CustomReflectable.Type)
    && !(Value.self is any CustomStringConvertible.Type)
    && !(Value.self is any CustomDebugStringConvertible.Type)
    && !(Value.self is any TextOutputStreamable.Type)

  /// Names a value.
  func name(of value: Value) -> String {
    guard mayKeep else { return Self.name(of: value).name }
    let bytes = withUnsafeBytes(of: value) { Array($0) }
    if let same = known.withLock({ $0.last { $0.bytes == bytes } }) { return same.name }
    let (name, isCase) = Self.name(of: value)
    if isCase {
      known.withLock { known in
        if known.count == Self.limit { known.removeFirst() }
        known.append((bytes, name))
      }
    }
    return name
  }

  private static func name(of value: Value) -> (name: String, isCase: Bool) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return ("\(value)", false) }
    return (mirror.children.first?.label ?? "\(value)", mirror.subjectType == Value.self)
  }
}
