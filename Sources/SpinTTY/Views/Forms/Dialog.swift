/// A box with a title, content and buttons, which hides the views behind it.
///
/// ```swift
/// Layer(\.killing) { kill, _ in
///   Dialog("kill") {
///     Text(kill.process.command)
///   } buttons: {
///     Choices(kill.choice) { $0 ? "Yes" : "No" }.id(Area.answer)
///   }
/// } keys: {
///   Control(Area.answer) { .answer($0) }
///   Key("n", .escape, help: "no", .answer(.choose(false)))
/// }
/// ```
///
/// A dialog is as wide as its title, its content and its buttons need. A ``TextInput`` fills all
/// the width, so bound the content with `.frame(width: .max(40))`.
///
/// In a ``Layer`` that catches everything, the lower line of the border names the keys of the layer
/// that do something now, as many as fit, such as `esc close`. If a row of ``Help`` names them, only a
/// dialog without buttons does as well. A blank row above and below the content is left out where rows
/// are few. If the dialog still does not fit in the regular ``Density``, it is compact.
public struct Dialog: View {
  private let title: String
  private let content: ViewList
  private let buttons: ViewList
  /// The keys in the lower line, if they are not those of the layer.
  var keys: [HelpItem] = []

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - title: The title in the upper line of the border.
  ///   - content: The message or the controls.
  ///   - buttons: The answers, in a row below the content.
  public init(
    _ title: String, @ViewBuilder content: () -> ViewList,
    @ViewBuilder buttons: () -> ViewList
  ) {
    self.title = title
    self.content = content()
    self.buttons = buttons()
  }

  /// Creates a dialog without buttons.
  ///
  /// - Parameters:
  ///   - title: The title in the upper line of the border.
  ///   - content: The message.
  public init(_ title: String, @ViewBuilder content: () -> ViewList) {
    self.title = title
    self.content = content()
    buttons = ViewList([])
  }

  /// The content in a border, with the buttons below it.
  public var body: some View {
    DialogBox(
      content: lines.resolved.border(title: title, isOfDialog: true).resolved, keys: keys,
      defaultButton: buttons.defaultButton, hasButtons: !buttons.views.isEmpty
    )
    .styled(.surface).opaque()
  }

  /// The content alone without buttons, because a stack would fill the room if the content can.
  @ViewBuilder private var lines: ViewList {
    if buttons.views.isEmpty {
      content
    } else {
      VStack(alignment: .center, spacing: 1) {
        content
        HStack(spacing: 2) { buttons }
      }
    }
  }
}

/// A short message on a bar, for example at the bottom for a moment.
///
/// ```swift
/// Layer(\.toast, at: .bottom, catches: .itsOwn) { text, _ in Toast(text) }
/// ```
///
/// Declare the layer before the layers of dialogs, which then lie on top of a long message.
///
/// A feedback of the spin removes the message. If the text is a ``/SpinCore/Pulse``, the feedback
/// starts again with each text, even with an equal one:
///
/// ```swift
/// @Pulse var toast: String?
///
/// Feedback(pulse: \.$toast) { _ in .after(.seconds(3), .toast(nil)) }
/// ```
///
/// The edge on the left has the style of the theme that says what kind of message it is:
///
/// ```swift
/// Toast("The file could not be saved.", look: .error)
/// ```
public struct Toast: View {
  private let text: String
  private let look: Theme.Token

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - look: The style of the edge, such as that of a success.
  public init(_ text: String, look: Theme.Token = .accent) {
    self.text = text
    self.look = look
  }

  /// The text on the background of a track, with an edge and, on a high screen, blank rows above and
  /// below; in the style of the theme's selection on terminals with few colours.
  public var body: some View { ToastBox(text: Text(text), look: look) }
}

private struct ToastBox: View {
  let text: Text
  let look: Theme.Token

