/// The word that a misspelt one was most likely meant to be.
///
/// - Parameters:
///   - word: what was written; from outside, any length.
///   - candidates: what would have been allowed.
/// - Returns: nil where nothing is near enough to be a help.
public func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let written = Array(word.lowercased())
  // A long word is no slip of the fingers, and the table below is as large as both.
  guard !written.isEmpty, written.count <= 64 else { return nil }
  var best: (word: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(written, Array(candidate.lowercased()))
    if distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  guard let best, best.distance <= max(1, written.count / 3) else { return nil }
  return best.word
}

/// Insertions, deletions, replacements and swaps of neighbours between two words.
private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for i in first.indices {
    var row = [i + 1]
    for j in second.indices {
      let replaced = last[j] + (first[i] == second[j] ? 0 : 1)
      var cost = min(replaced, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[second.count]
}
