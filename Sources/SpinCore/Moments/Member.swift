internal import Synchronization

/// An observer of a loop, or a receiver of a gear: the owner of the list calls it until it leaves.
protocol Member: AnyObject, Sendable {
  /// Its place in the list, which a member has from its beginning.
  var membership: Membership { get }
}

/// The place of a member in its list.
struct Membership: ~Copyable, Sendable {
  fileprivate let hasLeft = Atomic(false)
  fileprivate let number = Atomic<UInt64>(0)
}

extension Member {
  /// Leaves: the member is not called again.
  func leave() {
    membership.hasLeft.store(true, ordering: .releasing)
  }

  var hasLeft: Bool { membership.hasLeft.load(ordering: .acquiring) }

  /// Its number in its list; 0 before it has one.
  ///
  /// Accessed only by the owner of the list.
  fileprivate(set) var number: UInt64 {
    get { membership.number.load(ordering: .relaxed) }
    set { membership.number.store(newValue, ordering: .relaxed) }
  }
}

/// The members of a loop or a gear, in the order in which they joined.
///
/// - Complexity: Joining takes O(1) and leaving O(log n), amortised.
struct MemberList<Each: Member>: ~Copyable, Sendable {
  /// The members, each retained until it is removed.
  ///
  /// NB: uncounted, so that a call needs no reference counting. The list does not change during a call.
  private(set) var members = SerialList<Uncounted<Each>>()
  private var newest: UInt64 = 0

  init() {}

  deinit {
    members.forEach { $0.release() }
  }

  var isEmpty: Bool { members.isEmpty }

  /// The member that has been here longest.
  var first: Each? { members.first?.object }

  mutating func append(_ member: Each) {
    append(member, number: newest + 1)
  }

  /// Appends a member with a number that is greater than those of the others.
  mutating func append(_ member: Each, number: UInt64) {
    newest = number
    member.number = number
    members.append(Uncounted(retaining: member), serial: number)
  }

  /// Removes a member, and returns whether it was there.
  @discardableResult
  mutating func remove(_ member: Each) -> Bool {
    guard let index = members.index(of: member.number),
      members[index].object === member
    else { return false }
    members.remove(at: index).release()
    return true
  }

  /// Lends each member to a closure.
  func forEach(_ body: (Each) -> Void) {
    for index in members.slots.indices { members.slots[index].element?.lend(to: body) }
  }

  func contains(where isWanted: (Each) -> Bool) -> Bool {
    members.contains { $0.lend(to: isWanted) }
  }
}
