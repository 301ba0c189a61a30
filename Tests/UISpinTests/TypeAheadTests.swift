import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing

/// What keys refer to that are typed before a frame shows what earlier keys have changed, and those
/// for what no frame shows.
@Suite struct TypeAheadTests {
  private enum Area: Hashable, Sendable { case filter, rows, name, extra, mail }

  /// Rows with a filter that may be hidden, and a form with a field that may be hidden.
  private struct Page: Equatable, Sendable {
    var focus = Focus(Area.rows)
    var filter = TextInput.Model()
    var showsFilter = false
    var name = TextInput.Model()
    var extra = TextInput.Model()
    var mail = TextInput.Model()
    var hasExtra = false
    var form = false
    var log: [String] = []

    var words: [String] { [name.text, extra.text, mail.text] }
  }

  private enum Event: Equatable, Sendable {
    case focus(Focus<Area>.Action)
    case type(Area, TextInput.Action)
    case filter(Bool)
    case extra
    case log(String)
    case form
  }

  private static func reduce(_ page: inout Page, _ event: Event) {
    switch event {
    case .focus(let action): page.focus.reduce(action)
    case .type(.filter, let action): page.filter.reduce(action)
    case .type(.name, let action): page.name.reduce(action)
    case .type(.extra, let action): page.extra.reduce(action)
    case .type(.mail, let action): page.mail.reduce(action)
    case .type(.rows, _): break
    case .filter(let isShown):
      page.showsFilter = isShown
      if isShown { page.focus = Focus(.filter) }
    case .extra: page.hasExtra.toggle()
    case .log(let text): page.log.append(text)
    case .form: page.form = true
    }
  }

  @KeyBuilder<Page, Event> private static var texts: Keys<Page, Event> {
    Control(Area.name) { .type(.name, $0) }
    Control(Area.extra) { .type(.extra, $0) }
    Control(Area.mail) { .type(.mail, $0) }
    Control.focus { .focus($0) }
    Key(.ctrl("x"), help: "extra", .extra)
  }

  private static func spin(_ page: Page) -> Spin<Page, Event> {
    Spin(initialState: page) { Reducer { reduce(&$0, $1) } }
  }

  @ViewBuilder private static func fields(_ page: Page) -> ViewList {
    TextInput(page.name).id(Area.name)
    if page.hasExtra { TextInput(page.extra).id(Area.extra) }
    TextInput(page.mail).id(Area.mail)
  }

  @Test(arguments: [false, true])
  func tabThatIsTypedAheadFollowsTheOrderOfTheNewView(isSeen: Bool) {
    let ui = UISpin(Self.spin(Page(focus: Focus(.name))), focus: \.focus) { page, _ in
      Self.fields(page)
    } keys: {
      Self.texts
    }
    let stage = Stage(ui)
    if isSeen { stage.terminal.show() }
    stage.terminal.type("a\tb\u{1B}[Z\u{18}\tc\td")
    #expect(stage.rehearsal.state.words == ["a", "c", "bd"])
    stage.terminal.type("\t\u{18}\te")
    #expect(stage.rehearsal.state.words == ["a", "c", "bde"])
  }

  @Test func tabThatIsTypedAheadFollowsTheNewOrderOfADialog() {
    let ui = UISpin(Self.spin(Page(focus: Focus(.name)))) { _, _ in
    } keys: {
      Key("f", help: "form", .form)
    } layers: {
      Layer(when: \.form, focus: \.focus) { page, _ in
        Dialog("form") { Self.fields(page) }
      } keys: {
        Self.texts
      }
    }
    let stage = Stage(ui, columns: 40, rows: 10)
    stage.terminal.type("f")
    stage.terminal.show()
    stage.terminal.type("a\u{18}\tb\tc")
    #expect(stage.rehearsal.state.words == ["a", "b", "c"])
  }

  @Test func tabFollowsTheFrameIfNoKeyHasChangedTheViewSince() {
    let ui = UISpin(Self.spin(Page(focus: Focus(.name))), focus: \.focus) { page, _ in
      Self.fields(page)
    } keys: {
      Self.texts
    }
    let stage = Stage(ui)
    stage.terminal.show()
    stage.rehearsal.emit(.extra)
    stage.terminal.type("\t")
    #expect(stage.rehearsal.state.focus.current == .mail, "The user saw no other field.")
  }
}
