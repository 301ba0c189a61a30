/// A sign of ongoing work, animated by a time from the state.
///
/// ```swift
/// ActivityIndicator(at: state.elapsed)
/// ```
///
/// The loop's clock puts the time into the state. A view has no clock, so the picture moves only if
/// the state changes.
public struct ActivityIndicator: View {
  /// The pictures of one cycle.
  public struct Frames: Hashable, Sendable {
    /// The pictures, shown one after another.
    package var pictures: [String]
    /// The pictures for output in ASCII.
    package var plainPictures: [String]
    /// The time that each picture is shown.
    public var interval: Duration

    /// Creates frames; an interval of less than a millisecond counts as a millisecond.
    public init(_ pictures: [String], plainPictures: [String], interval: Duration) {
      self.pictures = pictures
      self.plainPictures = plainPictures
      self.interval = interval
    }

    /// Dots that run around a cell.
    public static let dots = Frames(
      ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], plainPictures: ["|", "/", "-", "\\"],
      interval: .milliseconds(80))
    /// A rotating line, in ASCII.
    public static let line = Frames(
      ["|", "/", "-", "\\"], plainPictures: ["|", "/", "-", "\\"], interval: .milliseconds(100))
    /// A point that grows and shrinks.
    public static let pulse = Frames(
      [" ", "·", "•", "●", "•", "·"], plainPictures: [" ", ".", "o", "O", "o", "."],
      interval: .milliseconds(160))
  }

  private let time: Duration
  private let frames: Frames

  /// Creates an indicator for the time since any fixed moment.
  public init(at time: Duration, frames: Frames = .dots) {
    self.time = time
    self.frames = frames
  }

  private func pictures(in environment: ViewEnvironment) -> [String] {
    environment.drawsASCII ? frames.plainPictures : frames.pictures
  }

  /// Returns one row as wide as the widest picture, so that views beside it do not move.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let widths = pictures(in: environment).map { environment.widths.width(of: $0) }
    return Size(columns: widths.max() ?? 0, rows: widths.isEmpty ? 0 : 1)
  }

  /// Draws the picture for the time.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let pictures = pictures(in: environment)
    guard !pictures.isEmpty else { return }
    let step = time.wholeMilliseconds / max(1, frames.interval.wholeMilliseconds)
    let place = step % pictures.count
    surface.put(pictures[place < 0 ? place + pictures.count : place])
  }

  /// Adds nothing: text has no motion.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {}
}

extension Duration {
  /// The whole milliseconds of the duration, clamped for extreme durations.
  fileprivate var wholeMilliseconds: Int {
    Int(clamping: attoseconds / 1_000_000_000_000_000)
  }
}
