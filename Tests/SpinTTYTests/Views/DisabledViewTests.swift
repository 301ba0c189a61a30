import Testing

@testable import SpinTTY

/// What disabled controls look like, what is said of them, and which regions they are.
@Suite struct DisabledViewTests {
  private func frame(@ViewBuilder _ content: () -> ViewList) -> FrameMap {
    Picture(20, 4, content).canvas.frame
  }

  @Test func theModifierHoldsForAllControlsInside() {
    let map = frame {
      VStack {
        TextInput(TextInput.Model()).id("a")
        HStack { Button("b", id: "b").disabled(false) }
      }
      .disabled()
      TextInput(TextInput.Model()).id("c").disabled(false)
    }
    #expect(map["a"]?.isDisabled == true && map["a"]?.isFocusable == false)
    #expect(map["b"]?.isDisabled == true && map["b"]?.isFocusable == false)
    #expect(map["c"]?.isDisabled == false && map["c"]?.isFocusable == true)
    #expect(map.focusOrder(in: 0) == [RegionKey("c")])
    #expect(map.disabledRegions == [RegionKey("a"), RegionKey("b")])
  }

  @Test func theOrderOfTheModifiersDoesNotMatter() {
    let text = TextInput(TextInput.Model())
    let maps = [
      frame { text.id("a").disabled() }, frame { text.disabled().id("a") },
      frame { text.disabled().padding(horizontal: 1).id("a") },
      frame { text.id("a").disabled().hint("name") },
      frame { Text("a").focusable().id("a").disabled() },
      frame { Text("a").id("a").disabled().focusable() },
    ]
    for map in maps {
      #expect(map["a"]?.isDisabled == true && map["a"]?.isFocusable == false)
    }
    #expect(maps[3]["a"]?.hint == "name")
  }

  @Test func aRegionAroundADisabledViewIsNotDisabled() {
    let map = frame {
      VStack {
        Text("a").disabled()
        Button("b", id: "b").disabled()
      }
      .id("panel")
    }
    #expect(map["panel"]?.isDisabled == false && map["b"]?.isDisabled == true)
  }

  @Test func theFocusKeepsThePlaceOfADisabledRegionInItsOrder() {
    let map = frame {
      TextInput(TextInput.Model()).id("a")
      TextInput(TextInput.Model()).id("b").disabled()
      TextInput(TextInput.Model()).id("c")
    }
    func keys(_ ids: String...) -> [RegionKey] { ids.map { RegionKey($0) } }
    #expect(map.focusOrder(in: 0) == keys("a", "c"))
    #expect(map.focusOrder(in: 0, from: RegionKey("b")) == keys("a", "b", "c"))
  }

  @Test func aFormThatIsTooHighKnowsItsDisabledControls() {
    var environment = ViewEnvironment.plain
    environment.focus = RegionKey("0")
    let canvas = Picture(20, 2, in: environment) {
      Form {
        for number in 0..<6 {
          Field("\(number)") {
            TextInput(TextInput.Model()).id("\(number)").disabled(number.isMultiple(of: 2))
          }
        }
      }
    }.canvas
    #expect(canvas.frame.focusOrder(in: 0) == ["1", "3", "5"].map { RegionKey($0) })
    #expect(canvas.frame["4"] == nil)
    #expect(canvas.frame.isEnabled(RegionKey("4"), in: 0) == false)
    #expect(canvas.frame.isEnabled(RegionKey("5"), in: 0) == true)
    let all = Picture(20, 2, in: environment) {
      Form {
        for number in 0..<6 {
          Field("\(number)") { TextInput(TextInput.Model()).id("\(number)") }
        }
      }
      .disabled()
    }.canvas
    #expect(all.frame.focusOrder(in: 0) == [])
  }

  @Test func aDisabledDefaultButtonGetsNoEnter() {
    let map = frame {
      Button("first", id: "first", isDefault: true)
      Button("last", id: "last", isDefault: true).disabled()
    }
    #expect(map.defaultRegion(in: 0) == RegionKey("first"))
  }

