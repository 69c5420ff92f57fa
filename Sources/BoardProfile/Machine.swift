import Glibc
import LinuxIO

/// What a machine says it is: what profiles match.
public struct Machine: Hashable, Sendable {
  /// Of the device tree's root, the most specific first; empty without one.
  public var compatible: [String] = []
  /// By the names of /sys/class/dmi/id.
  public var dmi: [String: String] = [:]
  /// The words of the kernel's command line.
  public var parameters: [String] = []

  /// What there is of DMI that tells models apart and that everybody may read.
  public static let dmiNames = [
    "sys_vendor", "product_name", "product_family", "product_version", "product_sku",
    "board_vendor", "board_name", "board_version", "chassis_vendor", "chassis_type",
  ]

  /// Reads this machine.
  ///
  /// - Parameter root: stands before every path; for tests.
  /// - Throws: where something is hidden: a profile would be chosen by half of
  ///   what there is.
  public static func read(root: String = "") throws(ProfileError) -> Machine {
    var machine = Machine()
    machine.compatible = try bytes(root + "/sys/firmware/devicetree/base/compatible")
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    for name in dmiNames {
      let text = String(decoding: try bytes(root + "/sys/class/dmi/id/" + name), as: UTF8.self)
      if !text.trimmed.isEmpty { machine.dmi[name] = text.trimmed }
    }
    let line = try bytes(root + "/proc/cmdline", mayLack: false)
    machine.parameters = words(of: String(decoding: line, as: UTF8.self))
    return machine
  }

  /// - Parameter mayLack: whether it is no wonder that there is no such file.
  private static func bytes(
    _ path: String, mayLack: Bool = true
  ) throws(ProfileError) -> [UInt8] {
    do throws(SystemError) {
      return try File.bytes(of: path)
    } catch {
      if mayLack, error.errno == ENOENT { return [] }
      throw ProfileError(
        file: path, error, "this machine cannot be told from others, for a file is hidden")
    }
  }

  /// The value of the last `name=value` of the kernel's command line.
  func parameter(_ name: String) -> String? {
    parameters.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// Words are parted by blanks; double quotes hold blanks, as for the kernel.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character.isWhitespace, !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}

extension String {
  /// Without blanks and line ends around it.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
