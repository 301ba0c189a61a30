import SpinCore
import SpinTTY

/// The state of the program: the current page, and the states of the views.
struct Gallery: Equatable, Sendable {
  var pages = Selection<String>(Page.all[0].id)
  var focus = Focus<Area>()
  var code = Scroll()
  var demo = Demo()

  enum Event: Equatable, Sendable {
    case pages(Selection<String>.Action)
    case focus(Focus<Area>.Action)
    case code(Scroll.Action)
    case demo(Demo.Event)
  }

  /// The theme of the program, which the user chooses on a page.
  var theme: Theme { demo.look.current.flatMap { Theme.named($0) } ?? .standard }

  var page: Page { pages.selected(in: Page.all) ?? Page.all[0] }

  /// Creates the state in a theme, by default the standard one, on a page, by default the first.
  init(theme: String? = nil, page: Page = Page.all[0]) {
    demo.look = Choice(demo.look.options, current: theme)
    pages = Selection(page.id)
    focus = Focus(page.firstFocus)
  }

  static func spin(_ start: Gallery) -> Spin<Gallery, Event> {
    Spin(initialState: start) {
      Feedback(while: \.page.moves) { .every(.milliseconds(100), .demo(.tick)) }
      Feedback(while: \.demo.load.isMoving) { .frames { .demo(.frame($0)) } }
      Reducer { gallery, event in
        switch event {
        case .pages(let action):
          if gallery.pages.reduce(action, in: Page.all) == .selected {
            gallery.code = Scroll()
            gallery.focus = Focus(gallery.page.firstFocus)
          }
        case .focus(let action): gallery.focus.reduce(action)
        case .code(let action): gallery.code.reduce(action)
        case .demo(let event): gallery.demo.apply(event)
        }
      }
    }
  }

  /// The mouse selects, drags and scrolls; with shift, it selects text of the terminal.
  static var options: UIOptions {
    var options = UIOptions.fullScreen
    options.mouse = .drags
    return options
  }

  /// A new one for each run.
  static func ui(_ start: Gallery = Gallery()) -> UISpin<Gallery, Event> {
    UISpin(spin(start), options: options, focus: \.focus, theme: \.theme) { gallery, screen in
      GalleryView(gallery: gallery, screen: screen)
    } keys: {
      Control(Area.pages) { .pages($0) }
      Control(Area.code) { .code($0) }
      Control.focus { .focus($0) }
      for page in Page.all {
        Keys(when: { $0.pages.id == page.id }) { page.keys }
      }
      Key("]", help: "next page", .pages(.move(1)))
      Key("[", help: "page before", .pages(.move(-1)))
      Key.help("?")
      Key.palette(.ctrl("p"))
      Key.quit("q", .ctrl("c"))
    } layers: {
      for page in Page.all { page.layers }
    } terminal: {
      for page in Page.all { page.performs }
    }
  }
}
