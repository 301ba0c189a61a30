import SpinCore
import SpinTTY

/// The state of the program: the current page, and the states of the views.
struct Gallery: Equatable, Sendable {
  var pages: Selection<String>
  var focus = Focus<Area>()
  var code = Scroll()
  var demo = Demo()

  enum Event: Equatable, Sendable {
    case pages(Selection<String>.Action)
    case focus(Focus<Area>.Action)
    case code(Scroll.Action)
    case demo(Demo.Event)
  }

  // snippet.theme
  /// The theme of the program, which the user chooses on a page.
  var theme: Theme { demo.look.current.flatMap { Theme.named($0) } ?? .standard }
  // snippet.end

  var page: Page { Page.all.first { $0.id == pages.id } ?? Page.all[0] }

  /// Creates the state in a theme, by default the standard one, on a page, by default the first.
  init(theme: String? = nil, page: Page = Page.all[0]) {
    pages = Selection(page.id)
    demo.look = Choice(demo.look.options, current: theme)
    enter()
  }

  /// Moves the focus into the page, and opens its layer if it has one.
  private mutating func enter() {
    focus = Focus(page.focus)
    if let event = page.opens { demo.apply(event) }
  }

  /// While the user looks for a page by the arrow keys, the list keeps the focus.
  private mutating func selectPage(_ action: Selection<String>.Action) {
    let before = pages.index ?? 0
    let outcome = pages.reduce(action, in: Page.rows)
    // A click on the title of a group opens its first page, and the keys pass over the title.
    let isUp = if case .select = action { false } else { (pages.index ?? 0) < before }
    while pages.selected(in: Page.rows)?.isTitle == true {
      pages.reduce(.move(isUp ? -1 : 1), in: Page.rows)
    }
    if outcome == .selected {
      code = Scroll()
      demo.close()
    }
    switch (outcome, action) {
    case (.selected, .move) where focus.isOn(.pages) && !page.isWide: break
    case (.selected, _), (.activated, _): enter()
    default: break
    }
  }

  static func spin(_ start: Gallery) -> Spin<Gallery, Event> {
    Spin(initialState: start) {
      Feedback(while: \.page.moves) { .every(.milliseconds(100), .demo(.tick)) }
      Feedback(while: \.demo.load.isMoving) { .frames { .demo(.frame($0)) } }
      Feedback(pulse: \.demo.$toast) { _ in .after(.seconds(4), .demo(.toast(nil))) }
      Reducer { gallery, event in
        switch event {
        case .pages(let action): gallery.selectPage(action)
        case .focus(let action): gallery.focus.reduce(action)
        case .code(let action): gallery.code.reduce(action)
        case .demo(let event): gallery.demo.apply(event)
        }
      }
    }
  }

  /// The mouse selects, drags and scrolls; with shift, it selects text of the terminal.
  static var options: UIOptions { .fullScreen(mouse: .drags) }

  /// A new one for each run.
  static func ui(_ start: Gallery = Gallery()) -> UISpin<Gallery, Event> {
    UISpin(spin(start), options: options, focus: \.focus, theme: \.theme) { gallery, screen in
      GalleryView(gallery: gallery, screen: screen)
    } keys: {
      Control(Area.pages, help: "choose a page") { .pages($0) }
      Control(Area.code) { .code($0) }
      Control.focus(help: "focus") { .focus($0) }
      for page in Page.all {
        Keys(when: { $0.pages.id == page.id }) { page.keys }
      }
      Key(.f(3), "]", help: "next page", .pages(.move(1)))
      Key(.f(2), "[", help: "page before", .pages(.move(-1)))
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.quit("q", .ctrl("c"))
    } layers: {
      for page in Page.all { page.layers }
      // Over a modal layer, so that these keys leave its page too.
      Layer(when: \.demo.isCovered, catches: .itsOwn) { _, _ in
      } keys: {
        Key("]", .f(3), help: "", .pages(.move(1)))
        Key("[", .f(2), help: "", .pages(.move(-1)))
      }
    } terminal: {
      for page in Page.all { page.performs }
    }
  }
}
