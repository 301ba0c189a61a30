public import Foundation
public import SpinCore
internal import SpinSystem

extension Monitor {
  /// Records each run into memory.
  ///
  /// A record keeps the events, and with them the replies that they carry. A `Reply` ends with its last copy:
  /// mask an event that carries one, so that a task whose question nobody answers does not wait forever.
  ///
  /// - Parameters:
  ///   - record: The record, which has the log of the run that has begun last.
  ///   - states: Which states to keep.
  ///   - maskEvent: Returns what to keep instead of an event. *Isolation*: called by the loop.
  ///   - maskState: Returns what to keep instead of a state. *Isolation*: called by the loop.
  /// - Returns: A monitor.
  public static func recording(
    into record: RunRecord<State, Event>, keeping states: StateKeeping = .every(64),
    masking maskEvent: @escaping @Sendable (Event) -> Event = { $0 },
    maskingStates maskState: @escaping @Sendable (State) -> State = { $0 }
  ) -> Monitor {
    recording(into: record) { RunRecorder(states, Masking(event: maskEvent, state: maskState)) }
  }

  /// Records a run into memory, with each state, up to the first event that carries a `Reply`.
  ///
  /// A reply ends with its last copy, so the record must not keep it.
  package static func recordingWithoutReplies(into record: RunRecord<State, Event>) -> Monitor {
    recording(into: record) {
      RunRecorder(.all, Masking(event: { $0 }, state: { $0 }), endsAtReply: true)
    }
  }

  private static func recording(
    into record: RunRecord<State, Event>,
    by makeRecorder: @escaping @Sendable () -> RunRecorder<State, Event>
  ) -> Monitor {
    Monitor(attaching: { run in
      let number = record.begin(RunHeader(run, State.self, Event.self))
      let recorder = makeRecorder()
      return { told in
        guard told.isOfStep else { return recorder.noteLoss(told.fact) }
        recorder.note(told) { record.add($0, of: number) }
      }
    })
  }
}

extension Monitor where State: Codable, Event: Codable {
  /// Records a run into a file of JSON lines, which
  /// ``/SpinRecording/RunLog/init(contentsOf:migrating:renaming:)`` reads.
  ///
  /// A file that exists is replaced when the run begins. Lines are encoded and written on a queue of their
  /// own. If more than 65,536 lines wait, the loop writes them itself, so that nothing is lost and memory has
  /// a bound. A loop that stops writes all of its lines before it cancels its effects.
  ///
  /// An event that cannot be encoded, or a file that cannot be written, ends the recording and not the loop.
  /// Two feedbacks of one name do not end it: it can be played, but not rehearsed.
  ///
  /// - Parameters:
  ///   - file: The file. If several runs have the monitor, the file is that of the run that has begun last.
  ///   - states: Which states to keep.
  ///   - maskEvent: Returns what to keep instead of an event. *Isolation*: called by the loop.
  ///   - maskState: Returns what to keep instead of a state. *Isolation*: called by the loop.
  ///   - onError: Called with the reason for which the recording has ended, or cannot be played or rehearsed
  ///     as the run was; `nil` prints it to standard error. *Isolation*: any thread.
  /// - Returns: A monitor.
  public static func recording(
    to file: URL, keeping states: StateKeeping = .every(64),
    masking maskEvent: @escaping @Sendable (Event) -> Event = { $0 },
    maskingStates maskState: @escaping @Sendable (State) -> State = { $0 },
    onError: (@Sendable (RunLogError) -> Void)? = nil
  ) -> Monitor {
    Monitor(attaching: { run in
      let writer = RunWriter<State, Event>(
        file, RunHeader(run, State.self, Event.self),
        onError: onError ?? { SystemCall.printDiagnostic("\($0)") })
      let recorder = RunRecorder(states, Masking(event: maskEvent, state: maskState))
      return { told in
        guard told.isOfStep else { return recorder.noteLoss(told.fact) }
        recorder.note(told) { writer.add($0) }
        // Also what is dropped after the stop, as the process may end next.
        if recorder.hasStopped { writer.writeOut() }
      }
    })
  }
}

extension MonitoredFact {
  /// Whether the loop tells the fact in a step, rather than another thread.
  fileprivate var isOfStep: Bool { number != nil }
}
