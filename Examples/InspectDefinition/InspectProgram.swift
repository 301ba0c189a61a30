import Dispatch
import Foundation
import SpinAsync
import SpinCallbacks
import SpinExampleSupport
import SpinTTY

/// `inspect`: shows a recording, or where two of them differ.
package enum InspectProgram {
  /// Runs the program with the words after its name.
  package static func main(_ words: [String]) {
    do {
      guard let arguments = try Arguments(words) else {
        Console.line(Arguments.usage)
        Console.end(0)
      }
      let files = arguments.files.map { RecordingFile($0) }
      var runs = files.map { Run($0.path, $0.read()) }
      // What is no recording has nothing to show, unless it may become one.
      for number in runs.indices where runs[number].isEmptyAtEnd && !arguments.follows {
        runs[number].take(files[number].finish())
      }
      if let run = runs.first(where: { $0.count == 0 && $0.reading.problem != nil }) {
        Console.complain(run.reading.problem ?? "")
        Console.end(FileManager.default.isReadableFile(atPath: run.path) ? 65 : 66)
      }
      guard Console.isTerminal else { return PlainList(files, runs).print(arguments.follows) }
      let queue = DispatchQueue(label: "inspect")
      let inspect = Inspect(runs, atEnd: arguments.follows)
      Console.run {
        try Inspect.ui(Inspect.spin(inspect, files)).run(
          on: AsyncRuntime(executor: .queue(queue), scheduler: DispatchScheduler(queue: queue)))
      }
    } catch {
      Console.complain("\(error.message)\n\(Arguments.usage)")
      Console.end(64)
    }
  }
}
