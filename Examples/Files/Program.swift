import SpinCallbacks
import SpinExampleSupport
import SpinTTY

/// `files`: browses the files below a folder, by default the current one.
@main
struct Program {
  static func main() {
    guard CommandLine.arguments.count < 3 else {
      Console.complain("it takes one folder; ? shows its keys")
      Console.end(64)
    }
    let root = CommandLine.arguments.dropFirst().first ?? "."
    Console.run { try Files.ui(Files.spin(root)).run(on: .callbacks) }
  }
}
