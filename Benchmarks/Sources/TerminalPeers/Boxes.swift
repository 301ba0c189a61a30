import SpinCallbacks
import SpinTTY

/// Twelve panels of a box within a box; a step changes the text of every third one.
struct Boxes: Sendable {
  var step = 0

  static let spin = Spin<Boxes, Event>(initialState: Boxes()) {
    Reducer { boxes, event in
      switch event {
      case .next: boxes.step += 1
      }
    }
  }

  static var ui: UISpin<Boxes, Event> {
    UISpin(spin, options: .bare) { boxes, _ in
      Header(name: "boxes", step: boxes.step)
      for row in 0..<3 {
        HStack(spacing: 0) {
          for column in 0..<4 { Panel(number: row * 4 + column, step: boxes.step) }
        }
      }
    } keys: {
      Key("n", help: "next step", .next)
      Key.quit("q")
    }
  }
}

/// One panel.
struct Panel: View {
  let number: Int
  let step: Int

  private var lines: String {
    let turn = (step + number) / 3
    return """
      cpu \(((turn * 17 + number * 5) % 100).padded(to: 4)) %
      mem \(((turn * 29 + number * 31) % 1000).padded(to: 4)) MB
      net \(((turn * 53 + number * 7) % 1000).padded(to: 4)) kB
      """
  }

  var body: some View {
    Text(lines)
      .frame(width: .fixed(16), height: .fixed(3))
      .border(.rounded, padding: 0)
      .border(.light, title: "panel \(number + 1)", padding: 0)
  }
}
