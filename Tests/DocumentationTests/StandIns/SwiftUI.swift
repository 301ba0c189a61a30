// A module SwiftUI where there is none, with which Scripts/docstrings compiles the code for SwiftUI: the bindings of
// ObservableSpin, the examples in comments and Examples/Notes.
//
// It declares what they use, as Apple's documentation of macOS 15 and iOS 18 declares it, and does nothing. That code
// compiles with it says that names, labels and isolation fit, and not what a screen shows.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

extension Never: View, Scene {
  public var body: Never { return fatalError("a stand-in shows nothing") }
}

/// A view or a scene of the system, which has no body of its own.
public protocol Primitive where Body == Never {
  associatedtype Body
}

extension Primitive {
  public var body: Never { return fatalError("a stand-in shows nothing") }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { ConditionalContent() }
}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct TupleView<Content>: View, Primitive {}
public struct ConditionalContent<First, Second>: View, Primitive {}
public struct Modified<Content>: View, Primitive {}

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

public struct Binding<Value> {
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
}

public struct ButtonRole: Equatable, Sendable {
  public static var destructive: ButtonRole { ButtonRole() }
  public static var cancel: ButtonRole { ButtonRole() }
}

// MARK: Scenes

public struct WindowGroup<Content: View>: Scene, Primitive {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

// MARK: Views

public struct Text: View, Primitive {
  public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload public init(_ content: some StringProtocol) {}
}

public struct Button<Label: View>: View, Primitive {}

extension Button where Label == Text {
  public init(_ key: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  public init(
    _ key: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

public struct TextField<Label: View>: View, Primitive {}

extension TextField where Label == Text {
  public init(_ key: LocalizedStringKey, text: Binding<String>) {}
  @_disfavoredOverload public init(_ title: some StringProtocol, text: Binding<String>) {}
}

public struct Toggle<Label: View>: View, Primitive {}

extension Toggle where Label == Text {
  public init(_ key: LocalizedStringKey, isOn: Binding<Bool>) {}
}

public struct Form<Content: View>: View, Primitive {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: View, Primitive {}

public struct List<SelectionValue: Hashable, Content: View>: View, Primitive {
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {}
}

public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View, Primitive {
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail)
  where Content == Never {}
}

extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View { Modified<Self>() }
  nonisolated public func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View { Modified<Self>() }
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View { Modified<Self>() }
}