  @Test func aDragEndsWhenItsRegionIsDisabled() {
    func map(_ isDisabled: Bool) -> FrameMap {
      frame { TextInput(TextInput.Model("text")).id("a").disabled(isDisabled) }
    }
    var mouse = MouseMemory()
    let press = MouseEvent(.press(.left), column: 1, row: 0)
    _ = mouse.inputs(of: press, on: map(false), at: .zero)
    let kept = mouse.loss(from: map(false), to: map(false))
    #expect(kept == nil)
    let loss = mouse.loss(from: map(false), to: map(true))
    #expect(loss?.mouse?.action == .cancelled(.left))
  }

  /// A second button took the drag away, and the first region was not told.
  @Test func aPressOfAnotherButtonEndsADragAndTellsItsRegion() {
    let map = frame {
      TextInput(TextInput.Model("text")).id("a")
      TextInput(TextInput.Model("text")).id("b")
    }
    var mouse = MouseMemory()
    func inputs(_ action: MouseEvent.Action, row: Int) -> [UserInput] {
      mouse.inputs(of: MouseEvent(action, column: 1, row: row), on: map, at: .zero)
        .filter { !$0.movesFocus }
    }
    func keys(_ action: MouseEvent.Action, row: Int) -> [RegionKey?] {
      inputs(action, row: row).map { $0.captured?.key }
    }
    #expect(keys(.press(.left), row: 0) == [nil])
    #expect(keys(.drag(.left), row: 1) == [RegionKey("a")])
    let second = inputs(.press(.right), row: 1)
    #expect(second.map(\.mouse?.action) == [.cancelled(.left), .press(.right)])
    #expect(second.map { $0.captured?.key } == [RegionKey("a"), nil])
    #expect(keys(.drag(.left), row: 1) == [], "The second region has not got this button.")
    #expect(keys(.release(.right), row: 1) == [RegionKey("b")])
    // The release of the right button is lost: the left one works all the same.
    _ = inputs(.press(.right), row: 1)
    #expect(
      inputs(.press(.left), row: 0).map(\.mouse?.action) == [.cancelled(.right), .press(.left)])
    #expect(keys(.release(.left), row: 1) == [RegionKey("a")])
    _ = inputs(.press(.left), row: 0)
    #expect(inputs(.move, row: 1).map(\.mouse?.action) == [.cancelled(.left), .move])
    #expect(!mouse.isPressed)
    #expect(inputs(.move, row: 1).map(\.mouse?.action) == [.move])
  }

  @Test(arguments: [ColorProfile.trueColor, .ansi256, .ansi16, .none])
  func aDisabledControlHasTheSecondaryStyleAndNoFocus(colors: ColorProfile) {
    var environment = ViewEnvironment(colors: colors)
    environment.focus = RegionKey("a")
    let secondary = environment.style(.secondary)
    let views: [any View] = [
      Button("Save", id: "a", isDefault: true), Button("Save", id: "a", look: .error),
      Checkbox("Save", true, id: "a"), Select(Choice(["Save"])) { $0 }.id("a"),
      TextInput(TextInput.Model("Save")).id("a"), Choices(Choice(["Save"])) { $0 }.id("a"),
      Radio(Choice(["Save"])) { $0 }.id("a"),
    ]
    for view in views {
      let canvas = Picture(12, 1, in: environment) { ViewList([view.resolved]).disabled() }.canvas
      #expect(canvas.cursor == nil)
      #expect(canvas.lines[0].contains("Save"))
      let filled = [
        environment.style(.primary).background, environment.style(.selection).background,
        environment.style(.error).foreground,
      ]
      .compactMap { $0 }
      for column in 0..<12 where canvas.cell(column: column, row: 0).text != " " {
        let style = canvas.cell(column: column, row: 0).style
        #expect(style.foreground == secondary.foreground)
        #expect(style.attributes == secondary.attributes)
        #expect(style.background.map { !filled.contains($0) } ?? true)
      }
    }
  }

  @Test func aFormLooksTheSameWithDisabledFieldsAndButtons() {
    func form(_ isDisabled: Bool?) -> String {
      func view(_ view: some View) -> any View {
        isDisabled.map { view.disabled($0) as any View } ?? view
      }
      return picture(30, 8) {
        Form(spacing: 0) {
          view(Field("long label") { Text("a") })
          Field("b") { Text("b") }
          view(Button("Save", id: "save"))
        }
      }
    }
    #expect(form(nil) == "long label  a\nb           b\n            [ Save ]")
    #expect(form(true) == form(nil) && form(false) == form(nil))
  }

  @Test func viewsOfAProgramKnowThatTheyAreDisabled() {
    let text = picture(10, 2) {
      EnvironmentReader { Text($0.isEnabled ? "on" : "off") }
      EnvironmentReader { Text($0.isEnabled ? "on" : "off") }.disabled()
    }
    #expect(text == "on\noff")
  }

  @Test func theWordsOfAControlSayThatItIsDisabled() {
    let form = Form {
      Field("name") { TextInput(TextInput.Model("Ann")).id("name") }
      Field("note") { TextArea(TextArea.Model("one")).id("note") }
      Field("size") { Select(Choice(["small", "large"])) { $0 }.id("size") }
      Field("answer") { Choices(Choice(["yes", "no"])) { $0 }.id("answer") }
      Checkbox("I agree", true, id: "agrees")
      Button("Save", id: "save")
    }
    #expect(
      form.disabled().plainLines() == [
        "name: Ann (disabled)", "note: one (disabled)", "size: small (disabled)",
        "answer: [yes] no (disabled)", "[x] I agree (disabled)", "[Save] (disabled)",
      ])
    #expect(!form.disabled(false).plainLines().joined().contains("disabled"))
    var environment = ViewEnvironment()
    environment.words.disabled = "gesperrt"
    #expect(Button("Save", id: 1).disabled().plainLines(in: environment) == ["[Save] (gesperrt)"])
  }

  @Test func theWordsOfAnOptionSayThatItIsDisabled() {
    let choice = Choice(["a", "b", "c"], disabled: ["a", "c"])
    #expect(Choices(choice) { $0 }.plainLines() == ["a (disabled) [b] c (disabled)"])
    #expect(Radio(choice) { $0 }.plainLines() == ["( ) a (disabled)", "(*) b", "( ) c (disabled)"])
    #expect(
      Choices(choice) { $0 }.disabled().plainLines() == ["a [b] c (disabled)"])
  }

  @Test func aDisabledOptionIsSecondaryAndItsRowTakesNoClick() {
    let choice = Choice(["a", "b"], disabled: ["b"])
    let environment = ViewEnvironment()
    let canvas = Picture(6, 2, in: environment) {
      Choices(choice, axis: .vertical) { $0 }.id("menu")
    }.canvas
    let secondary = environment.style(.secondary).foreground
    #expect(canvas.cell(column: 1, row: 1).style.foreground == secondary)
    #expect(canvas.cell(column: 1, row: 0).style.foreground != secondary)
    #expect(canvas.frame[RowID(id: "a")]?.isDisabled == false)
    #expect(canvas.frame[RowID(id: "b")]?.isDisabled == true)
    #expect(canvas.frame["menu"]?.isFocusable == true)
  }

  @Test(arguments: [
    (1, 1, 3), (1, -1, 1), (1, 2, 4), (1, Int.max, 4), (4, -1, 3), (4, -2, 1), (4, Int.min, 1),
    (2, 1, 3), (2, -1, 1), (2, 0, 2), (5, -1, 4), (5, 1, 4), (5, Int.max, 4), (5, Int.min, 1),
  ])
  func stepsCountTheOptionsThatCanBeChosen(current: Int, step: Int, new: Int) {
    var choice = Choice([1, 2, 3, 4, 5], current: current, disabled: [2, 5])
    #expect(choice.reduce(.move(step)) == nil)
    #expect(choice.current == new)
  }

  @Test func aDisabledOptionIsNotChosen() {
    var choice = Choice([1, 2], disabled: [1])
    #expect(choice.current == 2)
    #expect(choice.reduce(.choose(1)) == nil && choice.current == 2)
    choice.disabled = [1, 2]
    #expect(choice.reduce(.confirm) == nil && choice.reduce(.move(-1)) == nil)
    #expect(choice.current == 2)
    #expect(Choice([1, 2], disabled: [1, 2]).current == 1)
  }
}
