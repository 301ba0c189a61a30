import SpinCallbacks
import SpinTTY

/// A process of a service: a row of the table.
struct Service: Identifiable, Sendable {
  let id: Int
  let name: String
  let command: String
  var state: State
  /// In tenths of a per cent.
  var cpu: Int
  /// In tenths of a megabyte.
  var memory: Int

  enum State: String, CaseIterable {
    case running, sleeping, waiting
  }
}

/// A table in which a step changes three cells and selects the next row.
struct Services: Sendable {
  var step = 0
  var table = Table<Service>.Model(Selection(index: 0))
  var rows = (0..<20).map { row in
    let name = ["gateway", "sessions", "search", "mail", "billing"][row % 5]
    return Service(
      id: 1000 + row * 37, name: "\(name)-\(row)", command: "/usr/bin/\(name) --worker \(row)",
      state: Service.State.allCases[row % 3], cpu: row * 53 % 1000, memory: row * 911 % 10_000)
  }

  static let columns: [Table<Service>.Column] = [
    .init("ID", \.id, .fixed(4), .trailing),
    .init("NAME", \.name, .fixed(12)),
    .init("STATE", \.state.rawValue, .fixed(8)),
    .init("CPU", \.cpu, .fixed(6), .trailing) { Text("\($0.cpu / 10).\($0.cpu % 10)") },
    .init("MEMORY", \.memory, .fixed(8), .trailing) {
      Text("\($0.memory / 10).\($0.memory % 10)")
    },
    .init("COMMAND", \.command),
  ]

  mutating func advance() {
    step += 1
    rows[step * 7 % 20].cpu = step * 37 % 1000
    rows[(step * 11 + 5) % 20].memory = step * 613 % 10_000
    rows[(step * 13 + 9) % 20].state = Service.State.allCases[step % 3]
    table.reduce(.rows(.select(rows[step % 20].id)), in: rows, by: Services.columns)
  }

  static let spin = Spin<Services, Event>(initialState: Services()) {
    Reducer { services, event in
      switch event {
      case .next: services.advance()
      }
    }
  }

  static var ui: UISpin<Services, Event> {
    UISpin(spin, options: .bare) { services, _ in
      Header(name: "table", step: services.step)
      Table(services.rows, services.table, columns)
    } keys: {
      Key("n", help: "next step", .next)
      Key.quit("q")
    }
  }
}
