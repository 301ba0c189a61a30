package import SpinCLibrary
internal import Synchronization

/// A function that is called inside the handler of a signal, on the thread that got the signal.
package typealias SignalListener =
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

/// The roles of the listeners to a signal, in the order in which they are called.
package enum SignalRole: Int, Sendable, CaseIterable {
  /// Effects that emit an event for the signal.
  case effects
  /// Runs of spins that are shown.
  case runs
  /// The view that has the terminal.
  case view
  /// The view, for a signal that ends the process; called only if there is no other listener.
  case lastResort
}

extension SignalRole {
  /// Returns whether other roles than this one and the last resort listen to a signal.
  ///
  /// A signal handler may call it.
  package func shares(_ signal: Int32) -> Bool {
    guard let block = unsafe SignalBlock.existing else { return false }
    var role = 0
    while role < SignalRole.lastResort.rawValue {
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

/// The address of this process's block as a bit pattern; zero as long as there is none.
///
/// NB: an `Atomic` in a global constant is the only kind of global that a signal handler may read.
private let blockAddress = Atomic<UInt>(0)

/// The listeners to all signals, made once and never freed or moved, because a handler reads it.
@safe struct SignalBlock: ~Copyable {
  /// NB: computed, because a handler reads it.
  static var count: Int { 128 }

  /// The process that the listeners belong to: a forked child has their handlers, but no listeners.
  let owner = Atomic<Int32>(0)
  /// The listener of each role and signal as a bit pattern; zero for none.
  let listeners: UnsafeMutablePointer<Atomic<UInt>>
  /// The action that is restored for each signal when its last listener is gone.
  let former: UnsafeMutablePointer<sigaction>
  /// The action that each signal had before our handler was installed.
  ///
  /// It differs from `former` if other code has installed a handler over ours, which may call ours.
  let beneath: UnsafeMutablePointer<sigaction>
  /// The action of a signal that has a listener.
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
    // The code that restores the terminal may run in the background.
    unsafe sigaddset(&ours.pointee.sa_mask, SIGTTOU)
  }

  /// The block of this process, made at the first access.
  static var shared: UnsafeMutablePointer<SignalBlock> {
    if let block = unsafe existing { return unsafe block }
    let block = UnsafeMutablePointer<SignalBlock>.allocate(capacity: 1)
    unsafe block.initialize(to: SignalBlock())
    let (isFirst, winner) = blockAddress.compareExchange(
      expected: 0, desired: UInt(bitPattern: block), ordering: .acquiringAndReleasing)
    // The block of a thread that loses a race is leaked: a few pages, once.
    return unsafe isFirst ? block : UnsafeMutablePointer(bitPattern: winner) ?? block
  }

  /// The block, if there is one; a handler must use only this property.
  @inline(__always)
  static var existing: UnsafeMutablePointer<SignalBlock>? {
    unsafe UnsafeMutablePointer(bitPattern: blockAddress.load(ordering: .acquiring))
  }

  @inline(__always)
  func slot(_ role: Int, _ signal: Int32) -> UnsafeMutablePointer<Atomic<UInt>> {
    unsafe listeners + (role &* Self.count &+ Int(signal))
  }

  /// Calls the listeners to a signal, and returns whether there are any.
  fileprivate func call(
    _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) -> Bool {
    var isHeard = false
    var role = 0
    // NB: not a loop over a collection, which might allocate.
    while role <= SignalRole.lastResort.rawValue {
      let bits = unsafe slot(role, signal).pointee.load(ordering: .sequentiallyConsistent)
      if bits != 0, role < SignalRole.lastResort.rawValue || !isHeard {
        isHeard = true
        unsafe unsafeBitCast(bits, to: SignalListener.self)(signal, info, context)
        // Guard: the bits are those of a listener, which is a C function.
      }
      role &+= 1
    }
    return isHeard
  }
}

/// Handles each signal that has a listener, calling only functions that a handler may call.
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

/// Takes the action that a signal without listeners had before our handler.
///
/// The last listener has just gone, a handler over ours has called ours, other code has restored
/// ours, or this is a forked child.
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
  // The default action of these signals has no effect, or the system has taken it already.
  if signal == SIGCHLD || signal == SIGWINCH || signal == SIGURG || signal == SIGCONT { return }
  _ = unsafe sigaction(signal, beneath, nil)
  if isOwner, unsafe block.pointee.call(signal, info, context) {
    // A listener was added in the meantime.
    _ = unsafe sigaction(signal, block.pointee.ours, nil)
    return
  }
  var mask = sigset_t()
  unsafe sigemptyset(&mask)
  unsafe sigaddset(&mask, signal)
  raise(signal)
  unsafe pthread_sigmask(SIG_UNBLOCK, &mask, nil)
}

/// Writes a byte into a pipe; a signal handler may call it.
///
/// NB: if the pipe is full, the byte is lost.
package func write(_ byte: UInt8, intoPipe pipe: Int32) {
  var byte = byte
  _ = unsafe write(pipe, &byte, 1)
}

extension sigaction {
  package typealias PlainHandler = @convention(c) (Int32) -> Void

  @inline(__always)
  package var informed: SignalListener? {
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
  package var plain: PlainHandler? {
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

  /// Whether it is the action of our handler.
  var isOurs: Bool {
    let ours: SignalListener = unsafe handleSignal
    return unsafe address == unsafeBitCast(ours, to: UInt.self)
  }
}
