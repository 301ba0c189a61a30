internal import SpinCore
internal import SpinSystem

extension Prompt {
  /// The keys that were typed ahead of the prompts so far.
  private static let typedAhead = Guarded<[InputEvent]>([])

  /// What is known about the background of the terminal; the first prompt asks for it.
  private static let background = Guarded<(isAskedFor: Bool, isLight: Bool?)>((false, nil))

  /// Asks on a screen or in words.
  static func ask(
    _ asking: Asking, _ options: UIOptions, on runtime: any SpinRuntime
  ) async throws(Failure) -> Asking.Answer {
    if Task.isCancelled { throw .cancelled(signal: nil) }
    var options = options
    options.placement = .inline
    // Answers may be secrets.
    options.inspector = .never
    options.drawsOnStandardError = true
    // The question stands in the row of the answer.
    options.density = .compact
    let result: Result<Asking.Answer, Failure>
    do throws(TerminalError) {
      let profile = TerminalProfile(colors: options.colors)
      if try asksInWords(options, profile) {
        guard Rescue.claim() else { throw .terminalInUse }
        defer { Rescue.giveUpClaim() }
        result = try await PromptLines(profile).ask(asking)
      } else {
        result = try await show(asking, options, profile, on: runtime)
      }
    } catch {
      throw .terminal(error)
    }
    if case .failure(let failure) = result, options.exitBehavior == .bySignal {
      failure.endIfSignalled()
    }
    return try result.get()
  }

  private static func asksInWords(
    _ options: UIOptions, _ profile: TerminalProfile
  ) throws(TerminalError) -> Bool {
    let isTyped = Descriptor.standardInput.isTerminal
    if profile.request != "interactive" {
      if !isTyped, options.readsKeysFromPipes { return true }
      if isTyped, options.isAccessible(on: profile) { return true }
    }
    if try TerminalSession.mode(options, profile) == .interactive { return false }
    if options.needsTerminal || !isTyped { throw .noTerminal }
    return true
  }

  // NB: not optimised, for the same reason as `Asking.ui`.
  @_optimize(none)
  private static func show(
    _ asking: Asking, _ options: UIOptions, _ profile: TerminalProfile,
    on runtime: any SpinRuntime
  ) async throws(TerminalError) -> Result<Asking.Answer, Failure> {
    var options = options
    let asks = options.asksTerminal ?? profile.allowsQueries && options.asksForBackground
    background.withLock { known in
      // A person takes longer to answer than a terminal, which is asked once.
      options.asksTerminal = options.asksTerminal ?? (asks && !known.isAskedFor)
      if asks { known.isAskedFor = true }
      options.appearance = options.appearance ?? known.isLight.map { $0 ? .light : .dark }
    }
    let ui = asking.ui(options)
    defer { withExtendedLifetime(ui) {} }
    let run = try ui.claim(runtime, .reached { $0.end != nil }, profile: profile)
    let typed = typedAhead.withLock { keys in
      defer { keys = [] }
      return keys
    }
    for event in typed { run.receive(UserInput(.event(event))) }
    try ui.begin(run)
    await withTaskCancellationHandler {
      _ = try? await run.ended
    } onCancel: {
      // NB: on another thread, because the thread that cancels must not run the user's code.
      Task.detached { ui.emit(.leave(.cancelled(signal: nil))) }
    }
    let rest = run.shown.untaken
    typedAhead.withLock { $0 += rest }
    if let isLight = run.life.withLock({ $0.hasLightBackground }) {
      background.withLock { $0.isLight = isLight }
    }
    let last = try ui.conclusion(of: run)
    return last.state.end ?? .failure(.cancelled(signal: last.reason.signal))
  }
}
