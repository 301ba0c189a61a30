import SpinChildren
import SpinCore

/// A step of a task, which a service carries out.
struct Subtask: Equatable, Sendable {
  enum Event: Equatable, Sendable { case start, done, failed(String) }
  enum Phase: Equatable, Sendable { case waiting, running, done, failed(String) }

  var phase = Phase.waiting

  static func spin(_ work: @escaping @Sendable () async throws -> Void) -> Spin<Subtask, Event> {
    Spin(initialState: Subtask()) {
      Feedback(while: { $0.phase == .running }) {
        .run {
          try await work()
          return .done
        } catch: {
          .failed("\($0)")
        }
      }.named("work")
      Reducer { subtask, event in
        switch event {
        case .start: subtask.phase = .running
        case .done: subtask.phase = .done
        case .failed(let reason): subtask.phase = .failed(reason)
        }
      }
    }
  }
}

/// A task that is done when all of its subtasks are, which it starts one after the other.
struct TreeTask: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case start, add(Int), remove(Int), subtask(Int, Subtask.Event)

    var subtask: (Int, Subtask.Event)? {
      if case .subtask(let id, let event) = self { (id, event) } else { nil }
    }
  }

  var isStarted = false, subtasks = Children<Int, Subtask>()

  /// The subtask whose turn it is, unless one of them is running or has failed.
  var next: Int? {
    let open = isStarted ? subtasks.first { $0.part.phase != .done } : nil
    return open?.part.phase == .waiting ? open?.id : nil
  }

  static func spin(_ work: @escaping @Sendable () async throws -> Void) -> Spin<TreeTask, Event> {
    Spin(initialState: TreeTask()) {
      Scope(forEach: \.subtasks, event: Event.subtask, from: \.subtask) { Subtask.spin(work) }
      Feedback(on: \.next) { id in .just(.subtask(id, .start)) }.named("next")
      Reducer { task, event in
        switch event {
        case .start: task.isStarted = true
        case .add(let id): task.subtasks.append(Subtask(), id: id)
        case .remove(let id): task.subtasks.remove(id: id)
        case .subtask: break
        }
      }
    }
  }
}

/// Tasks by id.
struct TaskTree: Equatable, Sendable {
  enum Event: Equatable, Sendable {
    case add(Int, TreeTask), remove(Int), task(Int, TreeTask.Event)

    var task: (Int, TreeTask.Event)? {
      if case .task(let id, let event) = self { (id, event) } else { nil }
    }
  }

  var tasks = Children<Int, TreeTask>()

  static func spin(_ work: @escaping @Sendable () async throws -> Void) -> Spin<TaskTree, Event> {
    Spin(initialState: TaskTree()) {
      Scope(forEach: \.tasks, event: Event.task, from: \.task) { TreeTask.spin(work) }
      Reducer { tree, event in
        if case .add(let id, let task) = event { tree.tasks.append(task, id: id) }
        if case .remove(let id) = event { tree.tasks.remove(id: id) }
      }
    }
  }
}
