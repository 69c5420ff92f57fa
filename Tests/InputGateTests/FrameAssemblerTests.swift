import InputGate
import Testing

@Suite struct FrameAssemblerTests {
  private func steps(
    _ assembler: inout FrameAssembler, _ events: [InputEvent]
  ) -> [FrameAssembler.Step] {
    var result: [FrameAssembler.Step] = []
    for event in events { result.append(assembler.take(event)) }
    return result
  }

  private let a = InputEvent.key(30, 1)
  private let dropped = InputEvent(EV.syn, SYN.dropped, 0)

  @Test func makesFrames() {
    var assembler = FrameAssembler(capacity: 8)
    #expect(steps(&assembler, [a, .report]) == [.more, .frame])
    #expect(Array(assembler.frame) == [a])
    #expect(steps(&assembler, [.key(30, 0), .key(31, 1), .report]) == [.more, .more, .frame])
    #expect(assembler.frame.count == 2)
  }

  @Test("input 28: what stands between SYN_DROPPED and SYN_REPORT means nothing")
  func loss() {
    var assembler = FrameAssembler(capacity: 8)
    #expect(
      steps(&assembler, [a, dropped, .key(31, 1), .report]) == [.more, .more, .more, .lost])
    #expect(assembler.frame.isEmpty)
    #expect(steps(&assembler, [a, .report]) == [.more, .frame])
    #expect(Array(assembler.frame) == [a])
  }

  @Test("a frame longer than the buffer is a loss, never half a frame")
  func tooLong() {
    var assembler = FrameAssembler(capacity: 2)
    #expect(steps(&assembler, [a, a, a, .report]).last == .lost)
    #expect(steps(&assembler, [a, a, .report]).last == .frame)
  }

  @Test func resetForgets() {
    var assembler = FrameAssembler(capacity: 8)
    #expect(steps(&assembler, [dropped, a]) == [.more, .more])
    assembler.reset()
    #expect(steps(&assembler, [.key(31, 1), .report]) == [.more, .frame])
    #expect(Array(assembler.frame) == [.key(31, 1)])
  }

  @Test func keepsContactSeparators() {
    var assembler = FrameAssembler(capacity: 8)
    let separator = InputEvent(EV.syn, SYN.mtReport, 0)
    #expect(steps(&assembler, [separator, .report]) == [.more, .frame])
    #expect(Array(assembler.frame) == [separator])
  }
}
