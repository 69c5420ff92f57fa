import Glibc
import LinuxIO

/// A connection to the shell: its bytes in and out, and what is said on it.
final class ShellConnection {
  let token: UInt64
  var session: SwaySession
  /// Whether the poller reports room for writing.
  var watchesWriting = false

  private let fd: OwnedFD
  private var input = SwayAssembler()
  private var output: [UInt8] = []

  init(_ fd: consuming OwnedFD, token: UInt64, session: SwaySession) {
    self.fd = fd
    self.token = token
    self.session = session
  }

  var raw: Int32 { fd.raw }
  var wantsWriting: Bool { !output.isEmpty }

  /// The corresponding C functions are `socket` and `connect`; neither waits.
  static func open(_ path: String) throws(SystemError) -> OwnedFD {
    let address = try UnixAddress(path)
    let type = Int32(
      bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let fd = OwnedFD(adopting: try check("socket") { socket(AF_UNIX, type, 0) })
    try check("connect", path) { address.withPointer { connect(fd.raw, $0, $1) } }
    return fd
  }

  /// Reads what is there, but no more than a piece: others have their turn too.
  func receive(at now: SwaySession.Time) throws(ShellError) {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    let count = retrying { recv(fd.raw, &buffer, buffer.count, 0) }
    if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return }
    guard count != 0 else { throw .closed }
    guard count > 0 else { throw .system(SystemError("recv", errno: errno)) }
    input.append(buffer[..<count])
    while let message = try input.next() { try session.take(message, at: now) }
  }

  /// Sends what the session has to say, as far as it goes.
  func flush() throws(ShellError) {
    output += session.takeOutgoing()
    while !output.isEmpty {
      let count = output.withUnsafeBytes { bytes in
        retrying { send(fd.raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
      }
      if count < 0 {
        if errno == EAGAIN || errno == EWOULDBLOCK { return }
        throw .system(SystemError("send", errno: errno))
      }
      output.removeFirst(count)
    }
  }
}
