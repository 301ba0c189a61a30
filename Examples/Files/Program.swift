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
    do {
      try Files.ui(Files.spin(CommandLine.arguments.dropFirst().first ?? ".")).run(on: .callbacks)
    } catch {
      Console.complain("\(error)")
      Console.end(69)
    }
  }
}
