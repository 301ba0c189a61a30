import Testing

@testable import SpinTTY

@Suite struct StackTests {
  @Test func viewsStandBelowEachOtherWithSpacing() {
    let drawn = picture(10, 6) {
      VStack(spacing: 1) {
        Text("one")
        Text("two")
        Text("three")
      }
    }
    #expect(
      drawn == """
        one

        two

        three
        """)
  }

  @Test func viewsOfAStackAreAligned() {
    let centered = picture(10, 2) {
      VStack(alignment: .center) {
        Text("wide text")
        Text("x")
      }
    }
    #expect(centered == "wide text\n    x")
    let bottom = picture(10, 3) {
      HStack(alignment: .bottom, spacing: 1) {
        Text("a\nb\nc")
        Text("x")
      }
    }
    #expect(bottom == "a\nb\nc x")
  }

  @Test func aSpacerTakesWhatTheOthersLeave() {
    let drawn = picture(12, 4) {
      HStack {
        Text("left")
        Spacer()
        Text("right")
      }
      Spacer()
      Text("last")
    }
    #expect(
      drawn == """
        left   right


        last
        """)
  }

  @Test(arguments: [
    (StackDistribution.start, "ab|bc"), (.end, "       ab|bc"), (.center, "   ab|bc"),
    (.between, "ab       |bc"), (.around, "  ab   |bc"), (.stretch, "ab    |bc"),
  ])
  func roomThatNoViewTakesIsDistributed(distribution: StackDistribution, expected: String) {
    let drawn = picture(12, 1) {
      HStack(distribution: distribution) {
        Text("ab")
        Text("|bc")
      }
    }
    #expect(drawn == expected)
  }

  @Test func ratiosAndFillsShareByLargestRemainderTiesToTheLeft() {
    let drawn = picture(10, 3) {
      HStack {
        Letters("a").frame(width: .ratio(1, 3), height: .fixed(1))
        Letters("b").frame(width: .ratio(1, 3), height: .fixed(1))
        Letters("c").frame(width: .ratio(1, 3), height: .fixed(1))
      }
      HStack {
        for letter in ["a", "b", "c", "d"] as [Character] {
          Letters(letter).frame(width: .fill, height: .fixed(1))
        }
      }
      HStack {
        Letters("a").frame(width: .fill(2), height: .fixed(1))
        Letters("b").frame(width: .fixed(3), height: .fixed(1))
        Letters("c").frame(width: .fill(1), height: .fixed(1))
      }
    }
    #expect(
      drawn == """
        aaaabbbccc
        aaabbbccdd
        aaaaabbbcc
        """)
  }

  @Test func aSpacerIsAsLongAsItsMinimumAndTakesNothingAcrossTheStacksAxis() {
    func row(_ spacer: some View) -> Size {
      HStack {
        Text("a")
        spacer
        Text("b")
      }.measure(.unlimited, in: ViewEnvironment())
    }
    #expect(row(Spacer(minLength: 5)) == Size(columns: 7, rows: 1))
    #expect(row(Spacer(minLength: 5).id("gap")) == Size(columns: 7, rows: 1))
    let column = VStack {
      Text("a")
      Spacer(minLength: 5)
    }
    #expect(column.measure(.unlimited, in: ViewEnvironment()) == Size(columns: 1, rows: 6))
  }

  @Test func framesAreFixedOrBoundTheirContent() {
    let drawn = picture(20, 4) {
      HStack(spacing: 1) {
        Text("abc").frame(width: .fixed(5))
        Text("x").frame(width: .min(3), alignment: .topTrailing)
        Text("a long one", wrapping: .none).frame(width: .max(6))
      }
      Text("middle").frame(width: .fill, height: .fixed(3), alignment: .center)
    }
    #expect(
      drawn == """
        abc     x a lon…

               middle
        """)
  }

  @Test func whenItIsTightTheSpacingGoesFirstAndTheLastViewsLast() {
    func stack(_ rows: Int) -> String {
      picture(8, rows) {
        VStack(spacing: 1) {
          Text("one")
          Text("two")
          Text("three")
        }
      }
    }
    #expect(stack(5) == "one\n\ntwo\n\nthree")
    #expect(stack(4) == "one\n\ntwo\nthree")
    #expect(stack(3) == "one\ntwo\nthree")
    #expect(stack(2) == "one\ntwo")
    #expect(stack(0) == "")
  }

  @Test func viewsSideBySideKeepOneColumnOfTheSpacingThatGoes() {
    func stack(_ columns: Int) -> String {
      picture(columns, 1) {
        HStack(spacing: 2) {
          Text("one", wrapping: .none)
          Text("two", wrapping: .none)
          Text("three", wrapping: .none)
        }
      }
    }
    #expect(stack(15) == "one  two  three")
    #expect(stack(14) == "one  two three")
    #expect(stack(13) == "one two three")
    #expect(stack(12) == "one two thr…")
    #expect(stack(8) == "o… t… t…")
    let wrapped = picture(12, 2) {
      HStack(spacing: 3) {
        Text("a")
        Text("some words")
      }
    }
    #expect(wrapped == "a   some\n    words", "A text that wraps loses nothing.")
  }

  @Test func aLongTextDoesNotPushAShortOneOut() {
    let drawn = picture(16, 2) {
      HStack(spacing: 1) {
        Text("a rather long text", wrapping: .none)
        Text("ok")
        Text("another long text", wrapping: .none)
      }
    }
    #expect(drawn == "a rat… ok anoth…")
  }

  @Test func whatFillsKeepsWhatItCannotDoWithout() {
    let drawn = picture(6, 3) {
      Text("one\ntwo\nthree\nfour")
      ProgressBar(1, of: 2).frame(height: .fill).border(.ascii, padding: 0)
    }
    #expect(drawn == "one…\n███░░░")
  }

  @Test func aStackInAStackFillsIfOneOfItsViewsDoes() {
    let drawn = picture(12, 3) {
      HStack {
        VStack {
          Text("a")
          Divider()
        }
        Letters("b").frame(width: .fill, height: .fixed(1))
      }
    }
    #expect(drawn == "a     bbbbbb\n──────")
  }

  @Test func theLastViewOfAZStackLiesOnTop() {
    let drawn = picture(9, 3) {
      ZStack(alignment: .center) {
        Letters("-").frame(width: .fill, height: .fill)
        Text("top").padding(horizontal: 1).background(.blue)
      }
    }
    #expect(drawn == "---------\n-- top --\n---------")
  }

  @Test func paddingLeavesCellsBlank() {
    let drawn = picture(10, 5) {
      Text("ab").padding(horizontal: 2, vertical: 1).border(.ascii, padding: 0)
    }
    #expect(
      drawn == """
        +------+
        |      |
        |  ab  |
        |      |
        +------+
        """)
  }

  @Test func alignmentTakesAllTheRoom() {
    #expect(picture(5, 3) { Text("x").alignment(.center) } == "\n  x")
    #expect(picture(5, 3) { Text("x").alignment(.bottomTrailing) } == "\n\n    x")
  }

  @Test func theBuilderTakesConditionsLoopsAndComposedViews() {
    struct Pair: View {
      let number: Int
      var body: some View {
        HStack(spacing: 1) {
          Text("\(number)")
          if number.isMultiple(of: 2) { Text("even") } else { Text("odd") }
        }
      }
    }
    let isShown = false
    let drawn = picture(8, 5) {
      for number in 1...3 { Pair(number: number) }
      if isShown { Text("hidden") }
      switch isShown {
      case true: Text("yes")
      case false: Text("no")
      }
    }
    #expect(drawn == "1 odd\n2 even\n3 odd\nno")
  }

  @Test func stacksAskTheirViewsAFewTimesHoweverDeeplyTheyAreNested() {
    let counter = Counter()
    let deep = (0..<20).reduce(Probe(counter: counter) as any View) { view, level in
      VStack(spacing: 1) {
        view
        Text("level \(level)")
      }
    }
    let canvas = Canvas(size: Size(columns: 10, rows: 9))
    ViewList([deep]).show(on: canvas)
    #expect(counter.count < 100)
  }
}

/// A letter over the whole of the room.
struct Letters: View {
  let letter: Character

  init(_ letter: Character) { self.letter = letter }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: proposal.columns ?? 1, rows: proposal.rows ?? 1)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) { surface.fill(letter) }
}

private final class Counter {
  var count = 0
}

private struct Probe: View {
  let counter: Counter

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    counter.count += 1
    return Size(columns: 1, rows: 3)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) { surface.fill("p") }
}
