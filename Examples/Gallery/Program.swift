import SpinCallbacks
import SpinExampleSupport
import SpinTTY

/// `gallery`: a page for each view, with its code beside it.
@main
struct Program {
  static let usage = """
    usage: gallery

    Shows the views of SpinTTY, a page for each, with its code.

    Keys: the arrows change the page, tab moves to what it shows, ? shows all keys,
    ctrl-P searches them, q quits.
    """

  static func main() {
    guard CommandLine.arguments.count == 1 else {
      if CommandLine.arguments.dropFirst() == ["--help"] {
        Console.line(usage)
        return Console.flush(or: "the help cannot be written")
      }
      Console.complain("it takes no options\n\(usage)")
      Console.end(64)
    }
    do {
      try Gallery.ui.run(on: .callbacks)
    } catch {
      Console.complain("\(error)")
      Console.end(69)
    }
  }
}
