/// A sign that work goes on, animated by the time that it is given.
///
/// ```swift
/// ActivityIndicator(at: state.elapsed)
/// ```
///
/// The time comes from the state, where the loop's clock put it. A view has no clock, so the picture
/// moves only if the state changes.
public struct ActivityIndicator: View {
  /// The pictures of one turn.
  public struct Frames: Hashable, Sendable {
    /// What is shown, one after the other.
    package var pictures: [String]
    /// What is shown where there is only ASCII.
    package var plainPictures: [String]
    /// How long each is shown.
    public var interval: Duration

    /// Creates frames; an interval below a millisecond counts as one.
    public init(_ pictures: [String], plainPictures: [String], interval: Duration) {
      self.pictures = pictures
      self.plainPictures = plainPictures
      self.interval = interval
    }

    /// Dots that run around a cell.
    public static let dots = Frames(
      ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], plainPictures: ["|", "/", "-", "\\"],
      interval: .milliseconds(80))
    /// A line that turns, in ASCII.
    public static let line = Frames(
      ["|", "/", "-", "\\"], plainPictures: ["|", "/", "-", "\\"], interval: .milliseconds(100))
    /// A point that comes and goes.
    public static let pulse = Frames(
      [" ", "·", "•", "●", "•", "·"], plainPictures: [" ", ".", "o", "O", "o", "."],
      interval: .milliseconds(160))
  }

  private let time: Duration
  private let frames: Frames

  /// Creates an indicator for a time, measured since any fixed moment.
  public init(at time: Duration, frames: Frames = .dots) {
    self.time = time
    self.frames = frames
  }

  private func pictures(in environment: ViewEnvironment) -> [String] {
    environment.drawsASCII ? frames.plainPictures : frames.pictures
  }

  /// As wide as the widest picture, so that nothing beside it moves; one row.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let widths = pictures(in: environment).map { environment.widths.width(of: $0) }
    return Size(columns: widths.max() ?? 0, rows: widths.isEmpty ? 0 : 1)
  }

  /// Draws the picture of the time.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let pictures = pictures(in: environment)
    guard !pictures.isEmpty else { return }
    let step = time.wholeMilliseconds / max(1, frames.interval.wholeMilliseconds)
    let place = step % pictures.count
    surface.put(pictures[place < 0 ? place + pictures.count : place])
  }

  /// Says nothing: a line of text does not turn.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {}
}

extension Duration {
  /// The milliseconds in it, of absurd durations as many as there are numbers.
  fileprivate var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (product, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000)
    guard !overflow else { return seconds < 0 ? .min / 2 : .max / 2 }
    let (sum, isTooMuch) = product.addingReportingOverflow(
      Int(attoseconds / 1_000_000_000_000_000))
    return isTooMuch ? product : sum
  }
}
