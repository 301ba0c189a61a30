import Dispatch
import SpinAsync
import SpinCallbacks
import SpinExampleSupport
import SpinTTY

/// `files`: shows and changes the files below a folder, by default the current one.
@main
struct Program {
  static func main() {
    let root = CommandLine.arguments.dropFirst().first ?? "."
    guard CommandLine.arguments.count < 3, !root.hasPrefix("-") else {
      Console.complain("usage: files [FOLDER]; ? shows its keys")
      Console.end(64)
    }
    if let failure = Disk.failure(root) {
      Console.complain(failure)
      Console.end(66)
    }
    // Folders and previews may be slow to read, and several are read at once.
    let queue = DispatchQueue(label: "files", attributes: .concurrent)
    var status: Int32 = 0
    Console.run {
      // After a signal, too: a cancelled copy removes its part first. A second signal ends the program at once.
      defer { Disk.jobs.wait() }
      status = try Files.ui(Files.spin(root)).run(
        on: AsyncRuntime(executor: .queue(queue), scheduler: DispatchScheduler(queue: queue))
      ).reason.status
    }
    Console.end(status)
  }
}
