internal import Synchronization

#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// A function that is called inside the handler of a signal, on whichever thread got it.
package typealias SignalListener =
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

/// Who listens to a signal, in the order in which they are called.
package enum SignalRole: Int, Sendable, CaseIterable {
  /// The effects that emit an event for it.
  case effects
  /// The runs of spins that are shown.
  case runs
  /// The view that has the terminal.
  case view
  /// The view, for a signal that is to end the process: called only if nobody else listens.
  case lastResort
}

extension SignalRole {
  /// Whether others listen to a signal too, besides those who only listen as a last resort; for
  /// handlers as well.
  package func shares(_ signal: Int32) -> Bool {
    guard let block = unsafe SignalBlock.existing else { return false }
    var role = 0
    while role < 3 {
      if role != rawValue,
        unsafe block.pointee.slot(role, signal).pointee.load(ordering: .acquiring) != 0
      {
        return true
      }
      role &+= 1
    }
    return false
  }
}

/// Where the block of this process is, as a bit pattern; zero as long as there is none.
///
/// NB: an `Atomic` in a global constant is the only kind of global that a signal handler may read.
private let blockAddress = Atomic<UInt>(0)

/// Who listens to which signal: made once, never freed, never moved, as a handler reads it.
@safe struct SignalBlock: ~Copyable {
  /// NB: computed, because a handler reads it.
  static var count: Int { 128 }

  /// The process whose listeners they are: a child that was forked has their handlers, and nobody
  /// who listens.
  let owner = Atomic<Int32>(0)
  /// The listener of each role and signal, as a bit pattern; zero for none.
  let listeners: UnsafeMutablePointer<Atomic<UInt>>
  /// The action that each signal gets again when nobody listens to it any more.
  let former: UnsafeMutablePointer<sigaction>
  /// The action that each signal had before our handler was put in place.
  ///
  /// It differs from `former` where other code has put a handler over ours: that one may call ours.
  let beneath: UnsafeMutablePointer<sigaction>
  /// The action of a signal to which somebody listens.
  let ours: UnsafeMutablePointer<sigaction>

  private init() {
    let slots = SignalRole.allCases.count * Self.count
    unsafe listeners = .allocate(capacity: slots)
    for slot in 0..<slots { unsafe (listeners + slot).initialize(to: Atomic(0)) }
    unsafe former = .allocate(capacity: Self.count)
    unsafe former.initialize(repeating: sigaction(), count: Self.count)
    unsafe beneath = .allocate(capacity: Self.count)
    unsafe beneath.initialize(repeating: sigaction(), count: Self.count)
    unsafe ours = .allocate(capacity: 1)
    unsafe ours.initialize(to: sigaction())
    unsafe ours.pointee.informed = handleSignal
    unsafe ours.pointee.sa_flags = Int32(SA_RESTART) | Int32(SA_ONSTACK) | Int32(SA_SIGINFO)
    unsafe sigemptyset(&ours.pointee.sa_mask)
    // Who gives the terminal back may be in the background.
    unsafe sigaddset(&ours.pointee.sa_mask, SIGTTOU)
  }

  /// The block of this process, made by the first call.
  static var shared: UnsafeMutablePointer<SignalBlock> {
    if let block = unsafe existing { return unsafe block }
    let block = UnsafeMutablePointer<SignalBlock>.allocate(capacity: 1)
    unsafe block.initialize(to: SignalBlock())
    let (isFirst, winner) = blockAddress.compareExchange(
      expected: 0, desired: UInt(bitPattern: block), ordering: .acquiringAndReleasing)
    // The loser of a race is leaked: a few pages, once.
    return unsafe isFirst ? block : UnsafeMutablePointer(bitPattern: winner) ?? block
  }

  /// The block if there is one; the only way in for a handler.
  @inline(__always)
  static var existing: UnsafeMutablePointer<SignalBlock>? {
    unsafe UnsafeMutablePointer(bitPattern: blockAddress.load(ordering: .acquiring))
  }

  @inline(__always)
  func slot(_ role: Int, _ signal: Int32) -> UnsafeMutablePointer<Atomic<UInt>> {
    unsafe listeners + (role &* Self.count &+ Int(signal))
  }

