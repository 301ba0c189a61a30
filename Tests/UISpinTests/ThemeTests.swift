import SpinCallbacks
import SpinTTY
import Testing

struct ThemeTests {
  @Test func viewsKnowWhatTheTerminalSaidOfItsGround() {
    func theme(_ answer: Bool?, _ options: UIOptions = .fullScreen) -> String {
      let ui = UISpin(Score.spin, options: options) { _, screen in
        Text(screen.environment.theme == .light ? "light" : "dark")
      }
      var capabilities = Capabilities()
      capabilities.hasLightBackground = answer
      let rehearsal = ui.rehearse(on: .callersThread, capabilities: capabilities)
      return String(decoding: rehearsal.frame(), as: UTF8.self)
    }
    var dark = UIOptions.fullScreen
    dark.theme = .dark
    #expect(theme(true).contains("light"))
    #expect(theme(false).contains("dark"))
    #expect(theme(nil).contains("dark"))
    #expect(theme(true, dark).contains("dark"))
  }
}
