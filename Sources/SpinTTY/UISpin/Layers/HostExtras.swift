/// What a shown loop keeps beside the state.
struct HostExtras: Sendable {
  /// The layers of the host.
  var layers = HostLayers()
  /// The current life of each layer above the program's view.
  var lives: [LayerLife] = []
  /// The cell of the last press of the mouse; `nil` after a key.
  var pointer: FrameMap.Place?
  /// The number of inputs with a meaning that were taken.
  var inputs = 0
  /// Whether the focus has moved by tab since the user last scrolled with the mouse.
  var followsFocus = false
  /// The number of requests to the terminal up to the state.
  var requestCount = 0

  func isLive(_ level: Int) -> Bool { lives.isLive(level) }

  /// Whether a layer still has the life in which a frame showed it.
  func isAlive(_ level: Int, since frame: FrameMap) -> Bool {
    isLive(level) && frame.life(of: level).map { $0 == lives[level - 1].number } ?? true
  }
}

/// A life of a layer: its number increases each time that the layer appears.
struct LayerLife: Equatable, Sendable {
  /// The layer's identity; `nil` while it is not live.
  var identity: RegionKey?
  var number = 0
  /// The cell of the press of the mouse that the layer has appeared after; `nil` after a key.
  var pointer: FrameMap.Place?
}

extension [LayerLife] {
  func isLive(_ level: Int) -> Bool {
    level == 0 || (level <= count && self[level - 1].identity != nil)
  }

  /// The live levels, from the topmost to the lowest.
  var liveLevels: [Int] {
    if isEmpty { return [0] }
    var levels: [Int] = []
    for level in (0...count).reversed() where isLive(level) { levels.append(level) }
    return levels
  }
}
