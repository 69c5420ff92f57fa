import InputGate
import Testing

@Suite struct KeySetTests {
  @Test func holdsEveryCode() {
    var set = KeySet()
    for code in 0..<UInt16(KEY.count) {
      #expect(!set[code])
      set[code] = true
      #expect(set[code])
    }
    #expect(set.codes == Array(0..<UInt16(KEY.count)))
    for code in 0..<UInt16(KEY.count) { set[code] = false }
    #expect(set.isEmpty)
  }

  @Test func nothingPastTheLast() {
    var set = KeySet()
    set[0x300] = true
    set[.max] = true
    #expect(set.isEmpty)
    #expect(!set[0x300])
    #expect(set.next(from: 0x300) == nil)
  }

  @Test func algebra() {
    let a = KeySet([1, 64, 767])
    let b = KeySet([64, 100])
    #expect(a.subtracting(b).codes == [1, 767])
    #expect(a.intersection(b).codes == [64])
    #expect(a.union(b).codes == [1, 64, 100, 767])
    #expect(a.next(from: 2) == 64)
    #expect(a.next(from: 767) == 767)
  }
}
