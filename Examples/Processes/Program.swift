import SpinExampleSupport
import SpinTTY

/// `processes`: shows what this machine does and its processes, and sends signals to them.
@main
struct Program {
  static func main() {
    guard CommandLine.arguments.count == 1 else {
      Console.complain("it takes no options; ? shows its keys")
      Console.end(64)
    }
    let sampler = Sampler()
    guard !sampler.read().processes.isEmpty else {
      Console.complain("it reads /proc, which this system does not have")
      Console.end(69)
    }
    Console.run {
      try Top.ui(Top.spin(read: sampler.read, send: sampler.send)).run(on: Option.runtime("async"))
    }
  }
}
