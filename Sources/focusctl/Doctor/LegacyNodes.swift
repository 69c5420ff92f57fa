import Diagnosis
import InputGate
import LinuxIO

/// Nodes beside evdev that show input.
enum LegacyNodes {
  /// js and mouse nodes of physical devices, and mice, which has them all.
  static func all() -> [FileAccess] {
    KernelFile.names(in: "/dev/input").filter { name in
      guard name.hasPrefix("js") || name.hasPrefix("mouse") || name == "mice" else { return false }
      let phys = KernelFile.line("/sys/class/input/\(name)/device/phys") ?? ""
      return !phys.hasPrefix(DeviceDescription.mirrorMarker)
    }.compactMap { FileAccess(reading: "/dev/input/\($0)") }
  }

  /// hidraw nodes of what is an input device; a security key is none.
  static func raw() -> [FileAccess] {
    KernelFile.names(in: "/sys/class/hidraw")
      .filter { !KernelFile.names(in: "/sys/class/hidraw/\($0)/device/input").isEmpty }
      .compactMap { FileAccess(reading: "/dev/\($0)") }
  }
}
