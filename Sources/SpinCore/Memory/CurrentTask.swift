/// Returns a number that distinguishes the current task from others; 0 outside of tasks.
package func currentTaskID() -> Int {
  unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue ?? 0 }
}
