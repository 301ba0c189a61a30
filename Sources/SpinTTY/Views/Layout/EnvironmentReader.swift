/// A view composed from its environment.
///
/// ```swift
/// EnvironmentReader { environment in
///   Text("late").foreground(environment.appearance == .dark ? .yellow : .red)
/// }
/// ```
public struct EnvironmentReader: View {
  private let content: (ViewEnvironment) -> ViewList
  private let latest = Latest()

  /// The environment asked for last and its view; a layout asks several times for the same one.
  private final class Latest {
    var made: (environment: ViewEnvironment, view: any View)?
  }

  /// Creates a view that `content` composes.
  public init(@ViewBuilder content: @escaping (ViewEnvironment) -> ViewList) {
    self.content = content
  }

  private func view(in environment: ViewEnvironment) -> any View {
    if let made = latest.made, made.environment == environment { return made.view }
    let view = content(environment).resolved
    latest.made = (environment, view)
    return view
  }

  /// Measures the views that `content` returns.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    view(in: environment).measure(proposal, in: environment)
  }

  /// Draws the views that `content` returns.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    view(in: environment).draw(into: surface, in: environment)
  }

  /// Returns the constraint of the views that `content` returns.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    view(in: environment).constraint(along: axis, in: environment)
  }

  /// Describes the views that `content` returns.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    view(in: environment).describe(into: &text, in: environment)
  }
}
