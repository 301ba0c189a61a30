import SpinTTY

extension Page {
  static let list = Page(
    "List", "Arrows, pages, the wheel and clicks select a row by its id.", focus: .fruit
  ) { demo in
    List(Demo.fruits, demo.fruit) { fruit in
      HStack {
        Text(fruit)
        Spacer()
        Text("\(fruit.count) letters").styled(.secondary)
      }
    }
    .id(Area.fruit).frame(height: .fill)
    Text("selected: \(demo.fruit.id ?? "nothing")")
  } keys: {
    Control(Area.fruit, help: "move") { .demo(.fruit($0)) }
  }
}
