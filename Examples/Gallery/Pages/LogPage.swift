import SpinTTY

extension Page {
  static let log = Page("LogView", "It follows its end; scroll up, and it stays.", moves: true) {
    demo in
    LogView(demo.lines, demo.log)
      .lineStyle { $0.contains("slow") ? Style(foreground: .palette(130)) : .plain }
      .scrollbar().id(Area.log).frame(height: .fill)
  } keys: {
    Control(Area.log) { .demo(.log($0)) }
    Key("w", help: "wrap", .demo(.wrap))
  }
}
