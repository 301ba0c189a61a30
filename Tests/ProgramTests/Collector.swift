import SpinCore

// snippet.state
/// Collects measurements and uploads them, one batch at a time.
struct Collector: Equatable, Sendable {
  enum Event: Equatable, Sendable { case measured(Int), due, uploaded, failed }

  /// A batch on its way; by the number of measurements before it, equal batches differ, and the server
  /// recognises a batch that comes again.
  struct Batch: Equatable, Sendable { var offset: Int, values: [Int] }

  var batch: [Int] = [], uploading: Batch?, uploaded = 0, lost = 0

  mutating func reduce(_ event: Event) {
    switch event {
    case .measured(let value): batch.append(value)
    case .due: break
    case .uploaded: uploaded += finish()
    case .failed: lost += finish()
    }
    if uploading == nil, event == .due || batch.count >= 1000 {
      uploading = Batch(offset: uploaded + lost, values: batch)
      batch = []
    }
  }

  private mutating func finish() -> Int {
    defer { uploading = nil }
    return uploading?.values.count ?? 0
  }
}
// snippet.end

extension Collector {
  /// What comes faster than it can be taken makes room in the mailbox for what is newer.
  static let mailbox = MailboxBound<Event>.bounded(10_000, .dropOldest)
}

// snippet.spin
extension Collector {
  static func spin(
    _ upload: @escaping @Sendable (Batch) async throws -> Void
  ) -> Spin<Collector, Event> {
    Spin(initialState: Collector()) {
      Feedback(on: \.uploading) { batch in
        .run(retrying: .exponential(from: .seconds(1), upTo: .seconds(30), attempts: 5)) {
          try await upload(batch)
          return .uploaded
        } catch: { _ in
          .failed
        }
      }.named("upload")
      Feedback(while: { !$0.batch.isEmpty && $0.uploading == nil }) {
        .after(.seconds(1), .due)
      }.named("due")
      Reducer { collector, event in collector.reduce(event) }
    }
  }
}
// snippet.end
