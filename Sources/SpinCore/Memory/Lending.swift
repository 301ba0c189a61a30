/// Lends a value to a closure.
///
/// NB: the value is `inout`, so that no other code can change it during the call and its references
/// are not counted. Passed directly, a value in memory is copied first.
@inlinable
func lend<Value, Result>(_ value: inout Value, to body: (Value) -> Result) -> Result {
  body(value)
}
