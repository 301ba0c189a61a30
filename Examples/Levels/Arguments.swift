import SpinAsync
import SpinCallbacks

/// What the command line asks for.
struct Arguments: Equatable {
  enum Mode: Equatable {
    case changes
    case trace
    case quiet
  }

  /// How a convergence is watched.
  struct Watching: Equatable {
    var isInline = false
    var interval = Duration.milliseconds(100)
  }

  enum RuntimeName: String, CaseIterable {
    case async
    case callbacks
  }

  enum Input: Equatable {
    case pair(Levels)
    case standardInput
  }

  var input: Input
  var mode = Mode.changes
  /// How it is watched, if it is; then the mode says nothing.
  var watching: Watching?
  var runtimeName = RuntimeName.async

  var runtime: any SpinRuntime {
    switch runtimeName {
    case .async: AsyncRuntime()
    case .callbacks: CallbackRuntime()
    }
  }

  static let usage = """
    usage: levels LEFT RIGHT [--runtime async|callbacks] [--trace | --quiet]
           levels LEFT RIGHT --watch [--inline] [--interval SECONDS]
                             [--runtime async|callbacks]
           levels - [--runtime async|callbacks]

    Lets two levels converge: a feedback loop of two feedbacks and one reducer.

      LEFT RIGHT  two integers, from \(Int.min) to \(Int.max)
      -           read one LEFT RIGHT pair a line from standard input, and print the
                  final pair of each
      --runtime   what runs the loop; the output is the same (default: async)
      --trace     print every transition: number, event, left, right
      --quiet     print only the final pair
      --watch     draw it live on the terminal, step by step; in a pipe, print each
                  pair. q or ctrl-C quits
      --inline    with --watch: below the prompt, where the last frame stays, instead
                  of on a screen of its own
      --interval  with --watch: the time between two steps, in seconds: more than 0,
                  at most 86400 (default: 0.1)
      --help      print this

    Without --watch, time and memory grow with the distance between the levels: in
    a release build about 20 bytes and a fraction of a microsecond for each unit.
    """
}

/// What is wrong with a command line.
struct UsageError: Error, Equatable {
  let message: String
}
