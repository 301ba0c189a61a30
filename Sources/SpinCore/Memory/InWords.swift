/// Describes a state or an event as it is printed, but text in quotation marks.
package func inWords<Value>(_ value: Value) -> String {
  if let text = value as? String { return text.debugDescription }
  return String(describing: value)
}
