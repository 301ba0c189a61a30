/// When an alarm may ring in a run of
/// ``explore(seeds:alarms:replaying:report:fileID:filePath:line:column:_:)``.
public enum AlarmOrder: Hashable, Sendable {
  /// At any point of an advance, even before work that is ready, as on a busy machine. Alarms that
  /// are due at the same moment ring in the order in which they were set.
  case anytime

  /// Only if no other work is ready, as without exploration.
  case whenIdle
}
