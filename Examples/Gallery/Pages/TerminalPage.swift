import SpinTTY

extension Page {
  static let terminal = Page(
    "Terminal", "What the terminal does besides drawing is asked for by the state.", focus: .name
  ) { demo in
    TextInput(demo.name, placeholder: "name").id(Area.name)
      .frame(width: .max(30)).border(title: "Name")
    HStack(spacing: 2) {
      Button("Copy", id: Area.copy)
      Button("Notify", id: Area.notify)
      Button("Ring", id: Area.ring)
    }
  } keys: {
    Control(Area.name) { .demo(.name($0)) }
    Click(Area.copy, help: "copy", .demo(.copy))
    Click(Area.notify, help: "notify", .demo(.notify))
    Click(Area.ring, help: "ring", .demo(.ring))
  } terminal: {
    Perform(pulse: \.demo.$copied) { .copy($0) }
    Perform(pulse: \.demo.$notice) {
      .notify(title: "gallery", body: $0)
    }
    Perform(pulse: \.demo.$rings) { _ in .bell }
  }
}
