#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system function, under a name that no member of a type has.
private let readBytes = read

/// All processes at one moment, as the kernel reports them.
struct Sample: Equatable, Sendable {
  /// One process.
  struct Process: Equatable, Sendable {
    var id: Int
    var user: Int
    var command: String
    /// The processor time since the process began, in ticks.
    var ticks: Int
    var memory: Int
    var threads: Int
  }

  var processes: [Process] = []
  /// The time of the sample, in seconds since the machine started.
  var time = 0.0

  /// The length of a tick, in seconds.
  static let tick = 1 / Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))

  /// Reads `/proc`; omits processes that end meanwhile.
  @Sendable static func read() -> Sample {
    var sample = Sample()
    let uptime = contents(of: "/proc/uptime").split(separator: " ").first ?? ""
    sample.time = Double(uptime) ?? 0
    guard let folder = opendir("/proc") else { return sample }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let id = Int(name), let process = process(id) { sample.processes.append(process) }
    }
    return sample
  }

  private static func process(_ id: Int) -> Process? {
    // The name is in parentheses and may contain others, so the last one counts.
    let line = contents(of: "/proc/\(id)/stat")
    guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close
    else { return nil }
    let name = line[line.index(after: open)..<close]
    let fields = line[close...].dropFirst().split(separator: " ")
    guard fields.count > 21, let user = Int(fields[11]), let system = Int(fields[12]),
      let threads = Int(fields[17]), let pages = Int(fields[21])
    else { return nil }
    let words = contents(of: "/proc/\(id)/cmdline").split(separator: "\0")
    guard let owner = owner(of: "/proc/\(id)") else { return nil }
    return Process(
      id: id, user: owner,
      command: words.isEmpty ? "[\(name)]" : words.joined(separator: " "),
      ticks: user &+ system, memory: pages &* Int(sysconf(Int32(_SC_PAGESIZE))), threads: threads)
  }

  private static func owner(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_uid) : nil
  }

  private static func contents(of path: String) -> String {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < 65_536 {
      let count = readBytes(file, &buffer, buffer.count)
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
