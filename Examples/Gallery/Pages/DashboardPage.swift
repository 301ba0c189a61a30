import SpinTTY

extension Page {
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
}
