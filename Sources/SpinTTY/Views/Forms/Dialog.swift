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
public struct Dialog: View {
  private let title: String
  private let content: ViewList
  private let buttons: ViewList

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
    lines.padding(horizontal: 1).border(.rounded, title: title).opaque()
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
public struct Toast: View {
  private let text: String

  /// Creates a message.
  public init(_ text: String) { self.text = text }

  /// The text on a bar in the style of the theme's selection.
  public var body: some View {
    Text(text).padding(horizontal: 1).styled(.selection).opaque()
  }
}

extension View {
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
