import SpinCore

// snippet.state
/// A document that is saved when the typing pauses, and whose alerts are shown once.
struct Draft: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case typed(String), restored(Draft), paused, saved(String), failed(String)
  }

  var text = ""
  /// The text on the disk, if it is known, the text on its way there, and the text that the disk refused.
  var saved: String? = "", saving: String?, refused: String?
  @Pulse var alert: String?

  /// The text that waits for a pause to be saved.
  var unsaved: String? { saving != nil || text == saved || text == refused ? nil : text }

  mutating func reduce(_ event: Event) {
    switch event {
    case .typed(let text): self.text = text
    case .restored(var earlier):
      (earlier.saved, earlier.saving, earlier.refused) = (saved, saving, refused)
      self = earlier
    case .paused: saving = unsaved
    case .saved(let text): (saved, saving, refused) = (text, nil, nil)
    case .failed(let reason):
      // What has failed may be on the disk all the same.
      (saved, refused, saving) = (nil, saving, nil)
      alert = "Not saved: \(reason)"
    }
  }
}
// snippet.end

// snippet.spin
/// What the document needs of the world.
struct Disk: Sendable {
  var save: @Sendable (String) async throws -> Void
  var show: @Sendable (String) async -> Void
}

extension Draft {
  static func spin(_ disk: Disk) -> Spin<Draft, Event> {
    Spin(initialState: Draft()) {
      Feedback(on: \.unsaved) { _ in .after(.milliseconds(500), .paused) }.named("pause")
      // A feedback of its own, so that typing ends the pause and never a save.
      Feedback(on: \.saving) { text in
        .run {
          try await disk.save(text)
          return .saved(text)
        } catch: {
          .failed("\($0)")
        }
      }.named("save")
      Feedback(pulse: \.$alert) { message in
        .sideEffect { await disk.show(message) }
      }.strategy(.queueNewState).named("alert")
      Reducer { draft, event in draft.reduce(event) }
    }
  }
}
// snippet.end
