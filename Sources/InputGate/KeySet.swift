/// A set of `EV.key` codes as a bitmap held in place: a copy allocates nothing.
public struct KeySet: Hashable, Sendable {
  // 768 codes in 12 words; SIMD16 is the next size that there is.
  private var words: SIMD16<UInt64> = .zero

  public init() {}

  public init(_ codes: some Sequence<UInt16>) {
    for code in codes { self[code] = true }
  }

  /// Whether `code` is in the set. Codes past the kernel's `KEY_MAX` never are.
  @inline(__always)
  public subscript(_ code: UInt16) -> Bool {
    get { Int(code) < KEY.count && words[Int(code) >> 6] & (1 << UInt64(code & 63)) != 0 }
    set {
      guard Int(code) < KEY.count else { return }
      let bit: UInt64 = 1 << UInt64(code & 63)
      if newValue { words[Int(code) >> 6] |= bit } else { words[Int(code) >> 6] &= ~bit }
    }
  }

  public var isEmpty: Bool { words == .zero }

  /// The smallest code that is in the set and not below `code`, or nil.
  public func next(from code: UInt16) -> UInt16? {
    guard Int(code) < KEY.count else { return nil }
    var word = Int(code) >> 6
    var bits = words[word] & (UInt64.max << UInt64(code & 63))
    while bits == 0 {
      word += 1
      if word == words.scalarCount { return nil }
      bits = words[word]
    }
    return UInt16(word << 6 + bits.trailingZeroBitCount)
  }

  /// Calls `body` with each code, rising.
  @inline(__always)
  public func forEachCode(_ body: (UInt16) -> Void) {
    var code = next(from: 0)
    while let found = code {
      body(found)
      code = next(from: found + 1)
    }
  }

  public func subtracting(_ other: KeySet) -> KeySet {
    var result = self
    result.words &= ~other.words
    return result
  }

  public func intersection(_ other: KeySet) -> KeySet {
    var result = self
    result.words &= other.words
    return result
  }

  public func union(_ other: KeySet) -> KeySet {
    var result = self
    result.words |= other.words
    return result
  }

  /// The codes, rising. Allocates: not for the input path.
  public var codes: [UInt16] {
    var result: [UInt16] = []
    forEachCode { result.append($0) }
    return result
  }
}
