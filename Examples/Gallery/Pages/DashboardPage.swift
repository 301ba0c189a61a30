import SpinTTY

extension Page {
  static let dashboard = Page(
    "Dashboard", "All at once.", moves: true, isWide: true, focus: .services
  ) { demo in
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
  } keys: {
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
  } layers: {
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
  }
}
