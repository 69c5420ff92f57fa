import Diagnosis
import Glibc
import LinuxIO

/// Compositors and X servers that listen on this machine.
enum Displays {
  /// - Parameter given: sockets; where there are none, WAYLAND_DISPLAY's, else
  ///   every user's.
  static func compositors(_ given: [String]) -> [Facts.Compositor] {
    let sockets = given.isEmpty ? found() : given
    return sockets.map { socket in
      do throws(SystemError) {
        return Facts.Compositor(socket: socket, globals: try WaylandRegistry.globals(of: socket))
      } catch {
        return Facts.Compositor(socket: socket, globals: nil, error: "\(error)")
      }
    }
  }

  private static func found() -> [String] {
    if let display = variable("WAYLAND_DISPLAY") {
      if display.hasPrefix("/") { return [display] }
      if let directory = variable("XDG_RUNTIME_DIR") { return ["\(directory)/\(display)"] }
    }
    return KernelFile.names(in: "/run/user").flatMap { user in
      sockets(in: "/run/user/\(user)") { $0.hasPrefix("wayland-") }
    }
  }

  static func xServers() -> [String] { sockets(in: "/tmp/.X11-unix") { $0.hasPrefix("X") } }

  private static func sockets(in directory: String, _ isOne: (String) -> Bool) -> [String] {
    KernelFile.names(in: directory).filter(isOne).map { "\(directory)/\($0)" }.filter { path in
      var info = stat()
      return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFSOCK
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
