/// The characters that fill cells by eighths.
enum Blocks {
  /// From zero to eight eighths, filled from the left.
  static let horizontal: [String] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  /// From zero to eight eighths, filled from the bottom.
  static let vertical: [String] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// From zero to eight eighths in ASCII, with more ink for higher values.
  static let ascii: [String] = [" ", ".", ":", "-", "=", "+", "*", "#", "@"]
}
