/// A small generator of chance that is the same everywhere for one seed
/// (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A number of the range; small ranges, so the bias does not matter.
  mutating func pick(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  mutating func pick<T>(_ from: [T]) -> T { from[pick(0..<from.count)] }

  mutating func chance(_ percent: Int) -> Bool { pick(0..<100) < percent }
}
