import LevelsDefinition
import SpinExampleSupport
import SpinTTY

/// `levels-ui`: the loop of `levels` on the terminal.
///
/// The definition is the same. Here a step takes time, there is a view, and a key quits.
@main
struct Program {
  static func main() {
    do {
      guard let arguments = try Arguments(Array(CommandLine.arguments.dropFirst())) else {
        Console.line(Arguments.usage)
        Console.end(0)
      }
      let interval = arguments.interval
      let spin = Levels.convergence(from: arguments.start) { .after(interval, $0) }
      let ui = UISpin(spin, options: .inline, plain: .stream { "\($0)" }) { levels, _ in
        LevelsView(levels: levels, start: arguments.start)
      } keys: {
        Key.quit("q", .ctrl("c"))
      }
      Console.end(try ui.run(on: arguments.runtime, until: .settled).reason.status)
    } catch let error as UsageError {
      Console.complain("\(error.message)\n\(Arguments.usage)")
      Console.end(64)
    } catch {
      Console.complain("\(error)")
      Console.end(69)
    }
  }
}
