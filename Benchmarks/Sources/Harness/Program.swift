import AllocationCounter
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The command line of a benchmark.
public enum Program {
  /// Runs the measurements that the command line names.
  ///
  /// NB: not async, because an async `main` leaves the main thread to Dispatch, which callgrind does
  /// not survive.
  ///
  /// `reports` are the further outputs of `--report`, by name; each gets the number that follows
  /// its name.
  public static func run(
    _ measurements: [Measurement], reports: [String: @Sendable (Int) async -> Void] = [:]
  ) {
    let done = DispatchSemaphore(value: 0)
    let arguments = Array(CommandLine.arguments.dropFirst())
    Task.detached {
      await run(measurements, reports, arguments)
      done.signal()
    }
    done.wait()
  }

  private static func run(
    _ measurements: [Measurement], _ reports: [String: @Sendable (Int) async -> Void],
    _ arguments: [String]
  ) async {
    var harness = Harness()
    var (checksRatios, checksAllocations) = (false, false)
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--help": return print(usage)
      case "--check": checksRatios = true
      case "--check-allocations": checksAllocations = true
      case "--list": return measurements.forEach { print($0.name) }
      case "--rounds": harness.rounds = number(after: word, &words)
      case "--once":
        return await runOnce(measurements, &words)
      case "--report":
        guard let name = words.popFirst(), let report = reports[name] else {
          end("--report takes one of \(reports.keys.sorted()).\n\(usage)", status: 64)
        }
        return await report(number(after: name, &words))
      case _ where word.hasPrefix("-"): end("\(word) is no option.\n\(usage)", status: 64)
      default: harness.filter = word
      }
    }
    harness.measuresAllocationsOnly = checksAllocations && !checksRatios
    let excesses = await harness.run(measurements)
    if checksRatios, !excesses.ratios.isEmpty {
      end("over their limits: \(excesses.ratios)", status: 1)
    }
    if checksAllocations, !excesses.allocations.isEmpty {
      end("allocate more than they may: \(excesses.allocations)", status: 1)
    }
  }

  /// Makes operations of one workload after the other.
  ///
  /// Each begins with a call of `allocation_count`, where Scripts/count-instructions lets callgrind
  /// begin a new part of its counts.
  private static func runOnce(
    _ measurements: [Measurement], _ words: inout ArraySlice<String>
  ) async {
    repeat {
      guard let name = words.popFirst(),
        let chosen = measurements.first(where: { $0.name == name })
      else { end("--once takes the name of a measurement.\n\(usage)", status: 64) }
      let operations = number(after: name, &words)
      _ = allocation_count()
      await chosen.body(operations)
    } while !words.isEmpty
    _ = allocation_count()
  }

  private static func number(after word: String, _ words: inout ArraySlice<String>) -> Int {
    guard let number = words.popFirst().flatMap({ Int($0) }), number > 0 else {
      end("\(word) takes a number, 1 or more.\n\(usage)", status: 64)
    }
    return number
  }

  private static let usage = """
    usage: [--rounds N] [--check] [--check-allocations] [NAME]
           --once NAME OPERATIONS [NAME OPERATIONS ...]
           --report NAME NUMBER
           --list

    Measures each workload whose name contains NAME, with its baseline, in N rounds (15), and prints
    the minimum and the median of the processor time, the allocations of an operation, and the ratio
    of its minimum to that of its baseline.

      --check              exit with 1 if a ratio is over its limit
      --check-allocations  exit with 1 if something allocates more than it may; without --check, measure only
                           what has such a limit
      --once               make so many operations of a workload, for a profiler, and then of the next
      --report             print what is no workload, such as what idle loops cost
      --list               print the names of the workloads
    """

  private static func end(_ message: String, status: Int32) -> Never {
    let line = Array((message + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
  }
}

/// The number of threads of this process; 0 on systems without a list of them.
public func threadCount() -> Int {
  guard let list = opendir("/proc/self/task") else { return 0 }
  defer { closedir(list) }
  var count = -2  // The folder itself and the one around it.
  while readdir(list) != nil { count += 1 }
  return count
}
