import SpinCore

/// Collects measurements and uploads them, one batch at a time.
///
/// What comes faster than it can be taken makes room in the mailbox for what is newer.
struct Collector: Equatable, Sendable {
  enum Event: Equatable, Sendable { case measured(Int), due, uploaded, failed }

  // snippet.state
  /// A batch on its way, and the number of measurements before it, which distinguishes equal batches.
  struct Batch: Equatable, Sendable { var offset: Int, values: [Int] }

  var batch: [Int] = [], uploading: Batch?, uploaded = 0, lost = 0
  // snippet.end

  static let mailbox = MailboxBound<Event>.bounded(10_000, .dropOldest)

  static func spin(
    _ upload: @escaping @Sendable ([Int]) async throws -> Void
  ) -> Spin<Collector, Event> {
    Spin(initialState: Collector()) {
      // snippet.spin
      Feedback(on: \.uploading) { batch in
        .run(retrying: .exponential(from: .seconds(1), upTo: .seconds(30), attempts: 5)) {
          try await upload(batch.values)
          return .uploaded
        } catch: { _ in
          .failed
        }
      }.named("upload")
      Feedback(while: { !$0.batch.isEmpty && $0.uploading == nil }) {
        .after(.seconds(1), .due)
      }.named("due")
      // snippet.end

      // snippet.reducer
      Reducer { collector, event in
        switch event {
        case .measured(let value): collector.batch.append(value)
        case .due: break
        case .uploaded: collector.uploaded += collector.finish()
        case .failed: collector.lost += collector.finish()
        }
        if collector.uploading == nil, event == .due || collector.batch.count >= 1000 {
          collector.uploading = collector.takeBatch()
        }
      }
      // snippet.end
    }
  }

  private mutating func finish() -> Int {
    defer { uploading = nil }
    return uploading?.values.count ?? 0
  }

  private mutating func takeBatch() -> Batch {
    defer { batch = [] }
    return Batch(offset: uploaded + lost, values: batch)
  }
}
