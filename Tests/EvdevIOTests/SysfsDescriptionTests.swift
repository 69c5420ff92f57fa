import Testing

@testable import EvdevIO

@Suite struct SysfsDescriptionTests {
  @Test("words are as wide as a long, the highest first")
  func bits() {
    #expect(SysfsDescription.bits("0") == [])
    #expect(SysfsDescription.bits("") == [])
    #expect(SysfsDescription.bits("120013") == [0, 1, 4, 17, 20])
    let wide = UInt16(UInt.bitWidth)
    #expect(SysfsDescription.bits("1 0 80000000") == [31, 2 * wide])
    #expect(SysfsDescription.bits("no bitmap") == [])
  }
}
