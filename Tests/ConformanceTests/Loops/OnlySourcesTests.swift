import SpinAsync
import SpinTestSupport
import Testing

#if DEBUG
  /// A spin that is settled at once, in debug builds.
  extension Conformance {
    @Test
    func aRunOfASpinWithOnlySourcesSaysWhyItEndedAtOnce() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let spin = Spin<Int, Int>(initialState: 0) {
          Feedback.source { .every(.seconds(1), 1) }
          Reducer { count, step in count += step }
        }
        _ = try await spin.run(on: .async)
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.contains("run(on:) ended at once"))
    }

    @Test
    func aRunThatDidSomethingSaysNothing() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        let source = Spin<Int, Int>(initialState: 0) {
          Feedback.source { .just(1) }
          Reducer { count, step in count += step }
        }
        _ = try await source.run(on: .async)
        _ = try await Spin<Int, Int>(initialState: 0) { Reducer { _, _ in } }.run(on: .async)
      }
      #expect(result?.standardErrorContent.isEmpty == true)
    }
  }
#endif
