import Testing

@testable import ShellAdapter

@Suite struct SwayMessageTests {
  @Test func messagesComeInAnyPieces() throws {
    let messages = [
      SwayMessage(.getTree), SwayMessage(.windowEvent, #"{"change":"new"}"#),
      SwayMessage(type: 77, payload: []),
    ]
    for size in 1...20 {
      var assembler = SwayAssembler()
      var found: [SwayMessage] = []
      var rest = messages.flatMap(\.bytes)[...]
      while !rest.isEmpty {
        assembler.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let message = try assembler.next() { found.append(message) }
      }
      #expect(found == messages)
    }
  }

  @Test(arguments: ["x", "i3-ipx", "GET / HTTP/1.1"])
  func whatIsNoMagicIsNoticedAtOnce(_ text: String) {
    var assembler = SwayAssembler()
    assembler.append(Array(text.utf8))
    #expect(throws: ShellError.notSway) { try assembler.next() }
  }

  @Test func aLengthBeyondTheLimitIsNotWaitedFor() {
    var assembler = SwayAssembler()
    assembler.append(SwayMessage.magic + [0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0])
    #expect(throws: ShellError.tooLong(0xFFFF_FFFF)) { try assembler.next() }
  }
}
