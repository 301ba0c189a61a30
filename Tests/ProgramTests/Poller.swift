import Foundation
import SpinAsync
import SpinCallbacks

/// A service that polls addresses over HTTP, and counts what comes of it.
///
/// It reads its list of addresses again on SIGHUP. On SIGTERM it asks for nothing more, and ends when
/// the requests that are under way have ended or timed out; a second SIGTERM ends the process.
struct Poller: Equatable, Sendable {
  enum Outcome: Hashable, Sendable { case answered, rejected, failed, timedOut }

  enum Event: Equatable, Sendable {
    case reload, listed([String]), due(String), ended(String, Outcome), terminate
  }

  /// An address, and whether it is being asked or waits to be asked again.
  struct Target: Equatable, Identifiable, Sendable {
    let id: String
    var isAsked = true
    /// How often it has failed since it has answered.
    var failures = 0
  }

  var targets: [Target] = [], outcomes: [Outcome: Int] = [:]
  var reloads = 0, isStopping = false

  static func spin(
    period: Duration = .seconds(60), timeout: Duration = .seconds(10),
    backoff: Backoff = .exponential(from: .seconds(120), upTo: .seconds(3600), attempts: .max),
    ask: @escaping @Sendable (_ address: String) async -> Outcome = ask,
    addresses: @escaping @Sendable () async throws -> [String]
  ) -> Spin<Poller, Event> {
    Spin(initialState: Poller()) {
      // An effect rather than a source: it keeps a service alive that has an empty list.
      Feedback(while: { !$0.isStopping }) {
        .merge(.signal(SIGTERM, .terminate), .signal(SIGHUP, .reload))
      }.named("signals")

      Feedback(on: { $0.isStopping ? nil : $0.reloads }) { _ in
        .run(retrying: backoff) {
          .listed(try await addresses())
        } catch: { _ in
          .reload
        }
      }.named("list")

      Feedback(forEach: \.targets) { target in
        if target.isAsked {
          .run { .ended(target.id, await ask(target.id)) }
            .timeout(after: timeout, .ended(target.id, .timedOut))
        } else {
          .after(
            target.failures == 0 ? period : backoff.delay(after: target.failures) ?? period,
            .due(target.id))
        }
      }.named("targets")

      Reducer { poller, event in poller.reduce(event) }
    }
  }

  private mutating func reduce(_ event: Event) {
    switch event {
    case .reload: reloads += 1
    case .listed(let list):
      targets = list.map { id in targets.first { $0.id == id } ?? Target(id: id) }
    case .due(let id): change(id) { $0.isAsked = true }
    case .ended(let id, let outcome):
      outcomes[outcome, default: 0] += 1
      change(id) { ($0.isAsked, $0.failures) = (false, outcome == .answered ? 0 : $0.failures + 1) }
    case .terminate: isStopping = true
    }
    if isStopping { targets.removeAll { !$0.isAsked } }
  }

  private mutating func change(_ id: String, _ body: (inout Target) -> Void) {
    if let index = targets.firstIndex(where: { $0.id == id }) { body(&targets[index]) }
  }

  static func ask(_ address: String) async -> Outcome {
    guard let status = await StatusRequest.status(of: address) else { return .failed }
    return (200..<300).contains(status) ? .answered : .rejected
  }
}
