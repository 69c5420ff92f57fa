import Glibc

/// A path as an address (unix(7)).
public struct UnixAddress {
  private var address = sockaddr_un()

  /// - Throws: `ENAMETOOLONG`; a path may have 107 bytes.
  public init(_ path: String) throws(SystemError) {
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
      // One byte stays 0.
      guard path.utf8.count < place.count else { return false }
      place.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { throw SystemError("bind", path, errno: ENAMETOOLONG) }
  }

  public func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
