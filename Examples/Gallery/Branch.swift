/// A node of the gallery's tree.
struct Branch: Identifiable, Equatable, Sendable {
  let id: String
  var children: [Branch] = []

  static let all = [
    Branch(
      id: "strings",
      children: [
        Branch(
          id: "bowed",
          children: [Branch(id: "violin"), Branch(id: "cello"), Branch(id: "double bass")]),
        Branch(id: "plucked", children: [Branch(id: "harp"), Branch(id: "lute")]),
      ]),
    Branch(
      id: "winds",
      children: [
        Branch(id: "brass", children: [Branch(id: "horn"), Branch(id: "trumpet")]),
        Branch(id: "reeds", children: [Branch(id: "oboe"), Branch(id: "clarinet")]),
        Branch(id: "flute"),
      ]),
    Branch(id: "percussion", children: [Branch(id: "timpani"), Branch(id: "gong")]),
  ]
}
