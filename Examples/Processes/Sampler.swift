import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system function, under a name that no member of a type has.
private let readBytes = read

/// Reads `/proc`, and what stays the same in the life of a process only once.
final class Sampler: Sendable {
  private struct Known {
    var sample = Sample()
    var processes: [Int: Sample.Process] = [:]
    var users: [uid_t: String] = [:]
  }

  /// The length of a tick, in seconds.
  static let tick = 1 / Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))
  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  private let known = Mutex(Known())
  /// When the machine started, in seconds since 1970.
  private let start = Double(time(nil)) - Sampler.uptime

  @Sendable func read() -> Sample {
    var sample = Sample(time: Sampler.uptime)
    for line in Sampler.text("/proc/stat").split(separator: "\n") {
      guard line.hasPrefix("cpu") else { break }
      // The time of a guest is part of the first numbers.
      let ticks = line.split(separator: " ").dropFirst().prefix(8).map { Int($0) ?? 0 }
      guard !line.hasPrefix("cpu "), ticks.count > 4 else { continue }
      let total = ticks.reduce(0, +)
      sample.ticks.append(.init(used: total - ticks[3] - ticks[4], total: total))
    }
    var sizes: [Substring: Int] = [:]
    for line in Sampler.text("/proc/meminfo").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 1, let size = Int(words[1]) { sizes[words[0]] = size << 10 }
    }
    func amount(_ total: Substring, _ free: Substring) -> Sample.Amount {
      .init(used: sizes[total, default: 0] - sizes[free, default: 0], total: sizes[total] ?? 0)
    }
    sample.memory = amount("MemTotal:", "MemAvailable:")
    sample.swap = amount("SwapTotal:", "SwapFree:")
    sample.loads = Sampler.text("/proc/loadavg").split(separator: " ").prefix(3)
      .joined(separator: " ")
    known.withLock { known in
      // The table keeps this order among processes that are equal in its own, such as idle ones.
      sample.processes = Sampler.ids.compactMap { process($0, &known) }
        .sorted { $0.memory > $1.memory }
      known.processes = Dictionary(sample.processes.map { ($0.id, $0) }) { first, _ in first }
      sample.measure(since: known.sample)
      known.sample = sample
    }
    return sample
  }

  /// The signals of which users know the names, and priorities.
  static let signals: KeyValuePairs = [
    "TERM": SIGTERM, "KILL": SIGKILL, "INT": SIGINT, "HUP": SIGHUP, "STOP": SIGSTOP,
    "CONT": SIGCONT, "USR1": SIGUSR1, "USR2": SIGUSR2,
    "nice 19": 19, "nice 10": 10, "nice 0": 0, "nice -10": -10,
  ]

  /// Sends a signal to a process, or gives it a priority, unless its number belongs to another one by now.
  @Sendable func send(_ signal: String, to process: Sample.Process) -> String {
    let now = known.withLock { self.process(process.id, &$0) }
    guard now?.started == process.started else { return "\(process.id) has ended" }
    let number = Sampler.signals.first { $0.key == signal }?.value ?? 0
    if signal.hasPrefix("nice") {
      // NB: PRIO_PROCESS, which has a type of its own in some C libraries.
      if setpriority(.init(0), id_t(process.id), number) == 0 { return "set for \(process.id)" }
    } else if kill(pid_t(process.id), number) == 0 {
      return "sent to \(process.id)"
    }
    return "\(process.id): " + String(cString: strerror(errno))
  }

  /// The process of a number; `nil` if there is none.
  private func process(_ id: Int, _ known: inout Known) -> Sample.Process? {
    let bytes = Sampler.contents("/proc/\(id)/stat")
    // The name is in parentheses and may contain others, so the last one counts.
    guard let open = bytes.firstIndex(of: 0x28), let close = bytes.lastIndex(of: 0x29),
      open < close, close + 3 < bytes.count
    else { return nil }
    // NB: not as text, which would take longer than all the rest.
    var (fields, number, sign) = ([Int](), 0, 1)
    for byte in bytes[(close + 4)...] {
      if byte == 0x2D { sign = -1 }
      if 0x30...0x39 ~= byte { number = number &* 10 &+ Int(byte &- 0x30) }
      guard byte == 0x20 else { continue }
      fields.append(sign &* number)
      (number, sign) = (0, 1)
      if fields.count > 20 { break }
    }
    guard fields.count > 20 else { return nil }
    let name = String(decoding: bytes[(open + 1)..<close], as: UTF8.self)
    let started = Int(start + Double(fields[18]) * Sampler.tick)
    var process =
      known.processes[id].flatMap { $0.started == started && $0.name == name ? $0 : nil }
      ?? Sample.Process(
        id: id, user: Sampler.user(of: id, &known.users), name: name,
        command: Sampler.command(id) ?? "[\(name)]", started: started)
    process.state = String(UnicodeScalar(bytes[close + 2]))
    process.parent = fields[0]
    process.ticks = fields[10] &+ fields[11]
    process.nice = fields[15]
    process.threads = fields[16]
    process.isKernel = fields[5] & 0x20_0000 != 0  // PF_KTHREAD
    process.memory = fields[20] &* Sampler.page
    return process
  }

  private static func command(_ id: Int) -> String? {
    let words = text("/proc/\(id)/cmdline").split(separator: "\0")
    // NB: on one line, and not longer than anybody reads: a row would be laid out with all of it.
    let command = words.joined(separator: " ").prefix(2_000).map { $0.isNewline ? " " : $0 }
    return words.isEmpty ? nil : String(command)
  }

  private static func user(of id: Int, _ users: inout [uid_t: String]) -> String {
    var status = stat()
    guard stat("/proc/\(id)", &status) == 0 else { return "" }
    if let name = users[status.st_uid] { return name }
    let name = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
    users[status.st_uid] = name ?? "\(status.st_uid)"
    return name ?? "\(status.st_uid)"
  }

  private static var uptime: Double {
    text("/proc/uptime").split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  private static var ids: [Int] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var ids: [Int] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let id = Int(name) { ids.append(id) }
    }
    return ids
  }

  private static func text(_ path: String) -> String {
    String(decoding: contents(path), as: UTF8.self)
  }

  /// The start of a file, up to 64 KiB.
  private static func contents(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      var bytes: [UInt8] = []
      while bytes.count < 65_536 {
        let count = readBytes(file, buffer.baseAddress, buffer.count)
        if count <= 0 { break }
        bytes += buffer[..<count]
      }
      return bytes
    }
  }
}
