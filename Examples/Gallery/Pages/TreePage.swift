import SpinTTY

extension Page {
  static let tree = Page("Tree", "Arrows open and close; a click on a mark does too.") { demo in
    Tree(Branch.all, demo.tree) {
      $0.children
    } row: { branch in
      Text(branch.id).styled(branch.children.isEmpty ? .text : .accent)
    }
    .scrollbar().id(Area.tree).frame(height: .fill)
  } keys: {
    Control(Area.tree) { .demo(.tree($0)) }
  }
}
