import SpinAsync
import SpinCallbacks
import SpinTesting
import Synchronization
import Testing

struct WrapADelegate {
  // snippet.state
  struct Meter: Equatable, Sendable {
    enum Event: Equatable, Sendable { case turn(on: Bool), measured(Int) }
    var isOn = false, value = 0
  }

  final class Relay: SensorDelegate {
    let emit: Emitter<Meter.Event>
    init(_ emit: Emitter<Meter.Event>) { self.emit = emit }
    func sensorDidMeasure(_ value: Int) { emit(.measured(value)) }
  }
  // snippet.end

  // snippet.spin
  func meter(_ sensor: Sensor) -> Spin<Meter, Meter.Event> {
    Spin(initialState: Meter()) {
      Feedback(while: \.isOn) {
        .callback { emit in
          let relay = Relay(emit)
          sensor.delegate = relay  // The sensor does not keep its delegate.
          return Cancellation { withExtendedLifetime(relay) { sensor.delegate = nil } }
        }
      }.named("sensor")
      Reducer { meter, event in
        switch event {
        case .turn(let isOn): meter.isOn = isOn
        case .measured(let value): meter.value = value
        }
      }
    }
  }
  // snippet.end

  // snippet.test
  @Test func theSensorHasADelegateWhileTheMeterIsOn() {
    let sensor = Sensor()
    let test = TestSpin(meter(sensor))
    test.emit(.turn(on: true)) { $0.isOn = true }
    sensor.measure(7)
    test.expect(.measured(7), from: "sensor") { $0.value = 7 }
    test.emit(.turn(on: false)) { $0.isOn = false }
    #expect(sensor.delegate == nil)
    test.finish()
  }
  // snippet.end

  @Test func theSensorHasADelegateIfAndOnlyIfTheMeterIsOn() {
    explore(seeds: 300) { test in
      let sensor = Sensor()
      let running = meter(sensor).start(on: test)
      test.concurrently(
        { for isOn in [true, false, true] { running.emit(.turn(on: isOn)) } },
        { for isOn in [false, true] { running.emit(.turn(on: isOn)) } },
        {
          for value in 1...3 {
            sensor.measure(value)
            await Task.yield()
          }
        })
      test.expect(running.state.isOn == (sensor.delegate != nil), "\(running.state)")
      sensor.measure(7)
      test.run()
      test.expect(running.state.value == 7 || !running.state.isOn, "\(running.state)")
    }
  }

  @Test(arguments: Host.allCases)
  func measurementsArriveInOrderFromOtherThreads(_ host: Host) async throws {
    let (sensor, values) = (Sensor(), Transcript<Int>())
    let running = meter(sensor).start(on: host.runtime()) { values.add($0.state.value) }
    try await running.send(.turn(on: true))
    await running.idle()
    for value in 1...100 { sensor.measure(value) }
    try await running.send(.turn(on: false))
    #expect(sensor.delegate == nil && running.state.value == 100)
    #expect(values.all == [0, 0] + (1...100) + [100])
    running.stop()
    await running.finished()
  }

  protocol SensorDelegate: AnyObject, Sendable {
    func sensorDidMeasure(_ value: Int)
  }

  /// A device that calls its delegate on the thread that measures.
  final class Sensor: Sendable {
    private struct Slot { weak var delegate: (any SensorDelegate)? }
    private let slot = Mutex(Slot())

    var delegate: (any SensorDelegate)? {
      get { slot.withLock { $0.delegate } }
      set { slot.withLock { $0.delegate = newValue } }
    }

    func measure(_ value: Int) { delegate?.sensorDidMeasure(value) }
  }
}
