import Dispatch
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
    Console.run {
      defer { Disk.jobs.wait() }
      try Files.ui(Files.spin(root)).run(on: Option.runtime("async"))
    }
  }
}
