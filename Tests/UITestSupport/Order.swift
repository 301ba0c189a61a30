package import SpinTTY

/// An order of a shirt as a program writes it: a text, a menu, a choice, a box and a default button.
package struct Order: Sendable {
  package enum Size: String, CaseIterable, Hashable, Sendable { case small, medium, large }

  package enum Area: Hashable, Sendable { case name, size, way, agree, save, cancel }

  package enum Event: Sendable {
    case name(TextInput.Action)
    case size(Choice<Size>.Action)
    case openMenu
    case menu(Choice<Size>.Action)
    case way(Choice<String>.Action)
    case agree
    case focus(Focus<Area>.Action)
    case save
    case cancel
    case other
  }

  package var name = TextInput.Model()
  package var size = Choice(Size.allCases)
  package var menu: Choice<Size>?
  package var way = Choice(["by post", "by hand"])
  package var agrees = false
  package var focus = Focus(Area.name)
  package var nameError: String?
  package var agreeError: String?
  package var saved: [String] = []
  package var cancels = 0
  package var others = 0

  package mutating func apply(_ event: Event) {
    switch event {
    case .name(let action): if name.reduce(action) { nameError = nil }
    case .size(let action): size.reduce(action)
    case .openMenu: menu = size
    case .menu(let action): if let chosen = menu.reduce(action) { size.reduce(.choose(chosen)) }
    case .way(let action): way.reduce(action)
    case .agree: agrees.toggle()
    case .focus(let action): focus.reduce(action)
    case .save:
      nameError = name.text.isEmpty ? "a name is needed" : nil
      agreeError = agrees ? nil : "please agree"
      guard nameError == nil, agreeError == nil, let size = size.current else { return }
      saved.append("\(name.text) \(size) \(way.current ?? "")")
    case .cancel: cancels += 1
    case .other: others += 1
    }
  }

  package static var ui: UISpin<Order, Event> {
    UISpin(
      Spin<Order, Event>(initialState: Order()) { Reducer { $0.apply($1) } }, focus: \.focus
    ) { order, _ in
      Form(spacing: 0) {
        Field("name", error: order.nameError) { TextInput(order.name).id(Area.name) }
        Field("size") { Select(order.size) { $0.rawValue }.id(Area.size) }
        Field("delivery") { Radio(order.way) { $0 }.id(Area.way) }
        Field("", error: order.agreeError) { Checkbox("I agree", order.agrees, id: Area.agree) }
        HStack(spacing: 1) {
          Button("Cancel", id: Area.cancel)
          Button("Save", id: Area.save, isDefault: true)
        }
      }
    } keys: {
      Control(Area.name) { .name($0) }
      Control(Area.size) { .size($0) }
      Control(Area.way) { .way($0) }
      Control.focus { .focus($0) }
      Control.input { $0.presses.isEmpty ? nil : .other }
      Click(Area.size, .openMenu)
      Click(Area.agree, .agree)
      Click(Area.save, .save)
      Click(Area.cancel, .cancel)
    } layers: {
      Layer.menu(\.menu, option: \.rawValue, at: .below(Area.size)) { .menu($0) }
    }
  }
}