  /// The edge, and a blank on both sides of the text.
  private static let sides = 3
  /// The rows of a screen from which on there are blank rows above and below the text.
  private static let high = 16

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let inner = text.measure(
      Proposal(
        columns: proposal.columns.map { max(0, $0 - ToastBox.sides) }, rows: proposal.rows),
      in: environment)
    let isHigh = proposal.rows.map { $0 >= ToastBox.high } ?? false
    return Size(
      columns: min(inner.columns + ToastBox.sides, proposal.columns ?? .max),
      rows: inner.rows + (isHigh ? 2 : 0))
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let ground = environment.trackStyle
    let box = surface.styled(ground ?? environment.style(.selection))
    box.fill()
    box.catchClicks()
    let size = surface.size
    let room = Size(columns: max(0, size.columns - ToastBox.sides), rows: size.rows)
    let rows = text.measure(Proposal(room), in: environment).rows
    let place = Rectangle(
      column: 2, row: max(0, size.rows - rows) / 2, columns: room.columns,
      rows: min(rows, size.rows))
    text.draw(into: box.region(place), in: environment)
    if ground != nil {
      box.fill(
        environment.drawsASCII ? "|" : "▌", in: Rectangle(columns: 1, rows: size.rows),
        style: Style(foreground: environment.style(look).foreground))
    }
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    self.text.describe(into: &text, in: environment)
  }
}

/// The border of a dialog, with the keys of its layer in the lower line.
struct DialogBox: ContentView {
  let content: any View
  /// The keys in the lower line; none for those of the layer.
  let keys: [HelpItem]
  /// The button whose key enter makes the line longer, which only a drawing could tell.
  var defaultButton: RegionKey?
  /// Whether buttons say how to leave the dialog, so that a row of help may name the keys instead.
  var hasButtons = true

  /// Returns the environment whose keys the line names; `nil` if a row of help does.
  private func named(_ environment: ViewEnvironment) -> ViewEnvironment? {
    if keys.isEmpty {
      let isNamed = environment.hasHelpRow && hasButtons
      return environment.namesKeys && !isNamed ? environment : nil
    }
    var inner = environment
    inner.help = keys
    return inner
  }

  /// Returns the environment for the room offered, which is compact if the content does not fit otherwise,
  /// without the blank rows above and below it.
  private func fitted(_ environment: ViewEnvironment, in room: Proposal) -> ViewEnvironment {
    // A list scrolls, whatever the density.
    if content.constraint(along: .vertical, in: environment).takesRoom { return environment }
    return environment.fitted(to: room) {
      content.measure(Proposal(columns: room.columns, rows: nil), in: $0).rows - 2
    }
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let environment = fitted(environment, in: proposal)
    let size = content.measure(proposal, in: environment)
    guard var named = named(environment) else { return size }
    if let defaultButton { named.addEnter(forClickOn: defaultButton) }
    let keys = min(Help.columnsOfKeys(in: named), proposal.columns ?? .max)
    return Size(columns: max(size.columns, keys), rows: size.rows)
  }

  /// As large as the content asks, even if it could fill the room.
  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .content }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    let environment = fitted(environment, in: Proposal(size))
    content.draw(into: surface, in: environment)
    guard var named = named(environment), size.columns > 2, size.rows > 2 else { return }
    named.addEnter(of: surface.canvas.frame)
    Help.drawKeys(
      into: surface.region(
        Rectangle(column: 1, row: size.rows - 1, columns: size.columns - 2, rows: 1)),
      in: named)
  }
}

extension View {
  /// Draws the border of a dialog, which has the look of the focus in the topmost layer, and blank rows
  /// above and below the content if there is room.
  func border(title: String, isOfDialog: Bool) -> some View {
    ResolvedView(
      Bordered(
        content: resolved, border: .rounded, title: Text(title.onOneLine, wrapping: .none),
        hasTitle: true,
        padding: 1, style: .plain, isOfDialog: isOfDialog))
  }

  /// Hides the views below this view and catches clicks there, without a background of its own.
  public func opaque() -> some View {
    Wrapped(
      self,
      prepare: { surface in
        surface.fill()
        surface.catchClicks()
        return surface
      })
  }
}
