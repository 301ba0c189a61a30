/// How a run shows its states.
struct Presentation<State: Sendable>: Sendable {
  let options: UIOptions
  /// The output if there is no screen.
  let plain: PlainOutput<State>
  let views: ViewSource<State>
}
