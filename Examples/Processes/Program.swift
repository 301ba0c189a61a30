import Dispatch
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinExampleSupport
import SpinTTY

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `processes`: shows the processes of this machine, and asks the selected one to end.
@main
struct Program {
  static func main() {
    guard CommandLine.arguments.count == 1 else {
      Console.complain("it takes no options; ? shows its keys")
      Console.end(64)
    }
    guard access("/proc/self/stat", R_OK) == 0 else {
      Console.complain("it reads /proc, which this system does not have")
      Console.end(69)
    }
    do {
      let queue = DispatchQueue(label: "processes")
      try Top.ui(Top.spin(read: Sample.read, end: end)).run(
        on: AsyncRuntime(executor: .queue(queue), scheduler: DispatchScheduler(queue: queue)))
    } catch {
      Console.complain("\(error)")
      Console.end(69)
    }
  }

  /// Asks a process to end; describes the result.
  @Sendable private static func end(_ id: Int) -> String {
    if kill(pid_t(id), SIGTERM) == 0 { return "\(id) was asked to end." }
    return errno == EPERM ? "\(id) belongs to somebody else." : "\(id) has ended already."
  }
}