  /// Calls those who listen; returns whether there are any.
  fileprivate func call(
    _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) -> Bool {
    var isHeard = false
    var role = 0
    while role <= 3 {  // NB: no loop over a collection, which might allocate.
      let bits = unsafe slot(role, signal).pointee.load(ordering: .sequentiallyConsistent)
      if bits != 0, role < 3 || !isHeard {
        isHeard = true
        unsafe unsafeBitCast(bits, to: SignalListener.self)(signal, info, context)
        // Guard: the bits are those of a listener, which is a C function.
      }
      role &+= 1
    }
    return isHeard
  }
}

/// Handles each signal to which somebody listens; calls nothing but what a handler may.
private func handleSignal(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let code = errno
  if let block = unsafe SignalBlock.existing, signal > 0, signal < SignalBlock.count {
    let isOwner = unsafe block.pointee.owner.load(ordering: .acquiring) == getpid()
    if unsafe !isOwner || !block.pointee.call(signal, info, context) {
      unsafe takeFormerAction(block, isOwner, signal, info, context)
    }
  }
  errno = code
}

/// Gives a signal to which nobody listens the action that it had before our handler.
///
/// The last listener has just gone, a handler that lies over ours has called it, other code has put
/// ours back, or this is a child that was forked.
private func takeFormerAction(
  _ block: UnsafeMutablePointer<SignalBlock>, _ isOwner: Bool, _ signal: Int32,
  _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let beneath = unsafe block.pointee.beneath + Int(signal)
  if unsafe beneath.pointee.isIgnoring { return }
  guard unsafe beneath.pointee.isDefault else {
    if unsafe beneath.pointee.sa_flags & Int32(SA_SIGINFO) != 0 {
      unsafe beneath.pointee.informed?(signal, info, context)
    } else {
      unsafe beneath.pointee.plain?(signal)
    }
    return
  }
  // The default action of these signals does nothing, or the system has taken it already.
  if signal == SIGCHLD || signal == SIGWINCH || signal == SIGURG || signal == SIGCONT { return }
  _ = unsafe sigaction(signal, beneath, nil)
  if isOwner, unsafe block.pointee.call(signal, info, context) {
    // Somebody has begun to listen meanwhile.
    _ = unsafe sigaction(signal, block.pointee.ours, nil)
    return
  }
  var mask = sigset_t()
  unsafe sigemptyset(&mask)
  unsafe sigaddset(&mask, signal)
  raise(signal)
  unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
}

extension sigaction {
  package typealias PlainHandler = @convention(c) (Int32) -> Void

  @inline(__always)
  var informed: SignalListener? {
    get {
      #if canImport(Glibc)
        unsafe __sigaction_handler.sa_sigaction
      #elseif canImport(Musl)
        unsafe __sa_handler.sa_sigaction
      #else
        unsafe __sigaction_u.__sa_sigaction
      #endif
    }
    set {
      #if canImport(Glibc)
        unsafe __sigaction_handler.sa_sigaction = newValue
      #elseif canImport(Musl)
        unsafe __sa_handler.sa_sigaction = newValue
      #else
        unsafe __sigaction_u.__sa_sigaction = newValue
      #endif
    }
  }

  @inline(__always)
  var plain: PlainHandler? {
    get {
      #if canImport(Glibc)
        unsafe __sigaction_handler.sa_handler
      #elseif canImport(Musl)
        unsafe __sa_handler.sa_handler
      #else
        unsafe __sigaction_u.__sa_handler
      #endif
    }
    set {
      #if canImport(Glibc)
        unsafe __sigaction_handler.sa_handler = newValue
      #elseif canImport(Musl)
        unsafe __sa_handler.sa_handler = newValue
      #else
        unsafe __sigaction_u.__sa_handler = newValue
      #endif
    }
  }

  /// The handler, as a number to compare.
  @inline(__always)
  var address: UInt { unsafe unsafeBitCast(plain, to: UInt.self) }

  /// Whether the system takes its default action.
  @inline(__always)
  package var isDefault: Bool { unsafe address == unsafeBitCast(SIG_DFL, to: UInt.self) }

  /// Whether the signal is ignored.
  @inline(__always)
  package var isIgnoring: Bool { unsafe address == unsafeBitCast(SIG_IGN, to: UInt.self) }

  /// Whether it is the action of a signal to which somebody listens.
  var isOurs: Bool {
    let ours: SignalListener = unsafe handleSignal
    return unsafe address == unsafeBitCast(ours, to: UInt.self)
  }
}
