// swift-format-ignore-file
// Made by Scripts/gallery of the files in Pages.
extension Page {
  var code: String { Self.codes[title] ?? "" }

  private static let codes: [String: String] = [
    "Bars": #"""
      HStack(spacing: 1) {
        ActivityIndicator(at: demo.elapsed).styled(.warning)
        ProgressBar(demo.phase).styled(.success)
          .frame(width: .fill)
        Text("\(Int(demo.phase * 100)) %")
          .frame(width: .fixed(5), alignment: .topTrailing)
      }
      .windowProgress(.value(demo.phase))
      ProgressBar(demo.download, unit: "B")
      BarChart(
        [
          .init("north", 12.5),
          .init("east", 7),
          .init("south", 18),
        ], upTo: 20)
      BarChart(
        ["Mon": 3, "Tue": 5.5, "Wed": 4, "Thu": 8, "Fri": 6],
        axis: .vertical
      )
      .axes()
      .frame(width: .max(40), height: .fill.atLeast(4))
      """#,
    "Choices": #"""
      Text("How often?")
      Choices(demo.answer) { $0 }.id(Area.answer)
      Text("now: \(demo.answer.current ?? "nothing")")
        .styled(.secondary)

      // keys
      Control(Area.answer, help: "move") {
        .demo(.answer($0))
      }
      """#,
    "Dashboard": #"""
      HStack {
        LineChart(
          [
            .init((-400...0).map(demo.requests), label: "reads"),
            .init(
              (-400...0).map { demo.requests($0 - 40) / 4 },
              label: "writes"),
          ], in: 0...1200
        )
        .filled().legend()
        .axes(["20 s", "15 s", "10 s", "5 s", "now"], over: 200)
        .border(title: "Requests per second")
        .frame(width: .fill.atLeast(30).priority(1))
        VStack(spacing: 1) {
          Gauge(
            "cpu   ", demo.requests(0) / 11, in: 0...100,
            thresholds: [
              .init(70, .warning, "busy"),
              .init(90, .error, "too busy"),
            ])
          Gauge("memory", 5.4, in: 0...16, text: "5.4 GB")
          Gauge("disk  ", 212, in: 0...512, text: "212 GB")
          HStack(spacing: 1) {
            Text("load  ")
            Sparkline(
              (-60...0).map { demo.requests(5 * $0) },
              in: 0...1200
            )
            .styled(.success).frame(width: .fill)
          }
          // On a high screen.
          VStack {
            Text("now").styled(.secondary)
            BigText("\(Int(demo.requests(0)))").styled(.accent)
          }
          .frame(height: .fill.atLeast(6))
        }
        .frame(width: .fill, height: .fill).border(title: "Host")
        .frame(width: .fill.atLeast(28).atMost(34))
      }
      .frame(height: .fill(4).atLeast(10))
      HStack {
        Table(demo.services, demo.service, Service.columns)
          .id(Area.services).border(title: "Services")
          .frame(
            width: .fill.atLeast(26).priority(1), height: .fill)
        Form {
          Field("version") {
            TextInput(demo.version).id(Area.version)
          }
          Field("region") {
            Select(demo.region) { $0 }.id(Area.region)
          }
          Checkbox("tell the team", demo.tells, id: Area.tells)
          Button("Deploy", id: Area.deploy, isDefault: true)
        }
        .frame(height: .fill).border(title: "Deploy")
        .frame(width: .fill.atLeast(28).atMost(34), height: .fill)
      }
      .frame(height: .fill(4).atLeast(4).atMost(11).priority(2))
      LogView(demo.lines, demo.log)
        .scrollbar().id(Area.events).border(title: "Events")
        .frame(height: .fill(2).atLeast(3).priority(1))

      // keys
      Control(Area.services, help: "move") {
        .demo(.service($0))
      }
      Control(Area.version) { .demo(.version($0)) }
      Control(Area.region) { .demo(.region($0)) }
      Control(Area.events) { .demo(.log($0)) }
      Click(Area.region, .demo(.openRegions))
      Click(Area.tells, help: "tell the team", .demo(.tell))
      Click(
        Area.deploy, help: "deploy", .demo(.askToDeploy(true)))

      // layers
      Layer.menu(
        \.demo.regions, option: \.self, at: .below(Area.region)
      ) { .demo(.chooseRegion($0)) }
      Layer(when: \.demo.isDeploying) { gallery, _ in
        let demo = gallery.demo
        Dialog("Deploy") {
          Text(
            "Deploy \(demo.version.text)"
              + " to \(demo.region.current ?? "")?")
        }
      } keys: {
        Key("y", .enter, help: "yes", .demo(.deploy))
        Key("n", .escape, help: "no", .demo(.askToDeploy(false)))
      }
      """#,
    "Dialog": #"""
      Button("Remove…", id: Area.ask)
      Text(demo.note.map { "answer: \($0)" } ?? "No answer yet.")
        .styled(.secondary)

      // keys
      Click(Area.ask, help: "remove", .demo(.ask("all files")))

      // layers
      Layer(\.demo.question) { what, _ in
        Dialog("Remove") {
          Text("Remove \(what)?")
        } buttons: {
          Button("No", id: Area.no, isDefault: true)
          Button("Yes", id: Area.yes, look: .error)
        }
      } keys: {
        Key(
          "y", .click(Area.yes), help: "yes", .demo(.note("yes")))
        Key(
          "n", .escape, .click(Area.no), help: "no",
          .demo(.note("no")))
      }
      """#,
    "FilePicker": #"""
      Button("Open…", id: Area.filesButton)
      Text(demo.file.map { "chosen: \($0)" } ?? "No file yet.")
        .styled(.secondary)

      // keys
      Click(
        Area.filesButton, help: "open", .demo(.choose(true)))

      // layers
      Layer(when: \.demo.isChoosing) { gallery, _ in
        Dialog("Open a file") {
          FilePicker(gallery.demo.files).id(Area.files)
            .frame(width: .fixed(36), height: .fixed(8))
        }
      } keys: {
        Control(Area.files, help: "move") { .demo(.files($0)) }
        Key(
          .escape, .clickOutside, help: "close",
          .demo(.choose(false)))
      }
      """#,
    "Form": #"""
      Form {
        Field("name", error: demo.nameError) {
          TextInput(demo.name).id(Area.name)
        }
        // The page Select has its menu.
        Field("backup") {
          Select(demo.period) { "every \($0) days" }
            .id(Area.period)
        }
        Checkbox(
          "and when it starts", demo.atStart, id: Area.atStart)
        Button("Save", id: Area.save, isDefault: true)
      }
      .environment(\.density, .regular)
      Text(demo.saved.map { "saved: \($0)" } ?? "Not saved yet.")
        .styled(.secondary)

      // keys
      Control(Area.name) { .demo(.name($0)) }
      Control(Area.period) { .demo(.period($0)) }
      Click(Area.period, .demo(.openPeriods))
      Click(Area.atStart, .demo(.atStart))
      Click(Area.save, help: "save", .demo(.save))
      """#,
    "Gauge": #"""
      Gauge(
        "load", 50 + 45 * demo.wave(0), in: 0...100,
        thresholds: [
          .init(0, .success),
          .init(60, .warning, "busy"),
          .init(85, .error, "too busy"),
        ])
      Gauge("disk", 212, in: 0...512, text: "212 GB")
      Sparkline(
        (-140..<60).map { 50 + 45 * demo.wave($0) }, in: 0...100
      )
      .styled(.accent)
      """#,
    "Grid": #"""
      Grid(spacing: 2, columns: [.leading, .trailing]) {
        GridRow {
          Text("CITY").bold()
          Text("MILLIONS").bold()
        }
        for city in demo.cities.prefix(4) {
          Divider()
          GridRow {
            Text(city.id)
            Text("\(city.millions)")
            ProgressBar(city.millions, of: 40)
              .frame(width: .fill)
          }
        }
        Divider()
        GridRow {
          Text("a cell of two columns").gridColumns(2)
          Text("and one with\ntwo lines")
        }
      }
      """#,
    "Help": #"""
      Button("All keys", id: Area.help)
      Text("? opens the table on every page.").styled(.secondary)

      // keys
      Key.help(.click(Area.help), help: "")
      """#,
    "Image": #"""
      HStack(spacing: 2) {
        Image("a sphere", sphere)
          .frame(width: .max(36), height: .max(18))
        VStack(spacing: 1) {
          Image("a smaller sphere", sphere)
            .frame(width: .max(12), height: .max(6))
          Image("the same without colours", sphere)
            .frame(width: .max(12), height: .max(6))
            .environment(\.colors, .none)
        }
      }

      private static let sphere = Pixels(width: 96, height: 96) {
        let (x, y) = (Double($0) / 48 - 1, Double($1) / 48 - 1)
        let rest = 1 - x * x - y * y
        guard rest > 0 else {
          return .init(red: 0, green: 0, blue: 0, alpha: 0)
        }
        let light = max(0.1, (rest - 0.5 * x - 0.7 * y) / 1.2)
        return Pixels.Color(
          red: UInt8(min(255, 255 * light)),
          green: UInt8(min(255, 160 * light)), blue: 120)
      }
      """#,
    "Layout": #"""
      HStack(spacing: 1) {
        Text("fixed").frame(width: .fixed(7)).border(.light)
        Text("fills twice").frame(width: .fill(2)).border(.double)
        Text("fills once").frame(width: .fill(1)).border(.heavy)
      }
      HStack {
        Text("left")
        Spacer()
        Text("right")
      }
      .padding(horizontal: 2)
      .border(.rounded, title: "a spacer")
      Text("in the middle of what is left")
        .alignment(.center).frame(height: .fill)
      """#,
    "Lines": #"""
      let arches = (0..<390).map { (second: Int) -> Double in
        let phase = second % 130
        return Double(phase * (130 - phase)) / 176
      }
      let slope = (0..<390).map { (second: Int) -> Double in
        Double(second) / 20
      }
      LineChart(
        [
          .init(arches, label: "up and down"),
          .init(slope, label: "steady"),
        ], in: 0...25
      )
      .axes(["130 s ago", "65 s ago", "now"], over: 130)
      .legend()
      """#,
    "List": #"""
      List(Demo.fruits, demo.fruit) { fruit in
        HStack {
          Text(fruit)
          Spacer()
          Text("\(fruit.count) letters").styled(.secondary)
        }
      }
      .id(Area.fruit).frame(height: .fill)
      Text("selected: \(demo.fruit.id ?? "nothing")")

      // keys
      Control(Area.fruit, help: "move") { .demo(.fruit($0)) }
      """#,
    "LogView": #"""
      EnvironmentReader { environment in
        LogView(demo.lines, demo.log)
          .lineStyle {
            $0.contains("503")
              ? environment.style(.error) : .plain
          }
          .scrollbar().id(Area.log)
      }
      .frame(height: .fill)

      // keys
      Control(Area.log, help: "scroll") { .demo(.log($0)) }
      Key("w", help: "wrap", .demo(.wrap))
      """#,
    "Markdown": #"""
      Viewport(demo.markdown) { Markdown(letter) }
        .scrollbar().id(Area.markdown).frame(height: .fill)

      // keys
      Control(Area.markdown, help: "scroll") {
        .demo(.markdown($0))
      }

      private static let letter = Markdown.Document(
        """
        # A letter

        *Slanted*, **heavy** or `code`;
        [links](https://swift.org) open.

        > Quotes have a bar,
        > - lists have marks
        >   1. inside each other

        | what    | how many |
        |---------|---------:|
        | views   |       40 |
        | colours |      256 |

        ```swift
        let answer = "six by nine"  // or so
        ```

        ![a cat](cat.png)
        """)
      """#,
    "Menu": #"""
      Button("File ▾", id: Area.menuButton)
      Text(demo.note.map { "last: \($0)" } ?? "Nothing yet.")
        .styled(.secondary)

      // keys
      Click(Area.menuButton, help: "file", .demo(.open))

      // layers
      Layer.menu(
        \.demo.menu, option: \.self, at: .below(Area.menuButton)
      ) { .demo(.menu($0)) }
      .dimsBelow(true)
      """#,
    "Motion": #"""
      Choices(demo.level) { "\($0) %" }.id(Area.level)
      ProgressBar(demo.load, of: 100)
      Gauge("load", demo.load, in: 0...100)
      EnvironmentReader { environment in
        BigText("\(Int(demo.load.value(in: environment)))")
          .foreground(demo.tint.value(in: environment))
      }

      // keys
      Control(Area.level, help: "move") { .demo(.level($0)) }
      """#,
    "Options": #"""
      Tabs(demo.tabs) { $0 }.id(Area.tabs)
      Radio(demo.period) { "every \($0) days" }.id(Area.period)
      Checkbox(
        "and when it starts", demo.atStart, id: Area.atStart)

      // keys
      Control(Area.tabs, help: "turn") { .demo(.tabs($0)) }
      Control(Area.period, help: "move") { .demo(.period($0)) }
      Click(Area.atStart, .demo(.atStart))
      """#,
    "Palette": #"""
      Button("Commands", id: Area.palette)
      Text("ctrl-P opens it on every page.").styled(.secondary)

      // keys
      Key.palette(.click(Area.palette), help: "")
      """#,
    "Priority": #"""
      for width in [60, 48, 42, 30] {
        HStack {
          Text("name: 15").frame(width: .fixed(15).priority(2))
            .background(.rgb(0, 95, 135))
          Text("size: 12 up")
            .frame(width: .fill.atLeast(12).priority(1))
            .background(.rgb(135, 0, 95))
          Text("date: 12 to 20")
            .frame(width: .fill.atLeast(14).atMost(20))
            .background(.rgb(95, 95, 0))
        }
        .foreground(.rgb(255, 255, 255))
        .frame(width: .fixed(width))
      }
      """#,
    "Select": #"""
      HStack(spacing: 1) {
        Text("backup")
        Select(demo.period) { "every \($0) days" }
          .id(Area.period)
      }

      // keys
      Control(Area.period) { .demo(.period($0)) }
      Click(Area.period, .demo(.openPeriods))

      // layers
      Layer.menu(
        \.demo.periods, option: { "every \($0) days" },
        at: .below(Area.period)
      ) { .demo(.choosePeriod($0)) }
      .dimsBelow(true)
      """#,
    "Split": #"""
      Split(demo.panes) {
        Text("A drag or an arrow moves the line.")
          .alignment(.topLeading).border(title: "first")
      } second: {
        VStack(spacing: 1) {
          Button("Menu", id: Area.menuButton)
            .hint("Opens a menu here, or at the pointer.")
          Text(demo.note.map { "last: \($0)" } ?? "Nothing yet.")
            .styled(.secondary)
        }
        .alignment(.topLeading).border(title: "second")
      }
      .id(Area.panes)

      // keys
      Control(Area.panes, help: "resize") { .demo(.panes($0)) }
      Key("z h", help: "narrow", .demo(.panes(.place(1, of: 4))))
      Key("z z", help: "even", .demo(.panes(.place(1, of: 2))))
      Key("z l", help: "wide", .demo(.panes(.place(3, of: 4))))
      Key(
        "m", .click(Area.menuButton), .click(Area.panes, .right),
        help: "menu", .demo(.openHere))
      Key.hint(.f(1), help: "what is this")

      // layers
      Layer.menu(
        \.demo.menuHere, option: \.self, at: .pointer
      ) { .demo(.menuHere($0)) }
      """#,
    "Table": #"""
      Table(demo.cities, demo.table, City.columns)
        .scrollbar().id(Area.table).frame(height: .fill)

      // keys
      Control(Area.table, help: "move") { .demo(.table($0)) }
      Key("n", help: "name", .demo(.table(.sort("CITY"))))
      Key("c", help: "country", .demo(.table(.sort("COUNTRY"))))
      Key("k", help: "people", .demo(.table(.sort("MILLIONS"))))
      """#,
    "Terminal": #"""
      TextInput(demo.name, placeholder: "name").id(Area.name)
        .frame(width: .max(30)).border(title: "Name")
      HStack(spacing: 2) {
        Button("Copy", id: Area.copy)
        Button("Notify", id: Area.notify)
        Button("Ring", id: Area.ring)
      }

      // keys
      Control(Area.name) { .demo(.name($0)) }
      Click(Area.copy, help: "copy", .demo(.copy))
      Click(Area.notify, help: "notify", .demo(.notify))
      Click(Area.ring, help: "ring", .demo(.ring))

      // terminal
      Perform(pulse: \.demo.$copied) { .copy($0) }
      Perform(pulse: \.demo.$notice) {
        .notify(title: "gallery", body: $0)
      }
      Perform(pulse: \.demo.$rings) { _ in .bell }
      """#,
    "Text": #"""
      Text("plain, ") + Text("bold").bold() + Text(", ")
        + Text("italic").italic() + Text(", ")
        + Text("underlined").underline() + Text(", ")
        + Text("red").foreground(.red) + Text(", ")
        + Text("orange").foreground(.rgb(215, 95, 0))
      Text("Wide characters: 日本語, 한국어, हिन्दी, 👩‍👩‍👧‍👦, é.")
      Text(
        "/usr/share/a/path/that/is/too/long/for/its/place",
        wrapping: .none, truncation: .middle
      )
      .frame(width: .max(30))
      BigText("12:45").foreground(.cyan)
      """#,
    "TextArea": #"""
      TextArea(demo.letter, placeholder: "write something")
        .id(Area.letter).frame(width: .fill, height: .fill)

      // keys
      Control(Area.letter) { .demo(.letter($0)) }
      """#,
    "TextInput": #"""
      HStack(spacing: 1) {
        Text("name    ")
        TextInput(demo.name, placeholder: "nobody").id(Area.name)
      }
      HStack(spacing: 1) {
        Text("password")
        TextInput(demo.secret).id(Area.secret)
      }
      Text("Hello, \(demo.greeted)!").styled(.success)

      // keys
      Control(Area.name) { .demo(.name($0)) }
      Control(Area.secret) { .demo(.secret($0)) }
      """#,
    "Themes": #"""
      Choices(demo.look) { $0 }.id(Area.look)
      HStack(spacing: 3) {
        VStack {
          for token in Theme.Token.allCases.prefix(7) {
            Text("\(token)").styled(token)
          }
        }
        VStack {
          for token in Theme.Token.allCases.dropFirst(7) {
            Text("\(token)").styled(token)
          }
        }
        VStack(spacing: 1) {
          Text("always green").styled(.accent)
          ProgressBar(7, of: 10)
        }
        .frame(width: .fill.atMost(24)).border()
        .theme(green)
      }
      ProgressBar(4, of: 10)

      // keys
      Control(Area.look, help: "choose") { .demo(.look($0)) }

      private static let green = Theme(
        dark: green(.palette(71)), light: green(.palette(22)))

      private static func green(_ color: Color) -> Theme.Styles {
        Theme.Styles(
          accent: Style(foreground: color),
          border: Style(foreground: color))
      }
      """#,
    "Toast": #"""
      Button("Save", id: Area.toast)
      Text("The keys below the message go on working.")
        .styled(.secondary)

      // keys
      Click(
        Area.toast, help: "save",
        .demo(.toast("Everything was saved.")))

      // layers
      Layer(
        \.demo.toast, at: .bottomTrailing, catches: .itsOwn
      ) { text, _ in
        Toast(text, look: .success)
      }
      """#,
    "Tree": #"""
      Tree(Branch.all, demo.tree) {
        $0.children
      } row: {
        Text($0.id).styled($0.children.isEmpty ? .text : .accent)
      }
      .scrollbar().id(Area.tree).frame(height: .fill)

      // keys
      Control(Area.tree, help: "move") { .demo(.tree($0)) }
      """#,
    "Viewport": #"""
      Viewport(demo.manual) {
        for chapter in 1...9 {
          Text("Chapter \(chapter)").bold()
          Text(
            "All that can change is in the state,"
              + " or is derived from it."
          )
          .padding(1)
        }
      }
      .scrollbar().id(Area.manual)

      // keys
      Control(Area.manual, help: "scroll") { .demo(.manual($0)) }
      """#,
  ]
}
