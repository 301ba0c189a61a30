import SpinTTY

extension Page {
  static let motion = Page(
    "Motion", "Values that glide; nothing wakes up while they rest.", focus: .level
  ) { demo in
    Choices(demo.level) { "\($0) %" }.id(Area.level)
    ProgressBar(demo.load, of: 100)
    Gauge("load", demo.load, in: 0...100)
    EnvironmentReader { environment in
      BigText("\(Int(demo.load.value(in: environment)))")
        .foreground(demo.tint.value(in: environment))
    }
  } keys: {
    Control(Area.level, help: "move") { .demo(.level($0)) }
  }
}
