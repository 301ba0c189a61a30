extension View {
  /// Shows progress on the terminal's tab or in the taskbar while the view is shown (OSC 9;4).
  ///
  /// ```swift
  /// LogView(state.lines, state.log).windowProgress(state.isBusy ? .indeterminate : nil)
  /// ```
  ///
  /// If a frame declares progress several times, the last one drawn counts. The first frame without
  /// progress removes it, and so does the end of the program, even by a signal or a crash, a pause,
  /// or another program that takes over the terminal.
  ///
  /// Progress is sent only to terminals known to show it, because others show a notification
  /// instead: Ghostty, iTerm2 from 3.6.6, WezTerm from March 2025, Windows Terminal, and terminals
  /// based on VTE from 0.80. It is not sent in tmux and screen.
  ///
  /// - Parameter progress: The progress; `nil` shows none.
  /// - Returns: The view with its progress.
  public func windowProgress(_ progress: WindowProgress?) -> some View {
    Wrapped(
      self,
      prepare: { surface in
        if let progress { surface.canvas.declare(progress) }
        return surface
      })
  }
}
