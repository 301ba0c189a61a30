import Testing

@testable import SpinTTY

@Suite struct ConstraintTests {
  private func row(_ columns: Int, _ constraints: [Constraint], spacing: Int = 0) -> String {
    picture(columns, 1) {
      HStack(spacing: spacing) {
        for (letter, constraint) in zip("abcdef", constraints) {
          Letters(letter).frame(width: constraint, height: .fixed(1))
        }
      }
    }
  }

  @Test func minimaComeFirst() {
    #expect(row(10, [.fill, .fill.atLeast(7)]) == "aaabbbbbbb")
    #expect(row(10, [.content, .fill.atLeast(4)]) == "aaaaaabbbb")
    #expect(row(10, [.ratio(1, 2), .fill.atLeast(8)]) == "aabbbbbbbb")
    #expect(row(10, [.ratio(1, 5).atLeast(4), .fill]) == "aaaabbbbbb")
  }

  @Test func aMaximumLeavesTheRestToTheOthers() {
    #expect(row(10, [.fill.atMost(2), .fill]) == "aabbbbbbbb")
    #expect(row(10, [.fill(9).atMost(3), .fill(1), .fill(1)]) == "aaabbbbccc")
    #expect(row(10, [.content.atMost(4), .fill]) == "aaaabbbbbb")
    #expect(row(10, [.ratio(1, 2).atMost(3), .fill]) == "aaabbbbbbb")
    #expect(row(10, [.fill.atMost(4)]) == "aaaa")
  }

  @Test func viewsWhoseMinimumDoesNotFitAreLeftOutWhole() {
    #expect(row(9, [.fixed(5), .fixed(5)]) == "aaaaa")
    #expect(row(9, [.fixed(5), .fixed(5).priority(1)]) == "bbbbb")
    #expect(row(9, [.fixed(5), .fill.atLeast(5)]) == "aaaaa")
    #expect(row(9, [.fixed(5).priority(-1), .fill.atLeast(5)]) == "bbbbbbbbb")
  }

  @Test func noViewOfALowerPriorityTakesThePlaceOfOneThatIsLeftOut() {
    #expect(row(9, [.fixed(5).priority(2), .fixed(5).priority(1), .fixed(2)]) == "aaaaa")
    #expect(row(9, [.fixed(5).priority(2), .fixed(5).priority(1), .fill]) == "aaaaa")
    #expect(row(9, [.fixed(5), .fixed(5), .fill]) == "aaaaacccc", "It needs no room of its own.")
  }

  @Test func aViewThatAloneDoesNotFitIsCut() {
    #expect(row(3, [.fixed(5)]) == "aaa")
    #expect(row(3, [.fixed(5), .fixed(4).priority(1), .fixed(1)]) == "bbb")
  }

  @Test func contentGetsWhatItWantsByPriority() {
    let texts = ["one long text", "ok", "another text"]
    func row(_ priorities: [Int]) -> String {
      picture(18, 1) {
        HStack(spacing: 1) {
          for (text, priority) in zip(texts, priorities) {
            Text(text, wrapping: .none).frame(width: .content.priority(priority))
          }
        }
      }
    }
    #expect(row([0, 0, 0]) == "one lo… ok anothe…")
    #expect(row([2, 1, 0]) == "one long text ok …")
    #expect(row([0, 1, 2]) == "o… ok another text")
  }

  @Test func aViewThatIsLeftOutLeavesNoSpacing() {
    #expect(row(12, [.fixed(5), .fixed(5), .fixed(5)], spacing: 1) == "aaaaa bbbbb")
    #expect(row(10, [.fixed(3).priority(-1), .fixed(4), .fixed(4)], spacing: 2) == "bbbb  cccc")
  }

  @Test func aMinimumReachesThroughWhatSurroundsAView() {
    let drawn = picture(6, 6) {
      VStack {
        Text("one\ntwo").frame(height: .fixed(2)).border(.ascii, padding: 0)
        HStack { Letters("x").frame(height: .fixed(3)) }
      }
    }
    #expect(drawn == "+---+\n|one|\n|two|\n+---+", "Not two of three rows.")
  }

  @Test func theBoundsOfAFrameHoldAcrossTheStackToo() {
    let drawn = picture(6, 4) {
      HStack {
        Letters("a").frame(width: .fixed(2), height: .fill.atMost(3))
        Letters("b").frame(width: .fixed(2), height: .content.atMost(2))
      }
    }
    #expect(drawn == "aabb\naabb\naa")
  }

  @Test func aMinimumAboveTheMaximumWins() {
    #expect(row(9, [.content.atLeast(5).atMost(2)]) == "aaaaa")
    #expect(row(9, [.fill.atMost(.min), .fill]) == "bbbbbbbbb")
    #expect(Constraint.min(3) == .content.atLeast(3) && Constraint.max(3) == .content.atMost(3))
  }

  @Test func aFrameWithoutAPriorityTakesThatOfItsView() {
    func priority(_ outer: Constraint) -> Int {
      Text("x").frame(width: .fixed(3).priority(4)).padding(1).frame(width: outer)
        .constraint(along: .horizontal, in: ViewEnvironment()).priority
    }
    #expect(priority(.content) == 4)
    #expect(priority(.content.priority(7)) == 7)
  }
}
