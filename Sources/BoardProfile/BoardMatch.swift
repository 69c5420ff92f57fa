/// Which machines a profile is for; what is left out is not asked for.
struct BoardMatch: Hashable, Sendable {
  var compatible: String?
  var dmi: [String: String] = [:]
  var parameter: String?

  /// How well it fits; nil where it does not.
  func fit(_ machine: Machine) -> Fit? {
    var fit = Fit()
    if let parameter {
      guard machine.parameters.contains(parameter) else { return nil }
      fit.asksParameter = 1
      fit.count += 1
    }
    if let compatible {
      guard let place = machine.compatible.firstIndex(of: compatible) else { return nil }
      fit.place = -place
      fit.count += 1
    }
    for (name, text) in dmi {
      guard machine.dmi[name] == text else { return nil }
      fit.count += 1
    }
    return fit
  }

  /// For people: what fitted.
  var words: String {
    var parts: [String] = []
    if let parameter { parts.append("kernel parameter \(parameter)") }
    if let compatible { parts.append("compatible \(compatible)") }
    parts += dmi.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return parts.isEmpty ? "every machine" : parts.joined(separator: ", ")
  }

  /// What is more specific is greater: first of all a kernel parameter, since
  /// somebody wrote it for this machine; then the number of things asked for;
  /// then how far in front the device tree has its name.
  struct Fit: Hashable, Comparable, Sendable {
    var asksParameter = 0
    var count = 0
    var place = 0

    static func < (one: Fit, other: Fit) -> Bool {
      (one.asksParameter, one.count, one.place) < (other.asksParameter, other.count, other.place)
    }
  }
}
