import SpinExampleSupport

/// The parsed command line.
struct Arguments {
  var files: [String] = []
  var follows = false

  static let usage = """
    usage: inspect FILE [FILE2] [--follow]

    Shows a recording: what a loop has taken, the state after each entry, and the effects
    that are alive then. Of two recordings, it shows where they differ first.

      FILE      a file that the monitor .recording(to:) of SpinRecording has written, as
                in: levels 10 20 --record run.jsonl
      FILE2     another one, which is compared with it
      --follow  begin at the end and, in a pipe, go on as the file grows
      --help    print this

    In a pipe it prints the entries as text, and ends with 1 if two recordings differ, and
    with 65 if a recording is damaged, and 66 if it cannot be read. ? shows the keys.
    """

  /// Parses the words after the program's name; `nil` asks for help.
  init?(_ words: [String]) throws(UsageError) {
    var words = Words(words, valued: [])
    while let word = words.next() {
      switch word {
      case .option("--help"), .option("-h"): return nil
      case .option("--follow"): follows = true
      case .option(let name): throw UsageError("unknown option \(name.debugDescription)")
      case .operand(let file): files.append(file)
      }
    }
    guard (1...2).contains(files.count) else {
      throw UsageError("it takes one recording or two, as in: inspect run.jsonl")
    }
    if follows && files.count == 2 {
      throw UsageError("--follow takes one recording: two are compared as far as they go")
    }
  }
}
