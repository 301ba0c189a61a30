import SpinTTY

extension Page {
  static let log = Page(
    "LogView", "It follows its end; scroll up, and it stays.", moves: true, focus: .log
  ) { demo in
    EnvironmentReader { environment in
      LogView(demo.lines, demo.log)
        .lineStyle {
          $0.contains("503")
            ? environment.style(.error) : .plain
        }
        .scrollbar().id(Area.log)
    }
    .frame(height: .fill)
  } keys: {
    Control(Area.log, help: "scroll") { .demo(.log($0)) }
    Key("w", help: "wrap", .demo(.wrap))
  }
}
