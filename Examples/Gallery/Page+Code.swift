// swift-format-ignore-file
// Made by Scripts/gallery of the files in Pages.
extension Page {
  var code: String { Self.codes[title] ?? "" }

  private static let codes: [String: String] = [
    "Bars": #"""
      static let bars = Page("Bars", "Bars end within a cell; the wheel turns by time.", moves: true) {
        demo in
        HStack(spacing: 1) {
          ActivityIndicator(at: demo.elapsed).styled(.warning)
          ProgressBar(demo.phase).styled(.success).frame(width: .fill)
          Text("\(Int(demo.phase * 100)) %").frame(width: .fixed(5), alignment: .topTrailing)
        }
        .windowProgress(.value(demo.phase))
        ProgressBar(demo.download, unit: "B")
        EnvironmentReader { environment in
          BarChart(
            [
              BarChart.Bar("north", 12.5), BarChart.Bar("east", 7),
              BarChart.Bar("south", 18, color: environment.style(.warning).foreground),
              BarChart.Bar("west", 3.25, color: environment.style(.success).foreground),
            ], upTo: 20)
        }
        BarChart(["Mon": 3, "Tue": 5.5, "Wed": 4, "Thu": 8, "Fri": 6.25], axis: .vertical)
          .axes().frame(width: .max(40), height: .fill)
      }
      """#,
    "Choices": #"""
      static let choices = Page("Choices", "One of a few; arrows move, enter and clicks choose.") {
        demo in
        Text("How often?")
        Choices(demo.answer) { $0 }.id(Area.answer)
        Text("now: \(demo.answer.current ?? "nothing")")
      } keys: {
        Control(Area.answer) { .demo(.answer($0)) }
      }
      """#,
    "Dashboard": #"""
      static let dashboard = Page("Dashboard", "All at once.", moves: true, isWide: true) { demo in
        HStack(spacing: 1) {
          VStack(spacing: 1) {
            Gauge(
              "cpu   ", demo.load(0), in: 0...100,
              thresholds: [.init(65, .warning, "busy"), .init(85, .error, "too busy")])
            Gauge("memory", 5.4, in: 0...16, text: "5.4 of 16 GB")
            Gauge("disk  ", 212, in: 0...512, text: "212 of 512 GB")
          }
          .frame(width: .fill, height: .fill).border(title: "host")
          LineChart(
            [
              .init((-400...0).map { demo.load($0) }, label: "reads"),
              .init((-400...0).map { demo.load($0 + 9) / 3 }, label: "writes"),
            ], in: 0...100
          )
          .legend().border(title: "requests per second")
        }
        .frame(height: .fill(2).atLeast(7).atMost(12).priority(1))
        HStack(spacing: 1) {
          Table(demo.services, demo.service, Service.columns).scrollbar().id(Area.services)
            .border(title: "services").frame(width: .fill.atLeast(26).priority(1), height: .fill)
          Form {
            Field("version") { TextInput(demo.version).id(Area.version) }
            Field("region") { Select(demo.region) { $0 }.id(Area.region) }
            Checkbox("tell the team", demo.tells, id: Area.tells)
            Button("Deploy", id: Area.deploy, isDefault: true)
          }
          .frame(height: .fill).border(title: "deploy")
          .frame(width: .fill.atLeast(28).atMost(33), height: .fill)
        }
        .frame(height: .fill(5).atLeast(3).priority(2))
        EnvironmentReader { environment in
          let slow = environment.style(.warning)
          LogView(demo.lines, demo.log)
            .lineStyle { $0.contains("slow") ? slow : .plain }
            .scrollbar().id(Area.events).border(title: "events")
        }
        .frame(height: .fill(3).atLeast(3))
      } keys: {
        Control(Area.services) { .demo(.service($0)) }
        Control(Area.version) { .demo(.version($0)) }
        Control(Area.region) { .demo(.region($0)) }
        Control(Area.events) { .demo(.log($0)) }
        Click(Area.region, .demo(.openRegions))
        Click(Area.tells, help: "tell the team", .demo(.tell))
        Click(Area.deploy, help: "deploy", .demo(.askToDeploy(true)))
      } layers: {
        Layer(\.demo.regions, at: .below(Area.region)) { regions, _ in
          Choices(regions, axis: .vertical) { $0 }.id(Area.menu).border()
        } keys: {
          Control(Area.menu) { .demo(.chooseRegion($0)) }
          Key(.escape, .clickOutside, help: "close", .demo(.closeRegions))
        }
        Layer(when: \.demo.isDeploying) { gallery, _ in
          Dialog("deploy") {
            Text("Deploy \(gallery.demo.version.text) to \(gallery.demo.region.current ?? "")?")
          }
        } keys: {
          Key("y", .enter, help: "yes", .demo(.deploy))
          Key("n", .escape, help: "no", .demo(.askToDeploy(false)))
        }
      }
      """#,
    "Dialog": #"""
      static let dialog = Page("Dialog", "A layer lives as long as its part of the state.") { demo in
        Button("Remove…", id: Area.ask)
        Text(demo.note.map { "You said: \($0)" } ?? "Nothing has been asked.").dim()
      } keys: {
        Click(Area.ask, help: "remove", .demo(.ask("all files")))
      } layers: {
        Layer(\.demo.question) { what, _ in
          Dialog("remove") { Text("Remove \(what)?") }
        } keys: {
          Key("y", help: "yes", .demo(.note("yes")))
          Key("n", .escape, help: "no", .demo(.note("no")))
        }
      }
      """#,
    "FilePicker": #"""
      static let files = Page("FilePicker", "A folder is read when it is opened.") { demo in
        FilePicker(demo.files).scrollbar().id(Area.files).frame(height: .fill)
      } keys: {
        Control(Area.files) { .demo(.files($0)) }
      }
      """#,
    "Form": #"""
      static let form = Page("Form", "Errors stand below; enter clicks the default button.") { demo in
        Form {
          Field("name", error: demo.nameError) { TextInput(demo.name).id(Area.name) }
          Field("backup") { Select(demo.period) { "every \($0) days" }.id(Area.period) }
          Checkbox("and when it starts", demo.atStart, id: Area.atStart)
          Button("Save", id: Area.save, isDefault: true)
        }
        Text(demo.saved.map { "saved: \($0)" } ?? "Nothing was saved.").dim()
      } keys: {
        Control(Area.name) { .demo(.name($0)) }
        Control(Area.period) { .demo(.period($0)) }
        Click(Area.period, .demo(.openPeriods))
        Click(Area.atStart, .demo(.atStart))
        Click(Area.save, help: "save", .demo(.save))
      } layers: {
        Layer(\.demo.periods, at: .below(Area.period)) { periods, _ in
          Choices(periods, axis: .vertical) { "every \($0) days" }.id(Area.menu).border()
        } keys: {
          Control(Area.menu) { .demo(.choosePeriod($0)) }
          Key(.escape, .clickOutside, help: "close", .demo(.closePeriods))
        }
      }
      """#,
    "Gauge": #"""
      static let gauge = Page(
        "Gauge", "Values in a range, and the last of a series.", moves: true
      ) { demo in
        let load = 50 + 45 * demo.wave(0)
        Gauge(
          "load", load, in: 0...100,
          thresholds: [
            .init(0, .success),
            .init(60, .warning, "busy"),
            .init(85, .error, "too busy"),
          ])
        Gauge("disk", 212, in: 0...512, text: "212 of 512 GB")
        Sparkline((-140..<60).map { 50 + 45 * demo.wave($0) }, in: 0...100).styled(.accent)
          .frame(width: .fill, height: .fixed(1))
      }
      """#,
    "Grid": #"""
      static let grid = Page("Grid", "The columns of all rows line up.") { demo in
        Grid(spacing: 2, columns: [.leading, .trailing]) {
          GridRow {
            Text("CITY").bold()
            Text("MILLIONS").bold()
          }
          for city in demo.cities.prefix(3) {
            Divider()
            GridRow {
              Text(city.id)
              Text("\(city.millions)")
              Gauge("", city.millions, in: 0...40, text: "").frame(width: .fill)
            }
          }
          Divider()
          GridRow {
            Text("a cell of two columns, and one with").gridColumns(2); Text("two\nlines")
          }
        }
      }
      """#,
    "Image": #"""
      static let image = Page("Image", "Two pixels in each cell, as large as its frame allows.") { _ in
        HStack(spacing: 2) {
          Image("a sphere", sphere).frame(width: .max(36), height: .max(18))
          VStack(spacing: 1) {
            Image("a smaller sphere", sphere).frame(width: .max(12), height: .max(6))
            Image("the same without colours", sphere).frame(width: .max(12), height: .max(6))
              .environment(\.colors, .none)
          }
        }
      }

      private static let sphere = Pixels(width: 96, height: 96) { column, row in
        let (x, y) = (Double(column) / 48 - 1, Double(row) / 48 - 1)
        let rest = 1 - x * x - y * y
        guard rest > 0 else { return Pixels.Color(red: 0, green: 0, blue: 0, alpha: 0) }
        let light = max(0.1, (rest - 0.5 * x - 0.7 * y) / 1.2)
        return Pixels.Color(
          red: UInt8(min(255, 255 * light)), green: UInt8(min(255, 160 * light)), blue: 120)
      }
      """#,
    "Layout": #"""
      static let layout = Page("Layout", "Stacks share their room; borders and padding take some.") {
        _ in
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
        .padding(horizontal: 2).border(.rounded, title: "a spacer")
        Text("in the middle of what is left").alignment(.center).frame(height: .fill)
      }
      """#,
    "Lines": #"""
      static let lines = Page("Lines", "Eight dots in each cell, axes and a legend.") { _ in
        LineChart(
          [
            LineChart.Series(
              (0..<160).map {
                let x = Double($0) / 16; return x * (10 - x)
              }, label: "up and down"),
            LineChart.Series((0..<160).map { Double($0) / 8 }, label: "steady"),
          ], in: 0...25
        )
        .axes(["160 s ago", "80 s ago", "now"], over: 160)
        .legend()
      }
      """#,
    "List": #"""
      static let list = Page("List", "Arrows, pages, the wheel and clicks select a row by its id.") {
        demo in
        List(Demo.fruits, demo.fruit) { fruit in
          HStack {
            Text(fruit)
            Spacer()
            Text("\(fruit.count) letters").dim()
          }
        }
        .id(Area.fruit).frame(height: .fill)
        Text("selected: \(demo.fruit.id ?? "nothing")")
      } keys: {
        Control(Area.fruit) { .demo(.fruit($0)) }
      }
      """#,
    "LogView": #"""
      static let log = Page("LogView", "It follows its end; scroll up, and it stays.", moves: true) {
        demo in
        EnvironmentReader { environment in
          let slow = environment.style(.warning)
          LogView(demo.lines, demo.log)
            .lineStyle { $0.contains("slow") ? slow : .plain }
            .scrollbar().id(Area.log)
        }
        .frame(height: .fill)
      } keys: {
        Control(Area.log) { .demo(.log($0)) }
        Key("w", help: "wrap", .demo(.wrap))
      }
      """#,
    "Markdown": #"""
      static let markdown = Page("Markdown", "CommonMark, tables, and code in colours.") { demo in
        Viewport(demo.markdown) { Markdown(letter) }.scrollbar().id(Area.markdown).frame(height: .fill)
      } keys: {
        Control(Area.markdown) { .demo(.markdown($0)) }
      }

      private static let letter = Markdown.Document(
        """
        # A letter

        Text is *slanted*, **heavy** or `code`; [links](https://swift.org) open.

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
      static let menu = Page("Menu", "A menu is a layer below its button.") { demo in
        Button("File ▾", id: Area.menuButton)
        Text(demo.note.map { "last: \($0)" } ?? "Nothing was chosen.").dim()
      } keys: {
        Click(Area.menuButton, help: "file", .demo(.open))
      } layers: {
        Layer(\.demo.menu, at: .below(Area.menuButton)) { menu, _ in
          Choices(menu, axis: .vertical) { $0 }.id(Area.menu).border(.rounded)
        } keys: {
          Control(Area.menu) { .demo(.menu($0)) }
          Key(.escape, help: "close", .demo(.close))
          Key(.clickOutside, help: "", .demo(.close))
        }
      }
      """#,
    "Motion": #"""
      static let motion = Page("Motion", "Values that glide; nothing wakes up while they rest.") {
        demo in
        Choices(demo.level) { "\($0) %" }.id(Area.level)
        ProgressBar(demo.load, of: 100)
        Gauge("load", demo.load, in: 0...100)
        EnvironmentReader { environment in
          BigText("\(Int(demo.load.value(in: environment)))")
            .foreground(demo.tint.value(in: environment))
        }
      } keys: {
        Control(Area.level) { .demo(.level($0)) }
      }
      """#,
    "Options": #"""
      static let options = Page("Options", "Tabs, radio buttons and a box to tick.") { demo in
        Tabs(demo.tabs) { $0 }.id(Area.tabs)
        Radio(demo.period) { "every \($0) days" }.id(Area.period)
        Checkbox("and when it starts", demo.atStart, id: Area.atStart)
      } keys: {
        Control(Area.tabs) { .demo(.tabs($0)) }
        Control(Area.period) { .demo(.period($0)) }
        Click(Area.atStart, .demo(.atStart))
      }
      """#,
    "Priority": #"""
      static let priority = Page("Priority", "Minima first; what does not fit is left out whole.") {
        _ in
        HStack {
          Text("15 columns").frame(width: .fixed(15).priority(2)).border(.light)
          Text("at least 12").frame(width: .fill.atLeast(12).priority(1)).border(.double)
          Text("12 to 20, first to go").frame(width: .fill.atLeast(12).atMost(20)).border(.heavy)
        }
        for width in [70, 48, 30] {
          HStack {
            Text("name").frame(width: .fixed(15).priority(2)).background(.rgb(0, 95, 135))
            Text("size").frame(width: .fill.atLeast(12).priority(1)).background(.rgb(135, 0, 95))
            Text("date").frame(width: .fill.atLeast(12).atMost(20)).background(.rgb(95, 95, 0))
          }
          .foreground(.rgb(255, 255, 255)).frame(width: .fixed(width))
        }
      }
      """#,
    "Split": #"""
      static let split = Page("Split", "The mouse or arrows move the divider; z and a key set it.") {
        demo in
        Split(demo.panes) {
          Text("A drag or, with the focus, an arrow moves the line.")
        } second: {
          VStack {
            Button("Menu", id: Area.menuButton).hint("Opens a menu here, or at the pointer.")
            Text(demo.note.map { "last: \($0)" } ?? "Nothing was chosen.").styled(.secondary)
          }
          .padding(horizontal: 1)
        }
        .id(Area.panes)
      } keys: {
        Control(Area.panes) { .demo(.panes($0)) }
        Key("z h", help: "narrow", .demo(.panes(.place(1, of: 4))))
        Key("z z", help: "even", .demo(.panes(.place(1, of: 2))))
        Key("z l", help: "wide", .demo(.panes(.place(3, of: 4))))
        Key("m", .click(Area.menuButton), .click(Area.panes, .right), help: "menu", .demo(.openHere))
        Key.hint(.f(1), help: "what is this")
      } layers: {
        Layer(\.demo.menuHere, at: .pointer) { menu, _ in
          Choices(menu, axis: .vertical) { $0 }.id(Area.menu).border()
        } keys: {
          Control(Area.menu) { .demo(.menu($0)) }
          Key(.escape, .clickOutside, help: "close", .demo(.close))
        }
      }
      """#,
    "Table": #"""
      static let table = Page("Table", "Click a title, or press n, c or k, to sort.") { demo in
        Table(demo.cities, demo.table, City.columns).scrollbar().id(Area.table)
          .frame(height: .fill)
      } keys: {
        Control(Area.table) { .demo(.table($0)) }
        Key("n", help: "by name", .demo(.table(.sort("CITY"))))
        Key("c", help: "by country", .demo(.table(.sort("COUNTRY"))))
        Key("k", help: "by people", .demo(.table(.sort("MILLIONS"))))
      }
      """#,
    "Terminal": #"""
      static let terminal = Page(
        "Terminal", "What the terminal does besides drawing is asked for by the state."
      ) { demo in
        TextInput(demo.name, placeholder: "name").id(Area.name)
          .frame(width: .max(30)).border(.rounded, title: "name")
        HStack(spacing: 2) {
          Button("Copy", id: Area.copy)
          Button("Notify", id: Area.notify)
          Button("Ring", id: Area.ring)
        }
      } keys: {
        Control(Area.name) { .demo(.name($0)) }
        Click(Area.copy, help: "copy", .demo(.copy))
        Click(Area.notify, help: "notify", .demo(.notify))
        Click(Area.ring, help: "ring", .demo(.ring))
      } terminal: {
        Perform(pulse: \.demo.$copied) { .copy($0) }
        Perform(pulse: \.demo.$notice) { .notify(title: "gallery", body: $0) }
        Perform(pulse: \.demo.$rings) { _ in .bell }
      }
      """#,
    "Text": #"""
      static let text = Page("Text", "Runs of styles, wrapped at words and cut where told.") { _ in
        Text("plain, ") + Text("bold").bold() + Text(", ") + Text("italic").italic() + Text(", ")
          + Text("underlined").underline() + Text(", ") + Text("red").foreground(.red) + Text(", ")
          + Text("orange").foreground(.rgb(215, 95, 0))
        Text("Wide characters keep their columns: 日本語, 한국어, हिन्दी, 👩‍👩‍👧‍👦, é.")
        Text("/usr/share/a/path/that/is/too/long/for/its/place", wrapping: .none, truncation: .middle)
          .frame(width: .max(30))
        BigText("12:45").foreground(.cyan)
      }
      """#,
    "TextArea": #"""
      static let textArea = Page("TextArea", "Lines that wrap, with undo: ctrl and _ take a step back.")
      {
        demo in
        TextArea(demo.letter, placeholder: "write something").id(Area.letter)
          .frame(width: .fill, height: .fill)
      } keys: {
        Control(Area.letter) { .demo(.letter($0)) }
      }
      """#,
    "TextInput": #"""
      static let textInput = Page("TextInput", "Lines of text: shift selects, ctrl and _ undoes.") {
        demo in
        HStack(spacing: 1) {
          Text("name    ")
          TextInput(demo.name, placeholder: "nobody").id(Area.name)
        }
        HStack(spacing: 1) {
          Text("password")
          TextInput(demo.secret).id(Area.secret)
        }
        Text("Hello, \(demo.name.text.isEmpty ? "stranger" : demo.name.text)!").styled(.success)
      } keys: {
        Control(Area.name) { .demo(.name($0)) }
        Control(Area.secret) { .demo(.secret($0)) }
      }
      """#,
    "Themes": #"""
      static let theme = Page("Themes", "Looks by what they mean; the state chooses the theme.") {
        demo in
        Choices(demo.look) { $0 }.id(Area.look)
        HStack(spacing: 3) {
          for tokens in [Theme.Token.allCases.prefix(6), Theme.Token.allCases.dropFirst(6)] {
            VStack {
              for token in tokens { Text("\(token)").styled(token) }
            }
          }
          VStack(spacing: 1) {
            Text("always green").styled(.accent)
            ProgressBar(7, of: 10)
          }
          .frame(width: .fill.atMost(24)).border()
          .theme(
            Theme(
              Theme.Styles(
                accent: Style(foreground: .palette(28)), border: Style(foreground: .palette(28)))))
        }
        ProgressBar(4, of: 10)
      } keys: {
        Control(Area.look) { .demo(.look($0)) }
      }
      """#,
    "Tree": #"""
      static let tree = Page("Tree", "Arrows open and close; a click on a mark does too.") { demo in
        Tree(Branch.all, demo.tree) {
          $0.children
        } row: { branch in
          Text(branch.id).styled(branch.children.isEmpty ? .text : .accent)
        }
        .scrollbar().id(Area.tree).frame(height: .fill)
      } keys: {
        Control(Area.tree) { .demo(.tree($0)) }
      }
      """#,
    "Viewport": #"""
      static let viewport = Page("Viewport", "A window on a view that is larger than its place.") {
        demo in
        Viewport(demo.manual) {
          for chapter in 1...9 {
            Text("Chapter \(chapter)").bold()
            Text("All that can change is in the state, or is derived from it.").padding(1)
          }
        }
        .scrollbar().id(Area.manual)
      } keys: {
        Control(Area.manual) { .demo(.manual($0)) }
      }
      """#,
  ]
}
