import SpinCallbacks
import SpinTTY
import SpinTestSupport
import SpinTesting
import Testing
import UITestSupport

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

  @KeyBuilder<Page, Event> private static var keys: Keys<Page, Event> {
    Control(Area.filter) { .type(.filter, $0) }
    Control.input { if case .paste(let text) = $0.event { .log(text) } else { nil } }
    texts
    Key("/", help: "filter", .filter(true))
    Key(.escape, help: "all", .filter(false))
    Key("x", help: "log", .log("x"))
    Key(.backspace, help: "back", .log("back"))
  }

  private static var spin: Spin<Page, Event> { spin(Page()) }

  private static func spin(_ page: Page) -> Spin<Page, Event> {
    Spin(initialState: page) { Reducer { reduce(&$0, $1) } }
  }

  /// The rows with the filter.
  private static func rows(_ page: Page = Page()) -> UISpin<Page, Event> {
    UISpin(spin(page), focus: \.focus) { page, _ in
      if page.showsFilter { TextInput(page.filter).id(Area.filter) }
      List(count: 3, Selection()) { Text("row \($0)") }.id(Area.rows)
    } keys: {
      keys
    }
  }

  @ViewBuilder private static func fields(_ page: Page) -> ViewList {
    TextInput(page.name).id(Area.name)
    if page.hasExtra { TextInput(page.extra).id(Area.extra) }
    TextInput(page.mail).id(Area.mail)
  }

  @Test(arguments: [false, true])
  func aTextThatIsNotShownTakesNoKeysThoughItHasTheFocus(isSeen: Bool) {
    let stage = Scene(Self.rows(Page(focus: Focus(.filter))))
    if isSeen { stage.terminal.show() }
    stage.terminal.type("xyx\u{7F}\u{1B}[200~pasted\u{1B}[201~")
    #expect(stage.rehearsal.state.filter.text == "")
    #expect(stage.rehearsal.state.log == ["x", "x", "back", "pasted"])
  }

  @Test func aTextThatIsHiddenAgainTakesNoMoreFromTheNextFrameOn() {
    let stage = Scene(Self.rows())
    stage.terminal.type("/a")
    stage.terminal.show()
    stage.terminal.type("x\u{1B}[27u")
    stage.terminal.show()
    stage.terminal.type("x")
    #expect(stage.rehearsal.state.focus.current == .filter)
    #expect(stage.rehearsal.state.filter.text == "ax")
    #expect(stage.rehearsal.state.log == ["x"])
  }

  @Test(arguments: [false, true])
  func aTextThatAKeyShowsTakesWhatFollowsInOneRead(isSeen: Bool) {
    let stage = Scene(Self.rows())
    if isSeen { stage.terminal.show() }
    stage.terminal.type("x/axc\u{1B}[200~d\u{1B}[201~")
    #expect(stage.rehearsal.state.filter.text == "axcd")
    #expect(stage.rehearsal.state.log == ["x"])
    stage.terminal.type("\u{1B}[27u")
    #expect(stage.rehearsal.state.showsFilter == false)
  }

  @Test func aTextThatAnotherEventShowsTakesWhatIsTypedBeforeTheFrame() {
    let stage = Scene(Self.rows())
    stage.terminal.show()
    stage.rehearsal.emit(.filter(true))
    stage.terminal.type("x")
    #expect(stage.rehearsal.state.filter.text == "x")
  }

  /// It used to trap, because the view was asked inside the reducer.
  @Test(.promises("4.5"))
  func aViewThatReadsAnotherLoopMayDoSoForWhatIsTypedBeforeTheFrame() {
    let titles = Spin<String, String>(initialState: "filter") { Reducer { $0 = $1 } }
    let other = titles.start(on: .callbacks)
    let ui = UISpin(Self.spin, focus: \.focus) { page, _ in
      if page.showsFilter { TextInput(page.filter, placeholder: other.state).id(Area.filter) }
      List(count: 3, Selection()) { Text("\(other.state) \($0)") }.id(Area.rows)
    } keys: {
      Self.keys
    }
    let stage = Scene(ui)
    stage.terminal.show()
    stage.terminal.type("/ab\t")
    #expect(stage.rehearsal.state.filter.text == "ab")
    #expect(stage.rehearsal.state.focus.current == .rows)
  }

  @Test func withoutAFocusTheFirstTextThatIsShownTakesCharacters() {
    let ui = UISpin(Self.spin) { page, _ in
      if page.hasExtra { TextInput(page.name).id(Area.name) }
      TextInput(page.mail).id(Area.mail)
    } keys: {
      Self.texts
    }
    let stage = Scene(ui)
    stage.terminal.show()
    stage.terminal.type("a\u{18}b")
    #expect(stage.rehearsal.state.words == ["b", "", "a"])
  }

  @Test(arguments: 0..<4)
  func aTextThatIsScrolledOutOfSightKeepsTakingCharacters(place: Int) {
    var page = Page()
    page.focus = Focus(.mail)
    let ui = UISpin(Self.spin(page), focus: \.focus) { page, _ in
      switch place {
      case 0:
        Viewport(Scroll()) {
          Text("a\nb\nc\nd\ne\nf\ng\nh")
          HStack {
            Text("> ")
            TextInput(page.mail).id(Area.mail).border(.rounded, padding: 0)
          }
        }
      case 1:
        Text("a\nb\nc\nd\ne\nf\ng\nh")
        TextInput(page.mail).id(Area.mail)
      case 2:
        Form(spacing: 0) {
          Field("a") { Text("a\nb\nc\nd\ne\nf\ng\nh") }
          Field("mail") { TextInput(page.mail).id(Area.mail) }
        }
      default:
        Viewport(Scroll(row: 9, column: 0)) {
          Form(spacing: 0) {
            Field("mail") { TextInput(page.mail).id(Area.mail) }
            Text("a\nb\nc\nd\ne\nf\ng\nh")
          }
        }
      }
    } keys: {
      Self.texts
    }
    let stage = Scene(ui, columns: 20, rows: 3)
    stage.terminal.show()
    stage.terminal.type("ab")
    stage.terminal.show()
    stage.terminal.type("c")
    #expect(stage.rehearsal.state.mail.text == "abc")
  }

  @Test(arguments: [false, true])
  func tabThatIsTypedAheadFollowsTheOrderOfTheNewView(isSeen: Bool) {
    let ui = UISpin(Self.spin(Page(focus: Focus(.name))), focus: \.focus) { page, _ in
      Self.fields(page)
    } keys: {
      Self.texts
    }
    let stage = Scene(ui)
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
    let stage = Scene(ui, columns: 40, rows: 10)
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
    let stage = Scene(ui)
    stage.terminal.show()
    stage.rehearsal.emit(.extra)
    stage.terminal.type("\t")
    #expect(stage.rehearsal.state.focus.current == .mail, "The user saw no other field.")
  }

  private final class Owner: Sendable {
    func view(_ page: Page, _ screen: Screen) -> any View {
      VStack {
        Text("owned")
        fields(page)
      }
    }
  }

  @Test func theViewOfAnOwnerIsAskedAsAnyOther() {
    let ui = UISpin(spin: Self.spin(Page(focus: Focus(.extra))), focus: \.focus) {
      Self.texts
    }
    let owner = Owner()
    ui.render(on: owner, using: Owner.view)
    let stage = Scene(ui)
    stage.terminal.type("a")
    stage.terminal.show()
    stage.terminal.type("\u{18}b")
    stage.terminal.show()
    stage.terminal.type("c\td")
    #expect(stage.rehearsal.state.words == ["", "bc", "d"], "No frame showed the first text.")
    withExtendedLifetime(owner) {}
  }
}
