import SpinCore

/// A document that is saved when the typing pauses, and whose alerts are shown once.
struct Draft: Equatable, Sendable {
  // snippet.state
  enum Event: Equatable, Sendable {
    case typed(String), restored(Draft), paused, saved(String), failed(String)
  }

  var text = ""
  /// The text on the disk, the text on its way there, and the text that the disk refused.
  var saved = "", saving: String?, refused: String?
  @Pulse var alert: String?

  /// The text that waits for a pause to be saved.
  var unsaved: String? { saving != nil || text == saved || text == refused ? nil : text }
  // snippet.end

  static func spin(_ disk: Disk) -> Spin<Draft, Event> {
    // snippet.spin
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
      }
      .named("alert")
      Reducer { draft, event in draft.reduce(event) }
    }
    // snippet.end
  }

  // snippet.reduce
  private mutating func reduce(_ event: Event) {
    switch event {
    case .typed(let text): self.text = text
    case .restored(var earlier):
      (earlier.saved, earlier.saving, earlier.refused) = (saved, saving, refused)
      self = earlier
    case .paused: saving = unsaved
    case .saved(let text): (saved, saving, refused) = (text, nil, nil)
    case .failed(let reason): (alert, refused, saving) = ("Not saved: \(reason)", saving, nil)
    }
  }
  // snippet.end
}

/// What the document needs of the world.
struct Disk: Sendable {
  var save: @Sendable (String) async throws -> Void
  var show: @Sendable (String) async -> Void
}
