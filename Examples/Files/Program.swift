import Dispatch
import SpinAsync
import SpinCallbacks
import SpinExampleSupport
import SpinTTY

/// `files`: shows and changes the files below a folder, by default the current one.
@main
struct Program {
  static func main() {
    guard CommandLine.arguments.count < 3 else {
      Console.complain("it takes one folder; ? shows its keys")
      Console.end(64)
    }
    let root = CommandLine.arguments.dropFirst().first ?? "."
    // Copies take a while, and several go on at once.
    let disk = DispatchQueue(label: "files", attributes: .concurrent)
    Console.run {
      defer { Disk.jobs.wait() }
      try Files.ui(Files.spin(root)).run(
        on: AsyncRuntime(executor: .queue(disk), scheduler: DispatchScheduler(queue: disk)))
    }
  }
}
