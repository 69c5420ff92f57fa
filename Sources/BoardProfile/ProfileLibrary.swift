import Glibc
import LinuxIO

/// The profiles that are installed, and the drop-ins for each.
///
/// The directories are searched in one order; of two files with the same name
/// the first counts, and an empty one or a link to /dev/null takes the others
/// out as well.
struct ProfileLibrary {
  static let directories = [
    "/etc/focusd/boards", "/run/focusd/boards", "/usr/share/focusd/boards",
  ]

  struct Entry {
    /// `generic-kiosk` of `50-generic-kiosk.yaml`: what `extends`, drop-ins and
    /// `focusd.board=` call it.
    let name: String
    let path: String
  }

  let root: String

  /// The profiles, in the order of their files' names.
  func entries() throws(ProfileError) -> [Entry] {
    try ProfileLibrary.files(under: root, "").map { path in
      Entry(name: ProfileLibrary.name(of: path), path: path)
    }
  }

  /// The drop-ins of a profile, in the order of their names.
  func dropIns(of name: String) throws(ProfileError) -> [String] {
    try ProfileLibrary.files(under: root, "/\(name).d")
  }

  static func name(of path: String) -> String {
    let name = File.name(of: path).dropLast(".yaml".count)
    let plain = name.drop { ("0"..."9").contains($0) }
    return plain.hasPrefix("-") && plain.count < name.count
      ? String(plain.dropFirst()) : String(name)
  }

  /// Whether a file is a drop-in by where it lies.
  static func isDropIn(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().last?.hasSuffix(".d") ?? false
  }

  private static func files(
    under root: String, _ subdirectory: String
  ) throws(ProfileError) -> [String] {
    var found: [String: String] = [:]
    for directory in directories {
      let directory = root + directory + subdirectory
      do throws(SystemError) {
        for name in try File.names(in: directory, ending: ".yaml") where found[name] == nil {
          found[name] = "\(directory)/\(name)"
        }
      } catch {
        throw ProfileError(file: directory, error, "the directory cannot be read")
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value).filter { !File.isMask($0) }
  }
}

extension ProfileError {
  init(file: String, _ error: SystemError, _ problem: String) {
    let reason = String(cString: strerror(error.errno))
    self.init(file: file, line: 0, column: 0, problem: "\(problem): \(reason)")
  }
}
