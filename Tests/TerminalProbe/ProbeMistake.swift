internal import SpinCallbacks
internal import SpinTTY

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A program whose output cannot be written, and that opens a file of its own first.
///
/// With `--closing` it closes standard error before. Its status is 4 if the file has not the number of
/// a closed standard error, and else that of its run.
enum ProbeMistake {
  private static let spin = Spin<Int, Int>(initialState: 1) { Reducer { $0 += $1 } }

  static func run(_ words: Set<String>, in path: String) {
    var options = UIOptions()
    options.exitBehavior = .returned
    let ui = UISpin(spin, options: options) { state, _ in Text("\(state)") }
    if words.contains("--closing") { close(2) }
    let file = creat(path, 0o600)
    if !words.contains("--open"), file != 2 { Output.exit(4) }
    let end = try? ui.run(on: .callbacks)
    Output.exit(end?.reason.status ?? 3)
  }
}
