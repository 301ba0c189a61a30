import SpinTTY

extension Page {
  static let tree = Page(
    "Tree", "Arrows open and close; a click on a mark does too.", focus: .tree
  ) { demo in
    Tree(Branch.all, demo.tree) {
      $0.children
    } row: {
      Text($0.id).styled($0.children.isEmpty ? .text : .accent)
    }
    .scrollbar().id(Area.tree).frame(height: .fill)
  } keys: {
    Control(Area.tree, help: "move") { .demo(.tree($0)) }
  }
}
