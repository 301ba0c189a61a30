internal import SpinCore

extension RunMessage {
  /// What has become of the sender of the message.
  package var inWords: String {
    switch self {
    case .ended(.part): "one part has ended"
    case .ended(.last): "has ended"
    case .ended(.failedAttempt): "an attempt has failed"
    case .alarm: "its alarm rang"
    case .asked: "asks for a state"
    case .unknown(let kind): kind
    }
  }
}

extension RunLog.Entry {
  /// Returns the entry in the middle of a sentence, such as `event 3 typed("sw") from outside`.
  package func phrase(_ words: (Event) -> String) -> String {
    let subject = event.map { "\(words($0)) from \(sender)" } ?? "no event"
    return switch outcome {
    case .begins: "the beginning"
    case .reduced(let number): "event \(number) \(subject)"
    case .dropped(let reason): "\(subject), which was dropped (\(reason))"
    case .message(let message): "the message “\(sender) \(message.inWords)”"
    }
  }
}
