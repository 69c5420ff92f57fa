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

  /// Where a socket is bound. The corresponding C function is `getsockname`.
  public static func path(of fd: borrowing OwnedFD) throws(SystemError) -> String {
    let raw = fd.raw
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    try check("getsockname") {
      withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(raw, $0, &length) }
      }
    }
    return withUnsafeBytes(of: address.sun_path) { path in
      String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
    }
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
