import SpinCallbacks
import SpinTTY
import SpinTesting
import TerminalTestSupport
import Testing

@testable import gallery

/// The gallery: each page is a picture, and its keys work.
@Suite struct GalleryTests {
  /// A rehearsal of the gallery with a terminal in front of it.
  private struct Stage {
    let rehearsal: Rehearsal<Gallery, Gallery.Event>
    let terminal: ScriptedTerminal
    let time = ManualScheduler()

    init(
      columns: Int = 88, rows: Int = 32, theme: String? = nil, isLight: Bool = false
    ) {
      var capabilities = Capabilities(
        colors: .trueColor, widths: WidthRules(profile: .grapheme), scrolling: true)
      capabilities.hasLightBackground = isLight
      let rehearsal = Gallery.ui(Gallery(theme: theme)).rehearse(
        on: .callersThread(scheduler: time), columns: columns, rows: rows,
        capabilities: capabilities)
      self.rehearsal = rehearsal
      terminal = ScriptedTerminal(
        columns: columns, rows: rows, send: { rehearsal.input($0) }, draw: { rehearsal.frame() })
      terminal.show()
    }

    /// Shows a page and what it opens; the table of help and the palette open at a press of enter.
    func open(_ page: Page) {
      rehearsal.emit(.pages(.select(page.id)))
      terminal.show()
      if ["Palette", "Help"].contains(page.title) { terminal.type("\r") }
      time.advance(by: .milliseconds(3_200))
      terminal.show()
    }
  }

  @Test(arguments: Page.all.filter { !$0.isWide }.map(\.title))
  func thePictureOfAPageIsItsFrame(_ title: String) throws {
    let page = try #require(Page.all.first { $0.title == title })
    let stage = Stage()
    stage.open(page)
    try compare(stage, with: title, titled: "The page \(title)")
  }

  /// The dashboard of each theme on a light and on a dark screen, whose name has a tilde as pictures
  /// in documentation do.
  @Test(arguments: Theme.bundled.map(\.name), [true, false])
  func thePictureOfTheDashboardIsItsFrame(_ theme: String, isLight: Bool) throws {
    let stage = Stage(columns: 100, rows: 28, theme: theme, isLight: isLight)
    stage.time.advance(by: .milliseconds(3_200))
    stage.terminal.show()
    let name = "Dashboard\(theme == "standard" ? "" : "-" + theme)\(isLight ? "" : "~dark")"
    try compare(stage, with: name, titled: "All at once, in the theme \(theme)")
  }

  private func compare(_ stage: Stage, with name: String, titled title: String) throws {
    try Picture.expect(name, stage.rehearsal.svg(title: title), drawnBy: "GalleryTests")
    #expect(stage.terminal.terminal.violations == [])
  }

  @Test(.onItsOwnThread) func onATerminalAClickOpensAPage() throws {
    let gallery = try ExampleOnTerminal("gallery", [])
    try gallery.terminal.waitFor("next page")
    gallery.terminal.type("]")
    try gallery.terminal.waitFor("─ Text ─")
    #expect(gallery.screen.modesLeftOn.contains { $0.hasPrefix("?1002 ") })
    gallery.terminal.type("\u{1B}[<0;4;10M\u{1B}[<0;4;10m")
    try gallery.terminal.waitFor("─ Grid ─")
    gallery.terminal.type("q")
    try gallery.waitForEnd(.exited(0))
  }

  @Test func everyPageHasItsCode() {
    for page in Page.all { #expect(!page.code.isEmpty, "\(page.title)") }
    #expect(Set(Page.all.map(\.title)).count == Page.all.count)
  }

  @Test(arguments: [(20, 6), (1, 1), (59, 19), (200, 60)])
  func everyPageFitsEveryScreen(_ columns: Int, _ rows: Int) {
    let stage = Stage(columns: columns, rows: rows)
    for page in Page.all {
      stage.open(page)
      #expect(stage.terminal.terminal.violations == [])
    }
  }

  @Test func arrowsChangeThePageAndTabMovesToWhatItShows() {
    let stage = Stage()
    #expect(stage.rehearsal.state.focus.current == .services)
    stage.terminal.type("]")
    stage.terminal.show()
    #expect(stage.rehearsal.state.page.title == Page.all[1].title)
    // Nothing on this page takes arrows, so they change the page.
    #expect(stage.rehearsal.state.focus.current == nil)
    stage.terminal.type("\u{1B}[B")
    stage.terminal.show()
    #expect(stage.rehearsal.state.page.title == Page.all[2].title)
    #expect(stage.rehearsal.state.focus.current == .markdown)
    // In the list, the arrows go on to the next page, and enter goes into it.
    stage.terminal.type("\u{1B}[Z")
    stage.terminal.show()
    #expect(stage.rehearsal.state.focus.current == .pages)
    stage.terminal.type("\u{1B}[B\u{1B}[A\r")
    stage.terminal.show()
    #expect(stage.rehearsal.state.page.title == Page.all[2].title)
    #expect(stage.rehearsal.state.focus.current == .markdown)
    // The title of a group leads to its first page, and the arrows pass over it.
    stage.rehearsal.emit(.pages(.select("ROWS")))
    #expect(stage.rehearsal.state.page.title == "List")
    stage.rehearsal.emit(.pages(.move(-1)))
    #expect(stage.rehearsal.state.page.title == "Image")
    stage.open(.list)
    stage.terminal.type("\u{1B}[B")
    #expect(stage.rehearsal.state.demo.fruit.id == "date")
    stage.open(.textInput)
    stage.terminal.type(" Byron")
    #expect(stage.terminal.show() > 0)
    #expect(stage.terminal.terminal.text.contains("Hello, Ada Byron!"))
    #expect(!stage.terminal.terminal.text.contains("lovelace"))
    // A page of text takes what is typed, so other keys leave it.
    stage.terminal.type("]\u{1B}OR")
    stage.terminal.show()
    #expect(stage.rehearsal.state.demo.name.text == "Ada Byron]")
    #expect(stage.rehearsal.state.page.title == "TextArea")
  }

  @Test func whatTheTerminalDoesIsAskedForByThePage() {
    let stage = Stage()
    stage.open(.terminal)
    stage.terminal.type("\t\r\t\r\t\r\r")
    #expect(
      stage.rehearsal.requests == [
        .copy("Ada"), .notify(title: "gallery", body: "Hello, Ada!"), .bell, .bell,
      ])
  }

