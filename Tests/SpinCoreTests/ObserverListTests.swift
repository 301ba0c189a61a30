import Testing

@testable import SpinCore

/// The list as a table: who is told, in which order, and how many places that takes.
struct ObserverListTests {
  private typealias List = ObserverList

  private func list(_ entries: some Sequence<ObserverEntry>) -> List {
    let list = List()
    for entry in entries { list.append(entry) }
    return list
  }

  private final class Log: Sendable {
    let entries = Guarded<[Int]>([])
  }

  private let log = Log()

  private func entry(_ number: Int, keepsPrevious: Bool = false) -> ObserverEntry {
    ObserverEntry(
      Observer<Int, Int>(keepingPrevious: keepsPrevious) { [log] in
        let kept = $0.previous == nil ? number : -number
        log.entries.withLock { $0.append(kept) }
      })
  }

  /// Returns who is told a transition, negative if with the state before it.
  private func told(by list: List) -> [Int] {
    log.entries.withLock { $0 = [] }
    let types = LoopTypes(Int.self, Int.self)
    var current = CurrentTransition(Moment.holding(0, types, KeptOrigin(tag: .start)))
    _ = current.prepareToReduce(keepsPrevious: true)
    list.tell(&current)
    return log.entries.withLock { $0 }
  }

  @Test func observersAreToldInOrderOfRegistrationWhoeverHasLeft() {
    let all = (1...7).map { entry($0) }
    let list = list(all[..<5])
    #expect(told(by: list) == [1, 2, 3, 4, 5])
    for index in [1, 3] { list.remove(all[index]) }
    #expect(told(by: list) == [1, 3, 5])
    for index in [5, 6] { list.append(all[index]) }
    #expect(told(by: list) == [1, 3, 5, 6, 7])
    for index in [0, 2, 4, 6] { list.remove(all[index]) }
    #expect(told(by: list) == [6])
    list.append(all[0])
    #expect(told(by: list) == [6, 1])
    for index in [5, 0] { list.remove(all[index]) }
    #expect(list.isEmpty && list.list.members.slots.count == 0)
  }

  @Test func whoLeavesTwiceOrWasNeverThereTakesNobodyAlong() {
    let all = (1...3).map { entry($0) }
    let list = list(all[..<2])
    list.remove(all[2])
    list.remove(all[0])
    list.remove(all[0])
    #expect(list.list.members.count == 1)
    #expect(told(by: list) == [2])
  }

  @Test func previousStatesAreKeptForAsLongAsSomebodyWantsThem() {
    let all = [entry(1), entry(2, keepsPrevious: true), entry(3)]
    let list = list(all)
    #expect(list.keepsPrevious)
    #expect(told(by: list) == [1, -2, 3])
    list.remove(all[1])
    #expect(!list.keepsPrevious)
    #expect(told(by: list) == [1, 3])
  }

  @Test func whoHasLeftIsLetGoAtOnce() {
    let list = list((1...3).map { entry($0) })
    weak var left: ObserverEntry?
    do {
      let leaving = entry(4)
      left = leaving
      list.append(leaving)
      list.remove(leaving)
    }
    #expect(left == nil)
    #expect(told(by: list) == [1, 2, 3])
  }

  @Test func thePlacesAreNeverMoreThanTwiceTheObservers() {
    let list = List()
    var all: [ObserverEntry] = []
    for number in 1...2000 {
      all.append(entry(number))
      list.append(all[number - 1])
      if number % 3 == 0 { list.remove(all[number / 2]) }
      #expect(list.list.members.slots.count <= 2 * list.list.members.count)
    }
    for number in all.indices.reversed() {
      list.remove(all[number])
      if list.list.members.slots.count > 2 * list.list.members.count {
        Issue.record("\(list.list.members.slots.count) \(list.list.members.count)")
      }
    }
    #expect(list.isEmpty && list.list.members.slots.count == 0)
  }
}
