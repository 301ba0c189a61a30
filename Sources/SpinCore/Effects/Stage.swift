/// Work that the loop carries out in several stages, as an effect describes it.
///
/// Its pieces begin at their times, as branches of one execution; see ``StageMachine``.
///
/// NB: a client that hands work on need not know what a stage consists of.
@usableFromInline
package struct Stage: Sendable {
  let form: StageForm
}

extension Work {
  /// Work of a stage of this form.
  static func staged(_ form: StageForm) -> Work { .staged(Stage(form: form)) }

  /// Several works as branches of one execution, each of which ends by itself.
  ///
  /// A callback beside other work is a branch, so that its cancellation runs when it finishes.
  static func branches(_ works: [Work]) -> Work {
    .staged(.chain(StageChain(first: works, hasEvents: false, rest: BlockList())))
  }

  /// The form of the stage, if the work has one.
  var stage: StageForm? {
    if case .staged(let stage) = self { stage.form } else { nil }
  }
}

/// What a stage consists of.
indirect enum StageForm: Sendable {
  /// Events and works that begin after a delay.
  case delay(StageDelay, StageContent)
  /// Works that are cancelled, with an event, if they have not ended after a delay.
  case timeout(Duration, any EventValue, [Work])
  /// Groups of works that run together until the first group yields an event, and then goes on
  /// alone.
  case race([[Work]])
  /// Groups of events and works that begin one after another.
  case chain(StageChain)
  /// Work that is made for each attempt, and may be made again when its body fails.
  case retry(Backoff, @Sendable (AttemptTurn) -> Work)
}

/// Events and works that begin together.
struct StageContent: Sendable {
  var events: [any EventValue]
  var works: [Work]
}

/// The length of a delay.
enum StageDelay: Sendable {
  case fixed(Duration)
  /// The delay of a backoff after an attempt; the series decides the jitter.
  case backoff(Backoff, after: Int, series: UInt64)
}

/// Groups of events and works that begin one after another.
struct StageChain: Sendable {
  /// The works of the first group.
  var first: [Work]
  /// Whether the first group has immediate events, which are reduced before the group has ended.
  var hasEvents: Bool
  /// The groups after the first.
  var rest: BlockList<StageContent>
}

/// What work knows about the attempt that it is made for.
struct AttemptTurn: Sendable {
  /// The number of the attempt, counted from 1.
  let number: Int
  /// Whether the attempt may fail, because there may be another one.
  let mayFail: Bool
}