  @Test func aDialogAndAMenuAreLayersOfTheirPages() {
    let stage = Stage()
    stage.open(.dialog)
    #expect(stage.terminal.terminal.text.contains("Remove all files?"))
    stage.terminal.type("y\r")
    stage.terminal.show()
    #expect(stage.rehearsal.state.demo.note == "yes")
    // Enter clicks the default button, and then that of the page.
    stage.terminal.type("\r\r")
    #expect(stage.rehearsal.state.demo.note == "no")
    #expect(stage.rehearsal.state.demo.question != nil)
    // The next page is reached over an open dialog, and has none.
    stage.terminal.show()
    stage.terminal.type("]")
    stage.terminal.show()
    #expect(stage.rehearsal.state.page.title == "Menu")
    #expect(stage.rehearsal.state.demo.question == nil)
    stage.terminal.type("\u{1B}[B\r")
    #expect(stage.rehearsal.state.demo.note == "Save")
    #expect(stage.rehearsal.state.demo.menu == nil)
    stage.open(.files)
    stage.terminal.type("\u{1B}[B\u{1B}[B\r")
    #expect(stage.rehearsal.state.demo.file == "Package.swift")
    stage.open(.select)
    stage.terminal.type("\u{1B}[B\r")
    #expect(stage.rehearsal.state.demo.period.current == 30)
  }

  @Test func aToastGoesByItself() {
    let stage = Stage()
    stage.open(.toast)
    #expect(stage.rehearsal.state.demo.toast == "Everything was saved.")
    stage.time.advance(by: .seconds(1))
    #expect(stage.rehearsal.state.demo.toast == nil)
    #expect(stage.time.alarmCount == 0)
  }

  @Test func enterSavesAFormThatIsCompleteAndAMenuOpensBelowItsSelect() {
    let stage = Stage()
    stage.open(.form)
    stage.terminal.type("\r")
    #expect(stage.rehearsal.state.demo.saved == "Ada, every 7 days and at the start")
    stage.terminal.type("\u{7F}\u{7F}\u{7F}\r")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("a name is needed"))
    #expect(stage.rehearsal.state.demo.saved == nil)
    stage.terminal.type("B\t\r")
    stage.terminal.show()
    stage.terminal.type("\u{1B}[B\r")
    #expect(stage.rehearsal.state.demo.period.current == 30)
    #expect(stage.rehearsal.state.demo.periods == nil)
  }

  @Test func theWholeGalleryHasTheThemeThatTheUserChose() {
    let stage = Stage()
    stage.open(.theme)
    #expect(stage.rehearsal.state.theme == .standard)
    stage.terminal.type("\u{1B}[C\u{1B}[C")
    stage.terminal.show()
    #expect(stage.rehearsal.state.theme == .gruvbox)
    let hasBackground = stage.rehearsal.svg(title: "").contains("#282828")
    #expect(hasBackground)
    // A theme without this name is none.
    #expect(Gallery(theme: "amber").theme == .standard)
  }

  @Test func theDashboardDeploysAfterAQuestion() {
    let stage = Stage(columns: 80, rows: 24)
    stage.rehearsal.emit(.focus(.move(to: .version)))
    stage.terminal.show()
    stage.terminal.type("\u{7F}2\r")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("Deploy 2.4.2 to eu-west?"))
    #expect(stage.terminal.terminal.text.contains(" y/enter yes  n/esc no"))
    stage.terminal.type("y")
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("deployed 2.4.2 to eu-west"))
    #expect(!stage.rehearsal.state.demo.isDeploying)
    stage.terminal.type("\t\r")
    stage.terminal.show()
    stage.terminal.type("\u{1B}[B\r")
    #expect(stage.rehearsal.state.demo.region.current == "us-east")
    #expect(stage.terminal.terminal.violations == [])
  }

  @Test func aChosenLevelIsReachedInFrames() {
    let stage = Stage()
    stage.open(.motion)
    #expect(stage.time.alarmCount == 0)
    stage.terminal.type("\u{1B}[C")
    stage.time.advance(by: .milliseconds(300))
    let load = stage.rehearsal.state.demo.load
    #expect(load.value > 50 && load.value < 95 && load.target == 95)
    stage.time.advance(by: .milliseconds(400))
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("95 %"))
    #expect(stage.time.alarmCount == 0)
    #expect(stage.terminal.terminal.violations == [])
  }
}
