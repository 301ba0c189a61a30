internal import SpinCore

extension Asking {
  private enum Area: Hashable, Sendable { case field, choice, rows }

  private var isDecision: Bool { kind == .decision }

  /// The program that asks.
  ///
  /// NB: where the optimiser sees a `UISpin` of a known state, it compiles the layers, the run and the
  /// host again for this state. A question needs no code of its own for them, and costs every build.
  @_optimize(none)
  func ui(_ options: UIOptions) -> UISpin<Asking, Event> {
    let question = question
    let spin = Spin<Asking, Event>(initialState: self) { Reducer { $0.reduce($1) } }
    return UISpin(spin, options: options, plain: .nothing) { asking, screen in
      asking.view(on: screen)
    } keys: {
      Control(Area.field) { .enter($0) }
      Control(Area.rows, when: { !$0.isDecision }) { .move($0) }
      Control(Area.choice, when: \.isDecision) { (action: Choice<Int>.Action) in
        switch action {
        case .move(let step): .move(.move(step))
        case .choose(let number): .take(number)
        case .confirm: .submit
        case .close: nil
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

  @ViewBuilder private func view(on screen: Screen) -> ViewList {
    let isASCII = screen.environment.drawsASCII
    if let end {
      let isAnswered = if case .success = end { true } else { false }
      line(
        isAnswered ? .answered : .failed, isASCII: isASCII,
        [
          Text.Run("\(title)  ", look: .secondary),
          Text.Run(outcome(isASCII: isASCII), look: isAnswered ? nil : .secondary),
        ])
    } else {
      let head = line(.asked, isASCII: isASCII, [Text.Run(title, style: Style(attributes: .bold))])
      if screen.environment.widths.width(of: title) + 20 <= screen.size.columns {
        HStack(spacing: 2) { ViewList([head, entry]) }
      } else {
        head
        entry.padding(Insets(leading: 2))
      }
      below(screen, isASCII)
    }
  }

  /// Returns a line of a prompt: a mark, a blank and words.
  private func line(_ mark: Mark, isASCII: Bool, _ words: [Text.Run]) -> Text {
    Text([Text.Run(mark.text(isASCII: isASCII) + " ", look: mark.look)] + words)
  }

  /// The view behind the question.
  private var entry: any View {
    if isDecision {
      return Choices(Choice(matches, current: selected)) { options[$0].title }.id(Area.choice)
    }
    return TextInput(field, placeholder: options.isEmpty ? placeholder : "type to filter")
      .frame(width: .fill.atMost(options.isEmpty ? 48 : 24)).id(Area.field)
  }

  /// The views below the question: the help, the options, and the complaint or else the keys.
  @ViewBuilder private func below(_ screen: Screen, _ isASCII: Bool) -> ViewList {
    let hasRows = !options.isEmpty && !isDecision
    let room = max(1, min(10, screen.size.rows - 4))
    // All words are in the column of those of the question.
    let inset = Insets(leading: 2)
    if !help.isEmpty, hasRows || complaint == nil {
      Text(help).look(.secondary).padding(inset)
    }
    if hasRows {
      List(matches, selection) { number in
        let option = options[number]
        let box = limits == nil ? [] : [screen.environment.box(selection.marked.contains(number))]
        let refusal = option.refusal.map { " \($0) " }
        let text = Text(
          box + [Text.Run(" \(option.title) \(refusal ?? "")")], wrapping: .none)
        refusal == nil ? text : text.look(.secondary)
      }
      .frame(width: .fill, height: .fixed(min(matches.count, room))).id(Area.rows)
      .padding(inset)
    }
    if let complaint {
      line(.failed, isASCII: isASCII, [Text.Run(complaint, look: .error)])
    } else if hasRows {
      Text(hint(room, isASCII), wrapping: .none).look(.secondary).padding(inset)
    }
  }

  private func hint(_ room: Int, _ isASCII: Bool) -> String {
    if matches.isEmpty { return "no option matches" }
    var parts = [isASCII ? "up/down move" : "↑↓ move", "enter take"]
    if limits != nil { parts.insert("space mark", at: 1) }
    if matches.count > room, let place = selected.flatMap(matches.firstIndex) {
      parts.insert("\(place + 1) of \(matches.count)", at: 0)
    }
    return parts.joined(separator: isASCII ? ", " : " · ")
  }
}

extension Asking {
  /// What stands before the words of a prompt.
  enum Mark {
    case asked, answered, failed

    func text(isASCII: Bool) -> String {
      switch self {
      case .asked: "?"
      case .answered: isASCII ? "*" : "✓"
      case .failed: isASCII ? "!" : "✗"
      }
    }

    var look: Theme.Token {
      switch self {
      case .asked: .accent
      case .answered: .success
      case .failed: .error
      }
    }
  }
}
