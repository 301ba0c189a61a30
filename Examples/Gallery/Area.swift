/// The regions that the user can point at.
enum Area: Hashable, Sendable {
  case pages, code
  case fruit, table, tree, manual, markdown, name, secret, letter, answer, log
  case tabs, period, atStart, save
  case ask, yes, no, note, menuButton, files, filesButton, toast, palette, help
  case copy, notify, ring
  case look, level, panes
  case services, version, region, tells, deploy, events
}
