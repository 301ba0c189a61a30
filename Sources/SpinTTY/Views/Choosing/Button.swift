/// A button, clicked with the mouse or, while it has the focus, with enter or space.
///
/// An arrow key moves the focus from one button to the next; see ``Focus``.
///
/// ```swift
/// Button("Save", id: Area.save)             // the view
/// Click(Area.save, help: "save", .save)     // its input
/// ```
///
/// Enter clicks the default button of a layer if no ``Key`` and no focused control handles it. A
/// ``TextInput`` and the options of a ``Choice`` leave enter to the button; a ``TextArea``, a
/// ``Checkbox`` and another button do not.
public struct Button: View {
  private let title: String
  private let key: RegionKey
  private let isDefault: Bool
  private let look: Theme.Token?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The title of the button.
  ///   - id: The region that bindings name.
  ///   - isDefault: Whether enter clicks the button, which shows it. If a layer has several default
  ///     buttons, enter clicks the last visible one.
  ///   - look: The style of the theme that says what kind of button it is, such as ``Theme/Token/error``
  ///     for one that destroys something; `nil` for any other.
  public init(
    _ title: String, id: some Hashable & Sendable, isDefault: Bool = false,
    look: Theme.Token? = nil
  ) {
    self.title = title.onOneLine
    key = RegionKey(id)
    self.isDefault = isDefault
    self.look = look
  }

  /// The title on a plate; in brackets on terminals with few colours.
  ///
  /// The plate of a default button has the accent, and that of a button with a look its colour. With the
  /// focus, the title stands between bars, in the style of the theme's selection unless the button has
  /// a look. In the regular ``Density``, the plate has three rows, and the title stands in a frame where there
  /// is no plate. In a layer without a focus, the default button looks as if it had the focus. Without
  /// colours, an exclamation mark before the title says what a colour says of a warning or an error.
  public var body: some View {
    ButtonFace(title: title, isDefault: isDefault, look: look).focusable().id(key)
  }
}

extension ViewList {
  /// The key of the last default button; `nil` if there is none, or if it stands in another view.
  var defaultButton: RegionKey? {
    views.lazy.compactMap { view -> RegionKey? in
      var view = view
      while let disabled = view as? Disabled, !disabled.isDisabled { view = disabled.content }
      guard let named = view as? Identified else { return nil }
      var content = named.content
      while let declaring = content as? Declaring { content = declaring.content }
      return (content as? ButtonFace)?.isDefault == true ? named.key : nil
    }
    .last
  }
}

private struct ButtonFace: View, FramedControl {
  let title: String
  let isDefault: Bool
  let look: Theme.Token?

  private func text(_ string: String, in environment: ViewEnvironment) -> Text {
    Text([Text.Run(string, style: style(in: environment))], wrapping: .none)
  }

  /// Whether the button has the focus, or gets enter in a layer without a focus.
  private func hasFocus(in environment: ViewEnvironment) -> Bool {
    environment.isFocused && (isDefault || environment.focus != nil)
  }

  /// The title, with a mark where no colour says that the button needs care.
  private func title(in environment: ViewEnvironment) -> String {
    environment.colors == .none && [.warning, .error].contains(look) ? "! \(title)" : title
  }

  private func style(in environment: ViewEnvironment) -> Style {
    let control = environment.controlStyle
    let hasFocus = hasFocus(in: environment)
    if let look, control != nil || !hasFocus {
      let style = environment.style(look)
      guard control != nil, let color = style.foreground else { return style }
      return Style(filling: color, on: environment.page)
    }
    if hasFocus { return environment.style(.selection) }
    var style = control ?? .plain
    if isDefault {
      style = environment.style(.primary)
      style.attributes.insert(.bold)
    }
    return style
  }

  /// Returns what stands before and after the title: brackets, or blanks with a background, and bars
  /// with the focus.
  private func ends(in environment: ViewEnvironment) -> (String, String) {
    if environment.controlStyle == nil { return ("[", "]") }
    if !hasFocus(in: environment) { return (" ", " ") }
    return environment.drawsASCII ? ("[", "]") : ("▌", "▐")
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let form = "[ \(title(in: environment)) ]"
    let own = text(form, in: environment).measure(.unlimited, in: environment)
    let hasFrame = environment.framesControl(in: proposal)
    let columns = own.columns + (hasFrame ? 2 : 0)
    return Size(
      columns: max(1, min(columns, proposal.columns ?? .max)), rows: hasFrame ? 3 : own.rows)
  }

  /// Draws the title; where there is no room for all of it, without blanks and cut between its ends.
  func draw(into surface: Surface, in environment: ViewEnvironment) {
    surface.update {
      $0.isDefault = isDefault
      $0.isButton = true
    }
    if environment.framesControl(in: Proposal(surface.size)) {
      return drawFramed(into: surface, in: environment)
    }
    let columns = surface.size.columns
    let (start, end) = ends(in: environment)
    let title = title(in: environment)
    let forms = [
      text("\(start) \(title) \(end)", in: environment),
      text("\(start)\(title)\(end)", in: environment),
    ]
    let fitting = forms.first { $0.measure(.unlimited, in: environment).columns <= columns }
    if let form = columns < 3 ? forms.last : fitting {
      form.draw(into: surface, in: environment)
    } else {
      text(start, in: environment).draw(into: surface, in: environment)
      text(title, in: environment).draw(
        into: surface.region(Rectangle(column: 1, columns: columns - 2, rows: 1)), in: environment)
      text(end, in: environment).draw(
        into: surface.region(Rectangle(column: columns - 1, columns: 1, rows: 1)), in: environment)
    }
  }

  /// Draws a plate of three rows with the bars of the focus at its ends, or a frame without a plate.
  private func drawFramed(into surface: Surface, in environment: ViewEnvironment) {
    let columns = surface.size.columns
    let box = surface.region(Rectangle(columns: columns, rows: 3)).styled(style(in: environment))
    box.fill()
    let (start, end) = ends(in: environment)
    if environment.controlStyle == nil {
      _ = box.frameOfControl(hasFocus: hasFocus(in: environment), style: .plain, in: environment)
    } else {
      for (mark, column) in [(start, 0), (end, columns - 1)] {
        box.fill(Character(mark), in: Rectangle(column: column, columns: 1, rows: 3))
      }
    }
    let line = Text(title(in: environment), wrapping: .none)
    let room = Rectangle(column: 2, row: 1, columns: columns - 4, rows: 1)
    let width = line.measure(Proposal(room.size), in: environment).columns
    line.draw(
      into: box.region(room.moved(columns: (room.size.columns - width) / 2, rows: 0)),
      in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(environment.described("[\(title)]"))
  }
}
