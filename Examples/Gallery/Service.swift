import SpinTTY

/// A row of the dashboard's table.
struct Service: Identifiable, Equatable, Sendable {
  enum Health: String, Sendable { case up, slow, down }

  let id: String
  let health: Health
  let requests: Int
  let latency: Int

  /// The mark of the state, which says without colours too how bad it is.
  private var mark: (sign: String, look: Theme.Token) {
    switch health {
    case .up: ("●", .success)
    case .slow: ("◐", .warning)
    case .down: ("○", .error)
    }
  }

  static let columns: [Table<Service>.Column] = [
    .init("SERVICE", \.id).priority(3),
    .init("STATE", \.health.rawValue, .fixed(7)) {
      Text("\($0.mark.sign) \($0.health.rawValue)").look($0.mark.look)
    }.priority(2),
    .init("REQ/S", \.requests, .fixed(7), .trailing, descending: true).priority(1),
    .init("P95 MS", \.latency, .fixed(8), .trailing, descending: true) {
      let look: Theme.Token =
        $0.latency > 500 ? .error : $0.latency > 100 ? .warning : .text
      return Text("\($0.latency)").look(look)
    },
  ]

  static let all = [
    Service(id: "checkout", health: .up, requests: 412, latency: 38),
    Service(id: "search", health: .slow, requests: 1_280, latency: 214),
    Service(id: "mail", health: .down, requests: 90, latency: 900),
    Service(id: "images", health: .up, requests: 873, latency: 64),
    Service(id: "payments", health: .up, requests: 58, latency: 47),
    Service(id: "stock", health: .up, requests: 167, latency: 33),
  ]
}
