import Glibc
import LinuxIO
import Synchronization
import Testing

/// Stands between a client and the server, and cuts every connection when it is told to.
final class Proxy: Sendable {
  let path: String
  private let cutting = Mutex<[Int32]>([])

  init(to server: String) throws {
    path = server + "-proxy"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try #require(listener >= 0)
    try #require(Proxy.with(path) { bind(listener, $0, $1) } == 0)
    try #require(listen(listener, 64) == 0)
    try NativeThread.start(name: "proxy") { [self] in
      while true {
        let client = accept(listener, nil, nil)
        let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard client >= 0, Proxy.with(server, { connect(upstream, $0, $1) }) == 0 else { return }
        cutting.withLock { $0 += [client, upstream] }
        for (from, to) in [(client, upstream), (upstream, client)] {
          try? NativeThread.start(name: "pump") { Proxy.pump(from, to) }
        }
      }
    }
  }

  /// Both sides of everything see the other one gone.
  func cut() {
    let lost = cutting.withLock { sockets in
      defer { sockets = [] }
      return sockets
    }
    for one in lost { shutdown(one, Int32(SHUT_RDWR)) }
  }

  private static func pump(_ from: Int32, _ to: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(from, &buffer, buffer.count, 0)
      guard count > 0, send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
    }
    shutdown(from, Int32(SHUT_RDWR))
    shutdown(to, Int32(SHUT_RDWR))
  }

  private static func with(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
