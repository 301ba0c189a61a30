import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

@Suite struct FormTests {
  private func stage(rows: Int = 8) -> Scene<Order, Order.Event> {
    let stage = Scene(Order.ui, columns: 32, rows: rows)
    stage.terminal.show()
    return stage
  }

  private let down = "\u{1B}[B"
  private let escape = "\u{1B}[27u"

  @Test func aFormIsFilledInWithKeysAndSavedWithEnter() throws {
    let stage = stage()
    stage.type("\r")
    try stage.terminal.expect(
      """
      name      ▌
                a name is needed
      size      ▌small   ▾
      delivery  ◉ by post
                ○ by hand
                [ ] I agree
                please agree
                  Cancel     Save
      """)
    // The text, the menu, the choice, the box; then back to the text.
    stage.type("Ann", "\t", "\r")
    #expect(stage.rehearsal.state.menu != nil)
    stage.type(down, down, "\r")
    #expect(stage.rehearsal.state.menu == nil)
    stage.type("\t", down, "\t", " ")
    #expect(stage.rehearsal.state.saved == [])
    stage.type("\t", "\t", "\t", "\r")
    #expect(stage.rehearsal.state.saved == ["Ann large by hand"])
    try stage.terminal.expect(
      """
      name      ▌Ann
      size      ▌large   ▾
      delivery  ○ by post
                ◉ by hand
                 ✓  I agree
                  Cancel     Save
      """)
    #expect(stage.rehearsal.keyClashes == [])
  }

  @Test func aFormIsFilledInWithTheMouse() throws {
    let stage = stage()
    stage.type("Bob")
    stage.terminal.click(column: 12, row: 1)
    try stage.terminal.expect(
      """
      name      ▌Bob
      size      ▌small   ▾
      delivery   small   ✓
                 medium
                 large
                  Cancel     Save
      """)
    stage.terminal.click(column: 12, row: 3)
    stage.terminal.show()
    stage.terminal.click(column: 13, row: 3)
    stage.terminal.click(column: 11, row: 4)
    stage.terminal.click(column: 24, row: 5)
    #expect(stage.rehearsal.state.saved == ["Bob medium by hand"])
    #expect(stage.rehearsal.state.focus.current == .save)
  }

  @Test func theTitlesOfAMenuBeginBelowTheTextOfItsField() throws {
    let stage = stage()
    stage.type("\t", " ")
    try stage.terminal.expect(
      """
      name      ▌
      size      ▌small   ▾
      delivery   small   ✓
                 medium
                 large
                  Cancel     Save
      """)
  }

  @Test func theBorderOfAMenuBeginsBelowTheEdgeOfItsField() throws {
    struct Size: Sendable { var menu = Choice(["small", "large"]) }
    let spin = Spin<Size, Choice<String>.Action>(initialState: Size()) {
      Reducer { $0.menu.reduce($1) }
    }
    let ui = UISpin(spin) { size, _ in
      Field("size") { Select(size.menu) { $0 }.id("size") }
    } keys: {
    } layers: {
      Layer(\.menu, at: .below("size")) { menu, _ in
        Choices(menu, axis: .vertical) { $0 }.border(.light, padding: 0)
      }
    }
    let stage = Scene(ui, columns: 20, rows: 6)
    try stage.terminal.expect(
      """
      size  ▌small  ▾
            ┌────────┐
            │ small  │
            │ large  │
            └────────┘
      """)
  }

  @Test func escapeAndAClickOutsideLeaveTheOptionAsItWas() {
    let stage = stage()
    stage.type("\t", " ", down, escape)
    #expect(stage.rehearsal.state.menu == nil)
    #expect(stage.rehearsal.state.size.current == .small)
    stage.type(" ", down)
    stage.terminal.click(column: 12, row: 1)
    #expect(stage.rehearsal.state.menu == nil)
    #expect(stage.rehearsal.state.size.current == .small)
    // Without the menu an arrow chooses at once.
    stage.type(down)
    #expect(stage.rehearsal.state.size.current == .medium)
  }

