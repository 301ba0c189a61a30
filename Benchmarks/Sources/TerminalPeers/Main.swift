import SpinCallbacks
import SpinTTY

/// The workloads of `Benchmarks/TerminalPeers`, as SpinTTY draws them.
///
/// Each is a program of its own: a state, a view of it, and a key for the next step. The loop runs on the
/// thread that reads the keys, because no step takes long and no effect runs beside it.
@main
struct TerminalPeers {
  static func main() throws {
    switch CommandLine.arguments.dropFirst().first {
    case "counter": try Counter.ui.run(on: .callersThread)
    case "log": try Log.ui.run(on: .callersThread)
    case "table": try Services.ui.run(on: .callersThread)
    case "bars": try Bars.ui.run(on: .callersThread)
    case "boxes": try Boxes.ui.run(on: .callersThread)
    default: print("usage: TerminalPeers counter|log|table|bars|boxes")
    }
  }
}

/// The event of a key.
enum Event: Sendable {
  case next
}

extension UIOptions {
  /// The whole screen in the colours of the terminal: the frames are the same for all libraries, and no view has
  /// colours that the workload does not name.
  static var bare: UIOptions {
    var options = UIOptions.fullScreen
    let reverse = Style(attributes: .reverse)
    let styles = Theme.Styles(
      text: .plain, secondary: .plain, accent: Style(attributes: .bold), primary: reverse,
      selection: reverse, border: .plain,
      focus: .plain, surface: .plain, field: .plain, track: .plain, control: .plain)
    options.theme = Theme(dark: styles, light: styles)
    return options
  }
}

/// The first row of each workload.
struct Header: View {
  let name: String
  let step: Int

  var body: some View {
    HStack(spacing: 0) {
      Text(name).bold().frame(width: .fixed(10))
      Text("step \(step)")
    }
  }
}

extension BinaryInteger {
  /// The number, padded with blanks or zeros.
  func padded(to width: Int, with filler: Character = " ") -> String {
    let digits = "\(self)"
    return String(repeating: filler, count: max(0, width - digits.utf8.count)) + digits
  }
}
