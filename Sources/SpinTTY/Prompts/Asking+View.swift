internal import SpinCore

extension Asking {
  private enum Area: Hashable, Sendable { case field, choice, rows }

  private var isDecision: Bool { kind == .decision }

  /// The program that asks.
  func ui(_ options: UIOptions) -> UISpin<Asking, Event> {
    let question = question
    let spin = Spin<Asking, Event>(initialState: self) { Reducer { $0.reduce($1) } }
    return UISpin(spin, options: options, plain: .nothing) { asking, screen in
      asking.view(on: screen)
    } keys: {
      Control(Area.field) { .edit($0) }
      Control(Area.rows, when: { !$0.isDecision }) { .move($0) }
      Control(Area.choice, when: \.isDecision) { (action: Choice<Int>.Action) in
        switch action {
        case .move(let step): .move(.move(step))
        case .choose(let number): .take(number)
        case .confirm: .submit
        }
      }
      // Enter that was typed before the terminal was raw is a newline.
      Key(.enter, .ctrl("j"), help: "take", .submit)
      Key("y", "Y", help: "yes", when: \.isDecision, .take(0))
      Key("n", "N", help: "no", when: \.isDecision, .take(1))
      Key(.escape, help: "cancel", .leave(.cancelled(signal: nil)))
      Key(.ctrl("c"), help: "cancel", .leave(.cancelled(signal: Signals.interrupt)))
      Key(.ctrl("d"), help: "end", when: \.field.text.isEmpty, .leave(.ended(question: question)))
      Control.input { $0.signal.map { .leave(.cancelled(signal: $0)) } }
    }
  }

  private func view(on screen: Screen) -> ViewList {
    let environment = screen.environment
    let quiet = environment.style(.secondary)
    if let end {
      let isAnswered = if case .success = end { true } else { false }
      let outcome = outcome(isASCII: environment.drawsASCII)
      return ViewList([
        Text([
          Text.Run("? \(title)  ", style: quiet),
          Text.Run(outcome, style: isAnswered ? .plain : quiet),
        ])
      ])
    }
    let head = Text([
      Text.Run("? ", style: environment.style(.accent)),
      Text.Run(title, style: Style(attributes: .bold)),
    ])
    let isShort = environment.widths.width(of: title) + 20 <= screen.size.columns
    let line = HStack(spacing: 2) { ViewList([head, entry]) }
    var views: [any View] = isShort ? [line] : [head, indented(entry)]
    let room = max(1, min(10, screen.size.rows - 4))
    var note = complaint.map { "\(environment.drawsASCII ? "!" : "✗") \($0)" }
    if isDecision || options.isEmpty {
      note = note ?? help
    } else {
      if !help.isEmpty { views.append(indented(Text(help, style: quiet))) }
      views.append(indented(rows(room, environment)))
      note = note ?? hint(room, environment)
    }
    if let note, !note.isEmpty {
      let style = complaint == nil ? quiet : environment.style(.error)
      views.append(indented(Text(note, style: style, wrapping: complaint == nil ? .none : .word)))
    }
    return ViewList(views)
  }

  private func indented(_ view: any View) -> any View { view.padding(Insets(leading: 2)) }

  /// The view behind the question.
  private var entry: any View {
    if isDecision {
      return Choices(Choice(matches, current: selected)) { options[$0].title }.id(Area.choice)
    }
    return TextInput(field, placeholder: options.isEmpty ? placeholder : "type to filter")
      .frame(width: .fill.atMost(options.isEmpty ? 48 : 24)).id(Area.field)
  }

  private func rows(_ room: Int, _ environment: ViewEnvironment) -> any View {
    let quiet = environment.style(.secondary)
    let (full, empty) = environment.drawsASCII ? ("[x] ", "[ ] ") : ("☑ ", "☐ ")
    func runs(_ number: Int) -> [Text.Run] {
      let option = options[number]
      let box = limits == nil ? "" : selection.marked.contains(number) ? full : empty
      let isOpen = option.refusal == nil
      return [
        Text.Run(" \(box)\(option.title) ", style: isOpen ? .plain : quiet),
        Text.Run(option.refusal.map { " \($0) " } ?? "", style: quiet),
      ]
    }
    let widest = options.indices.lazy.map { number in
      runs(number).reduce(0) { $0 + environment.widths.width(of: $1.string) }
    }.max()
    return List(matches, selection) { Text(runs($0), wrapping: .none) }
      .frame(width: .fixed(widest ?? 0), height: .fixed(min(matches.count, room))).id(Area.rows)
  }

  private func hint(_ room: Int, _ environment: ViewEnvironment) -> String {
    let arrows = environment.drawsASCII ? "up/down" : "↑↓"
    if matches.isEmpty { return "no option matches" }
    var parts = ["\(arrows) move", "enter take"]
    if limits != nil { parts.insert("space mark", at: 1) }
    if matches.count > room, let place = selection.index {
      parts.insert("\(place + 1) of \(matches.count)", at: 0)
    }
    return parts.joined(separator: environment.drawsASCII ? ", " : " · ")
  }
}
