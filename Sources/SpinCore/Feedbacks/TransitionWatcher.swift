/// A feedback whose effects depend on more than the state: on the transition, or on an element.
@usableFromInline
package class TransitionWatcher: FeedbackInstance {
  private let describing: (Int, inout CurrentTransition, EffectSink) -> Void

  init(
    _ answering: Answering = .closure, kind: FeedbackKind = .reacting, needsPrevious: Bool = false,
    form: FeedbackForm = .states, memory: FeedbackMemory? = nil,
    ask: @escaping (StatePlace) -> Answer = { _ in .wanted },
    describe: @escaping (Int, inout CurrentTransition, EffectSink) -> Void
  ) {
    describing = describe
    super.init(
      answering, kind: kind, needsPrevious: needsPrevious, seesTransitions: true, form: form,
      memory: memory, ask: ask)
  }

  final override func describeTransition(
    _ element: Int, _ step: inout CurrentTransition, _ sink: EffectSink
  ) {
    describing(element, &step, sink)
  }
}
