#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Double {
  /// The number with one decimal.
  package var tenths: String {
    let tenths = Int((Swift.min(Swift.max(self, 0), 1e9) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Int {
  /// A number of seconds, such as `0:59`, `23:00:07` and `12d 01:30`.
  package var clock: String {
    let (minutes, hours, days) = (self / 60 % 60, self / 3_600, self / 86_400)
    if days > 0 { return "\(days)d \((hours % 24).twoDigits):\(minutes.twoDigits)" }
    let rest = (self % 60).twoDigits
    return hours > 0 ? "\(hours):\(minutes.twoDigits):\(rest)" : "\(minutes):\(rest)"
  }

  /// The local time so many seconds after 1970, such as `2026-11-29 14:03`; empty if its year has no number.
  package var date: String {
    var (time, parts) = (time_t(self), tm())
    guard localtime_r(&time, &parts) != nil else { return "" }
    let (day, month) = (Int(parts.tm_mday).twoDigits, Int(parts.tm_mon + 1).twoDigits)
    let (hour, minute) = (Int(parts.tm_hour).twoDigits, Int(parts.tm_min).twoDigits)
    return "\(Int(parts.tm_year) + 1_900)-\(month)-\(day) \(hour):\(minute)"
  }

  /// The same, of a moment less than twenty hours away only the time, of another one only the day.
  package var shortDate: String {
    let now = time(nil)
    return String(
      now - 72_000..<now + 72_000 ~= self ? date.suffix(5) : date.dropLast(6))
  }

  private var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
