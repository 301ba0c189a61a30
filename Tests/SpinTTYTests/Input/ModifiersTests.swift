import SpinTTY
import Testing

@Suite struct ModifiersTests {
  @Test func theBitsAreThoseOfTheKittyProtocol() {
    let all: [Modifiers] = [.shift, .alt, .ctrl, .super, .hyper, .meta, .capsLock, .numLock]
    #expect(all.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128])
  }
}
