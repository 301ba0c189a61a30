/// Traps at a place that control never reaches by design, and names the place in the message.
@usableFromInline
package func unreachable(
  _ fact: String, function: StaticString = #function, file: StaticString = #fileID,
  line: UInt = #line
) -> Never {
  refuse(
    "\(function) at \(file):\(line) should be impossible: \(fact). This is a defect of Spin; "
      + "please report it.")
}
