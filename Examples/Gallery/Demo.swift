import SpinTTY

/// The values that the views of the pages show.
struct Demo: Equatable, Sendable {
  var fruit = Selection<String>("cherry")
  var cities = City.all.sorted { $0.millions > $1.millions }
  var table = Table<City>.Model(Selection("Paris"), sort: "MILLIONS", descending: true)
  var tree = Tree<Branch>.Model(Selection("bowed"), open: ["strings", "bowed", "winds"])
  var files = Folder.model
  var isChoosing = false
  var file: String?
  var manual = Scroll()
  var markdown = Scroll()
  var name = TextInput.Model("Ada")
  var secret = TextInput.Model("lovelace", isSecret: true)
  var letter = TextArea.Model(
    """
    Dear reader,

    this text is a value in the state. Its lines wrap at words, a click puts the cursor into it, \
    and shift with an arrow selects.
    """)
  var answer = Choice(["once", "always", "never"])
  var tabs = Choice(["Backup", "Restore", "Log"])
  var period = Choice([2, 7, 30], current: 7)
  var periods: Choice<Int>?
  var atStart = true
  var saved: String?
  var question: String?
  var note: String?
  @Pulse var toast: String?
  @Pulse var copied: String?
  @Pulse var notice: String?
  @Pulse var rings = 0
  var menu: Choice<String>?
  var menuHere: Choice<String>?
  var panes = Split.Model()
  var download = Pace(of: 64e6)
  var lines = LogView.Lines(capacity: 1_000)
  var log = LogView.Model()
  var elapsed = Duration.seconds(60)
  var look = Choice(Theme.bundled.map(\.name))
  var level = Choice([10, 50, 95], current: 50)
  var load = Animated(50.0)
  var tint = Animated(Color.rgb(215, 175, 0))
  var services = Service.all.sorted { $0.requests > $1.requests }
  var service = Table<Service>.Model(Selection("images"), sort: "REQ/S", descending: true)
  var version = TextInput.Model("2.4.1")
  var region = Choice(["eu-west", "us-east", "ap-south"])
  var regions: Choice<String>?
  var tells = true
  var isDeploying = false

  static let fruits = [
    "apple", "banana", "cherry", "date", "elderberry", "fig", "grape", "honeydew", "jackfruit",
  ]

  init() {
    for number in 80..<120 { lines.append(Demo.line(number)) }
  }

