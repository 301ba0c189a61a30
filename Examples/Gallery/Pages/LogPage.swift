import SpinTTY

extension Page {
  static let log = Page("LogView", "It follows its end; scroll up, and it stays.", moves: true) {
    demo in
    EnvironmentReader { environment in
      let slow = environment.style(.warning)
      LogView(demo.lines, demo.log)
        .lineStyle { $0.contains("slow") ? slow : .plain }
        .scrollbar().id(Area.log)
    }
    .frame(height: .fill)
  } keys: {
    Control(Area.log) { .demo(.log($0)) }
    Key("w", help: "wrap", .demo(.wrap))
  }
}
