import BoardProfile
import Glibc
import LinuxIO

/// What this machine is, as far as /proc, /sys and udev's database say it to
/// everybody: no device is opened.
struct BoardProbe {
  struct Output {
    var name: String
    var isConnected: Bool
    /// As in `1920x1080`, the preferred one first.
    var modes: [String]
  }

  struct Device {
    var node: String
    var name: String
    var phys: String
    /// As udev has it: touchscreen, keyboard, mouse …
    var deviceClass: String
  }

  var machine: Machine
  var outputs: [Output]
  var devices: [Device]

  /// - Parameter root: stands before every path; for tests.
  static func read(root: String = "") throws(ProfileError) -> BoardProbe {
    BoardProbe(
      machine: try .read(root: root), outputs: outputs(root + "/sys/class/drm"),
      devices: devices(root))
  }

  private static func outputs(_ directory: String) -> [Output] {
    names(in: directory).compactMap { entry in
      // card0-HDMI-A-1; card0 itself has no status.
      guard let dash = entry.firstIndex(of: "-"),
        let status = text(of: "\(directory)/\(entry)/status")
      else { return nil }
      let name = String(entry[entry.index(after: dash)...])
      guard !name.hasPrefix("Writeback") else { return nil }
      let modes = text(of: "\(directory)/\(entry)/modes") ?? ""
      return Output(
        name: name, isConnected: status == "connected",
        modes: modes.split(separator: "\n").map(String.init))
    }
  }

  private static func devices(_ root: String) -> [Device] {
    let directory = root + "/sys/class/input"
    return names(in: directory).filter { $0.hasPrefix("event") }.compactMap { entry in
      let device = "\(directory)/\(entry)/device"
      guard let name = text(of: "\(device)/name") else { return nil }
      let phys = text(of: "\(device)/phys") ?? ""
      // focusd's own mirrors are no hardware.
      guard !phys.hasPrefix("focusd/") else { return nil }
      let number = text(of: "\(directory)/\(entry)/dev") ?? ""
      let properties = text(of: "\(root)/run/udev/data/c\(number)") ?? ""
      return Device(
        node: "/dev/input/\(entry)", name: name, phys: phys, deviceClass: deviceClass(properties))
    }
  }

  private static func deviceClass(_ properties: String) -> String {
    let classes = [
      "TOUCHSCREEN", "TOUCHPAD", "TABLET", "JOYSTICK", "MOUSE", "KEYBOARD", "SWITCH", "KEY",
    ]
    let found = classes.first { properties.contains("E:ID_INPUT_\($0)=1") }
    return found == "KEY" ? "keys" : found?.lowercased() ?? "unknown"
  }

  private static func names(in directory: String) -> [String] {
    guard let listing = opendir(directory) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted { ($0.count, $0) < ($1.count, $1) }
  }

  /// Without the line end behind it; nil where it cannot be read.
  private static func text(of path: String) -> String? {
    guard let fd = try? OwnedFD.open(path, O_RDONLY) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = retrying { Glibc.read(fd.raw, &bytes, bytes.count) }
    guard count >= 0 else { return nil }
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
