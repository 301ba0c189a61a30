import SpinTTY

extension Page {
  static let text = Page("Text", "Runs of styles, wrapped at words and cut where told.") { _ in
    Text("plain, ") + Text("bold").bold() + Text(", ")
      + Text("italic").italic() + Text(", ")
      + Text("underlined").underline() + Text(", ")
      + Text("red").foreground(.red) + Text(", ")
      + Text("orange").foreground(.rgb(215, 95, 0))
    Text("Wide characters: 日本語, 한국어, हिन्दी, 👩‍👩‍👧‍👦, é.")
    Text(
      "/usr/share/a/path/that/is/too/long/for/its/place",
      wrapping: .none, truncation: .middle
    )
    .frame(width: .max(30))
    BigText("12:45").foreground(.cyan)
  }
}