  /// The form began with its first row while a layer above it had the focus.
  @Test func aFormThatIsTooHighStaysWhereItIsUnderAMenu() throws {
    struct Long: Sendable {
      var size = Choice(["s", "m"])
      var isOpen = false
    }
    let spin = Spin<Long, Bool>(initialState: Long()) { Reducer { $0.isOpen = $1 } }
    let ui = UISpin(spin, focus: { _ in Focus(9) }) { long, _ in
      Form(spacing: 0) {
        for number in 0..<9 { Button("b\(number)", id: number) }
        Field("size") { Select(long.size) { $0 }.id(9) }
      }
    } keys: {
      Click(9, true)
    } layers: {
      Layer(when: \.isOpen, at: .below(9)) { long, _ in
        Choices(long.size, axis: .vertical) { $0 }.id("menu")
      } keys: {
        Key(.escape, help: "close", false)
      }
    }
    let stage = Scene(ui, columns: 20, rows: 5)
    let closed =
      "        b5     │\n        b6     │\n        b7     ┃\n        b8     ┃\nsize   s  ▾    ┃"
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == closed)
    stage.terminal.type("\r")
    stage.terminal.show()
    #expect(
      stage.terminal.terminal.text
        == "        b5     │\n        b6     │\n       s  ✓    ┃\n       m       ┃\nsize  ▌s  ▾    ┃"
    )
    stage.terminal.type("\u{1b}")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text == closed)
  }

  /// The second click hit what had moved under the mouse.
  @Test func aFormThatIsTooHighStaysWhereItIsUnderTheMouse() {
    struct Boxes: Sendable {
      var ticked: [Int] = []
      var focus = Focus(0)
    }
    enum Event: Sendable { case tick(Int), focus(Focus<Int>.Action) }
    let spin = Spin<Boxes, Event>(initialState: Boxes()) {
      Reducer { boxes, event in
        switch event {
        case .tick(let number): boxes.ticked.append(number)
        case .focus(let action): boxes.focus.reduce(action)
        }
      }
    }
    let ui = UISpin(spin, focus: \.focus) { _, _ in
      Form(spacing: 0) { for number in 0..<20 { Checkbox("c\(number)", false, id: number) } }
    } keys: {
      Click { .tick($0) }
      Control.focus { .focus($0) }
    }
    let stage = Scene(ui, columns: 20, rows: 6)
    stage.terminal.show()
    for row in [5, 5, 0, 3] {
      stage.terminal.click(column: 1, row: row)
      stage.terminal.show()
    }
    #expect(stage.rehearsal.state.ticked == [5, 5, 0, 3])
    for _ in 0..<6 {
      stage.terminal.type("\t")
      stage.terminal.show()
    }
    let first = stage.terminal.terminal.text.prefix { $0 != "\n" }
    #expect(stage.rehearsal.state.focus.current == 9 && !first.contains("c0"))
    for row in [0, 5, 2] {
      stage.terminal.click(column: 1, row: row)
      stage.terminal.show()
      #expect(stage.terminal.terminal.text.prefix { $0 != "\n" } == first)
    }
  }

  /// Neither had a row to stay at.
  @Test(arguments: [Focus<Int>(), Focus(99)])
  func aFormWithoutTheFocusStaysWhereItIsUnderTheMouse(_ focus: Focus<Int>) {
    let spin = Spin<Focus<Int>, Focus<Int>.Action>(initialState: focus) {
      Reducer { $0.reduce($1) }
    }
    let ui = UISpin(spin, focus: { $0 }) { _, _ in
      Form(spacing: 0) { for number in 0..<20 { Checkbox("c\(number)", false, id: number) } }
    } keys: {
      Control.focus { $0 }
    }
    let stage = Scene(ui, columns: 20, rows: 6)
    stage.terminal.show()
    for row in [5, 4] {
      stage.terminal.click(column: 1, row: row)
      stage.terminal.show()
      #expect(stage.terminal.terminal.text.hasPrefix("[ ] c0"))
    }
    #expect(stage.rehearsal.state.current == 4)
  }

  /// The row of its cursor counts, and not its first one.
  @Test func aFormStaysWhereItIsIfTheMouseLeavesATextArea() {
    struct Letter: Sendable {
      var text = TextArea.Model("1\n2\n3\n4\n5\n6")
      var focus = Focus(0)
    }
    let spin = Spin<Letter, Focus<Int>.Action>(initialState: Letter()) {
      Reducer { $0.focus.reduce($1) }
    }
    let ui = UISpin(spin, focus: \.focus) { letter, _ in
      Form(spacing: 0) {
        TextArea(letter.text).frame(height: .fixed(6)).id(0)
        for number in 1..<9 { Checkbox("c\(number)", false, id: number) }
      }
    } keys: {
      Control.focus { $0 }
    }
    let stage = Scene(ui, columns: 20, rows: 6)
    stage.terminal.show()
    let first = stage.terminal.terminal.text.prefix { $0 != "\n" }.dropFirst()
    stage.terminal.click(column: 1, row: 5)
    stage.terminal.show()
    #expect(stage.rehearsal.state.focus.current != 0)
    // Its edge shows that it has lost the focus.
    #expect(stage.terminal.terminal.text.prefix { $0 != "\n" }.dropFirst() == first)
  }

  @Test func enterIsForWhatHasTheFocusBeforeTheDefaultButton() {
    let stage = stage()
    stage.type("\t", "\t", "\t", "\r")
    #expect(stage.rehearsal.state.agrees, "The box.")
    stage.type("\t", "\r")
    #expect(stage.rehearsal.state.cancels == 1, "Another button.")
    #expect(stage.rehearsal.state.nameError == nil, "Nothing was saved yet.")
    stage.type("\t", "\t", "\r")
    #expect(stage.rehearsal.state.nameError != nil, "A text leaves it to the default button.")
    #expect(stage.rehearsal.state.others == 0)
  }

  @Test func aChoiceLeavesEnterToTheDefaultButtonUnlessItIsDisabled() {
    let stage = stage()
    stage.type("Ada", "\t", "\t", down, "\r")
    #expect(stage.rehearsal.state.agreeError != nil, "Enter saves.")
    stage.type("\t", " ", "\u{1b}[Z", "\r")
    #expect(stage.rehearsal.state.saved == ["Ada small by hand"])
    #expect(stage.rehearsal.state.others == 0)
  }

  @Test func aChoiceConfirmsItsOptionByEnterIfTheDefaultButtonDoesNothing() {
    let confirmed = confirmations(isOffered: false)
    #expect(confirmed.confirmations == 1 && confirmed.saves == 0)
    let saved = confirmations(isOffered: true)
    #expect(saved.confirmations == 0 && saved.saves == 1)
  }

  /// What enter does in a choice beside a default button.
  private func confirmations(isOffered: Bool) -> (confirmations: Int, saves: Int) {
    enum Event: Sendable { case way(Choice<Int>.Action), save }
    struct Counts: Sendable { var way = Choice([1, 2]), confirmations = 0, saves = 0 }
    let spin = Spin<Counts, Event>(initialState: Counts()) {
      Reducer { counts, event in
        switch event {
        case .way(let action): if counts.way.reduce(action) != nil { counts.confirmations += 1 }
        case .save: counts.saves += 1
        }
      }
    }
    let ui = UISpin(spin, focus: { _ in Focus("way") }) { counts, _ in
      Radio(counts.way) { "\($0)" }.id("way")
      Button("Save", id: "save", isDefault: true)
    } keys: {
      Control("way") { .way($0) }
      Click("save", when: { _ in isOffered }, .save)
    }
    let stage = Scene(ui, columns: 20, rows: 4)
    stage.terminal.show()
    stage.terminal.type("\r")
    return (stage.rehearsal.state.confirmations, stage.rehearsal.state.saves)
  }

  @Test func theDefaultButtonOfAFrameThatNobodySawIsNotClicked() {
    let stage = Scene(Order.ui, columns: 32, rows: 8)
    stage.terminal.type("\r")
    #expect(stage.rehearsal.state.nameError == nil)
    #expect(stage.rehearsal.state.others == 1, "What nothing else takes.")
  }

  /// Two questions, one after the other.
  private struct Questions: Sendable {
    struct Question: Identifiable, Sendable { let id: Int }

    var open: Question? = Question(id: 1)
    var answers: [Int] = []
  }

  @Test func enterThatWasTypedAheadAnswersOnlyTheDialogThatWasSeen() {
    let spin = Spin<Questions, Int>(initialState: Questions()) {
      Reducer { questions, id in
        questions.answers.append(id)
        questions.open = Questions.Question(id: id + 1)
      }
    }
    let ui = UISpin(spin) { _, _ in
    } keys: {
    } layers: {
      Layer(\.open) { question, _ in
        Dialog("\(question.id)") { Button("Yes", id: "yes", isDefault: true) }
      } keys: {
        Key(.click("yes"), help: "yes") { $0.id }
      }
    }
    let stage = Scene(ui)
    stage.terminal.show()
    stage.terminal.type("\r\r")
    #expect(stage.rehearsal.state.answers == [1])
    stage.terminal.show()
    stage.terminal.type("\r")
    #expect(stage.rehearsal.state.answers == [1, 2])
  }

  /// A dialog without a default button, whose first button has the focus.
  @Test(arguments: ["\r", " "])
  func aKeyThatWasTypedAheadClicksNoButtonOfADialogThatNobodySaw(key: String) {
    let spin = Spin<Questions, Int>(initialState: Questions(open: nil)) {
      Reducer { questions, id in
        if id == 0 { questions.open = Questions.Question(id: 1) } else { questions.answers = [id] }
      }
    }
    let ui = UISpin(spin) { _, _ in
    } keys: {
      Key("k", help: "ask", 0)
    } layers: {
      Layer(\.open, focus: { _ in Focus("yes") }) { _, _ in
        Dialog("sure?") { Button("Yes", id: "yes") }
      } keys: {
        Key(.click("yes"), help: "yes") { $0.id }
      }
    }
    let stage = Scene(ui)
    stage.terminal.show()
    stage.terminal.type("k" + key)
    #expect(stage.rehearsal.state.answers == [])
    stage.terminal.show()
    stage.terminal.type(key)
    #expect(stage.rehearsal.state.answers == [1])
  }

  @Test func aButtonThatIsNotShownIsNotClickedThoughItHasTheFocus() {
    let spin = Spin<Questions, Int>(initialState: Questions()) {
      Reducer { questions, id in
        if id == 0 { questions.open = nil } else { questions.answers.append(id) }
      }
    }
    let ui = UISpin(spin, focus: { _ in Focus(1) }) { questions, _ in
      if questions.open != nil { Button("Ask", id: 1) }
      Button("Save", id: 2, isDefault: true)
    } keys: {
      Key("h", help: "hide", 0)
      Key(.click(1), help: "ask", 1)
      Key(.click(2), help: "save", 2)
    }
    let stage = Scene(ui)
    stage.terminal.show()
    stage.terminal.type("\rh")
    stage.terminal.show()
    stage.terminal.type("\r")
    #expect(stage.rehearsal.state.answers == [1, 2])
  }

  /// A dialog of two texts, which comes by a key.
  private struct Login: Equatable, Sendable {
    var name = TextInput.Model()
    var password = TextInput.Model(isSecret: true)
    var focus = Focus("name")

    var words: [String] { [name.text, password.text] }
  }

  private struct Desk: Equatable, Sendable {
    var login: Login?
    var logins: [[String]] = []

    enum Event: Sendable {
      case open, close
      case name(TextInput.Action), password(TextInput.Action), focus(Focus<String>.Action)
    }

    static let spin = Spin<Desk, Event>(initialState: Desk()) {
      Reducer { desk, event in
        switch event {
        case .open: desk.login = Login()
        case .close:
          desk.logins.append(desk.login?.words ?? [])
          desk.login = nil
        case .name(let action): desk.login?.name.reduce(action)
        case .password(let action): desk.login?.password.reduce(action)
        case .focus(let action): desk.login?.focus.reduce(action)
        }
      }
    }

    static var ui: UISpin<Desk, Event> {
      UISpin(spin) { _, _ in
      } keys: {
        Key("n", help: "log in", .open)
      } layers: {
        Layer(\.login, focus: \.focus) { login, _ in
          Dialog("log in") {
            TextInput(login.name).id("name")
            TextInput(login.password).id("password")
          }
        } keys: {
          Control("name") { .name($0) }
          Control("password") { .password($0) }
          Control.focus { .focus($0) }
          Key(.enter, help: "log in", .close)
        }
      }
    }
  }

  @Test func tabThatWasTypedAheadSeparatesTheTextsOfADialog() {
    let stage = Scene(Desk.ui)
    stage.terminal.show()
    stage.terminal.type("nAnn\tsecret\rnBob\thidden\tby\r")
    #expect(stage.rehearsal.state.logins == [["Ann", "secret"], ["Bobby", "hidden"]])
    let unseen = Scene(Desk.ui)
    unseen.terminal.type("nAnn\tsecret\r")
    #expect(unseen.rehearsal.state.logins == [["Ann", "secret"]], "Before the first frame.")
  }

  @Test(arguments: 1..<8)
  func tabShowsEachFieldOfAFormThatIsTooHigh(rows: Int) {
    let stage = stage(rows: rows)
    let order: [Order.Area] = [.name, .size, .way, .agree, .cancel, .save]
    for area in order.dropFirst() + order {
      stage.type("\t")
      #expect(stage.rehearsal.state.focus.current == area)
    }
    for area in order.reversed().dropFirst() {
      stage.type("\u{1B}[Z")
      #expect(stage.rehearsal.state.focus.current == area)
    }
    stage.type("Ann")
    #expect(stage.terminal.terminal.text.contains("Ann"))
    stage.type("\r")
    #expect(stage.rehearsal.state.agreeError != nil, "Enter saves, whatever is seen.")
    stage.type("\t", "\t", "\t", " ")
    #expect(stage.terminal.terminal.text.contains("✓  I agree"))
    #expect(stage.terminal.terminal.violations == [])
  }
}