  enum Event: Equatable, Sendable {
    case fruit(Selection<String>.Action)
    case table(Table<City>.Action)
    case tree(Tree<Branch>.Action)
    case files(Tree<FilePicker.Entry>.Action)
    case choose(Bool)
    case toast(String?)
    case manual(Scroll.Action)
    case markdown(Scroll.Action)
    case name(TextInput.Action)
    case secret(TextInput.Action)
    case letter(TextArea.Action)
    case answer(Choice<String>.Action)
    case tabs(Choice<String>.Action)
    case period(Choice<Int>.Action)
    case openPeriods
    case choosePeriod(Choice<Int>.Action)
    case atStart
    case save
    case ask(String?)
    case note(String?)
    case copy
    case notify
    case ring
    case open
    case openHere
    case panes(Split.Action)
    case menu(Choice<String>.Action)
    case menuHere(Choice<String>.Action)
    case log(LogView.Model.Action)
    case wrap
    case look(Choice<String>.Action)
    case service(Table<Service>.Action)
    case version(TextInput.Action)
    case region(Choice<String>.Action)
    case openRegions
    case chooseRegion(Choice<String>.Action)
    case tell
    case askToDeploy(Bool)
    case deploy
    case level(Choice<Int>.Action)
    case frame(Duration)
    case tick
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .fruit(let action): fruit.reduce(action, in: Self.fruits)
    // snippet.table
    case .table(let action):
      if table.reduce(action, in: cities, by: City.columns) == .sorted {
        table.sort(&cities, by: City.columns)
      }
    // snippet.end
    case .tree(let action): tree.reduce(action, in: Branch.all, children: \.children)
    case .files(let action):
      guard case .activated(let path) = files.reduce(action) else { return }
      (file, isChoosing) = (path.name, false)
    case .choose(let isOpen): isChoosing = isOpen
    case .toast(let text): toast = text
    case .manual(let action): manual.reduce(action)
    case .markdown(let action): markdown.reduce(action)
    case .name(let action): name.reduce(action)
    case .secret(let action): secret.reduce(action)
    case .letter(let action): letter.reduce(action)
    case .answer(let action): answer.reduce(action)
    case .tabs(let action): tabs.reduce(action)
    case .period(let action): period.reduce(action)
    case .openPeriods: periods = period
    case .choosePeriod(let action):
      if let chosen = periods.reduce(action) { period.reduce(.choose(chosen)) }
    case .atStart: atStart.toggle()
    case .save:
      let days = "every \(period.current ?? 0) days"
      saved = nameError == nil ? "\(name.text), \(days)\(atStart ? " and at the start" : "")" : nil
    case .ask(let text): question = text
    case .note(let text): (note, question) = (text, nil)
    case .copy: copied = name.text
    case .notify: notice = "Hello, \(name.text)!"
    case .ring: rings += 1
    case .open: menu = Choice(["Open", "Save", "Close"])
    case .openHere: menuHere = Choice(["Open", "Save", "Close"])
    case .panes(let action): panes.reduce(action)
    case .menu(let action): if let chosen = menu.reduce(action) { note = chosen }
    case .menuHere(let action): if let chosen = menuHere.reduce(action) { note = chosen }
    case .log(let action): log.reduce(action, in: lines)
    case .wrap: log.wraps.toggle()
    case .look(let action): look.reduce(action)
    case .service(let action):
      if service.reduce(action, in: services, by: Service.columns) == .sorted {
        service.sort(&services, by: Service.columns)
      }
    case .version(let action): version.reduce(action)
    case .region(let action): region.reduce(action)
    case .openRegions: regions = region
    case .chooseRegion(let action):
      if let chosen = regions.reduce(action) { region.reduce(.choose(chosen)) }
    case .tell: tells.toggle()
    case .askToDeploy(let asks): isDeploying = asks
    case .deploy:
      isDeploying = false
      let words = "deployed \(version.text) to \(region.current ?? "")"
      lines.append([Text.Run(words, look: .accent)])
    case .level(let action):
      level.reduce(action)
      let part = level.current ?? 0
      load.move(to: Double(part), over: .milliseconds(600))
      tint.move(
        to: part < 50 ? .rgb(95, 175, 95) : part > 50 ? .rgb(215, 95, 95) : .rgb(215, 175, 0),
        over: .milliseconds(600))
    case .frame(let time):
      load.advance(by: time)
      tint.advance(by: time)
    case .tick:
      elapsed += .milliseconds(100)
      download.reach(64e6 * (0.2 + 0.8 * phase), at: elapsed)
      let number = Int(elapsed / .milliseconds(100))
      if number % 5 == 0 { lines.append(Demo.line(number / 5)) }
    }
  }

  /// Whether a layer covers the page.
  var isCovered: Bool {
    isChoosing || isDeploying || question != nil || menu != nil || menuHere != nil || periods != nil
      || regions != nil
  }

  /// Removes what lies on top of the page.
  mutating func close() {
    (isChoosing, isDeploying, question, toast) = (false, false, nil, nil)
    (menu, menuHere, periods, regions) = (nil, nil, nil, nil)
  }

  /// A line of the log; there are two in a second.
  private static func line(_ number: Int) -> [Text.Run] {
    let path = ["/", "/search", "/cart", "/images/7.png", "/pay"][number * number % 7 % 5]
    let time = number * 37 % 90 + (number % 9 == 4 ? 400 : 8)
    let isFailure = number % 13 == 6
    let seconds = "\(number / 2 % 60 + 100)".dropFirst()
    return [
      Text.Run("12:0\(number / 120 % 10):\(seconds)  ", look: .secondary),
      isFailure ? Text.Run("503", look: .error) : Text.Run("200", look: .success),
      Text.Run("  \(path) "),
      Text.Run("in \(time) ms", look: time > 400 ? .warning : .secondary),
    ]
  }

  /// Whom the page of text fields greets.
  var greeted: String { name.text.isEmpty ? "stranger" : name.text }

  // snippet.mistake
  var nameError: String? { name.text.isEmpty ? "a name is needed" : nil }
  // snippet.end

  /// The requests per second, a number of ticks later.
  func requests(_ ticks: Int) -> Double {
    let time = Double(Int(elapsed / .milliseconds(100)) + ticks)
    let noise = Double((Int(time) &* 7_919 &+ 13) % 101) / 100
    let waves = 260 * Demo.wave(time / 97) + 120 * Demo.wave(time / 31) + 60 * Demo.wave(time / 11)
    return 700 + waves + 50 * noise
  }

  /// A wave between -1 and 1, a number of steps later.
  func wave(_ steps: Int) -> Double { Demo.wave(phase + Double(steps) / 30) }

  /// A wave between -1 and 1, after a number of turns.
  private static func wave(_ turns: Double) -> Double {
    let place = turns - turns.rounded(.down)
    // Two parabolas, one up and one down, are round enough.
    return place < 0.5 ? 16 * place * (0.5 - place) : -16 * (place - 0.5) * (1 - place)
  }

  /// A number that goes from 0 to 1 in five seconds and then begins again.
  var phase: Double { (elapsed / .seconds(5)).truncatingRemainder(dividingBy: 1) }
}
