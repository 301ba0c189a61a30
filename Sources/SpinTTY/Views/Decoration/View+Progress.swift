extension View {
  /// Shows progress on the terminal's tab or in the taskbar while the view is shown (OSC 9;4).
  ///
  /// ```swift
  /// Log(state.lines).windowProgress(state.isBusy ? .indeterminate : nil)
  /// ```
  ///
  /// If a frame has several, the last one drawn counts. The first frame without progress removes it,
  /// and so do the end of the program, also by a signal or a crash, a pause, and another program that
  /// gets the terminal. Only terminals that are known to show it get it: others take it for a
  /// notification. These are Ghostty, iTerm2 from 3.6.6, WezTerm from 2025, Windows Terminal, and those
  /// made of VTE from 0.80; tmux and screen do not pass it on.
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
