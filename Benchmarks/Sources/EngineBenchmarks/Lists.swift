import Harness
import SpinCallbacks

/// Lists of feedbacks that programs make, of which each feedback must cost the same however long the list is.
let lists = [
  Measurement("feedback of a list of 1,000, made by for", operations: 1_000) {
    makeList($0)
  },
  Measurement(
    "feedback of a list made by for", operations: 20_000,
    against: "feedback of a list of 1,000, made by for", limit: 2
  ) { makeList($0) },
  Measurement("feedback of a chain of 1,000, made in a loop", operations: 1_000) {
    makeChain($0)
  },
  Measurement(
    "feedback of a chain made in a loop", operations: 20_000,
    against: "feedback of a chain of 1,000, made in a loop", limit: 2
  ) { makeChain($0) },
]

private func feedback(_ number: Int) -> Feedback<Int, Step> {
  Feedback(filteredBy: { $0 < -number }) { _ in .none }
}

/// Makes a spin by `for` in `for`, `if`, groups and arrays.
private func makeList(_ count: Int) {
  let spin = Spin<Int, Step>(initialState: 0) {
    for tens in 0..<(count + 9) / 10 {
      Feedbacks {
        for number in 10 * tens..<min(count, 10 * tens + 10) {
          if number % 2 == 0 { feedback(number) } else { [feedback(number)] }
        }
      }
    }
    feedback(count)
    Reducer { count, step in add(&count, step) }
  }
  precondition(spin.initialState == 0)
}

/// Makes a spin by a chain of calls.
private func makeChain(_ count: Int) {
  var chain = Spinner.initialState(0).feedback(feedback(0))
  for number in 1...count { chain = chain.feedback(feedback(number)) }
  precondition(chain.reducer(Reducer { add(&$0, $1) }).initialState == 0)
}
