import CLinux
import Glibc

/// Signals as a readable descriptor. Make it before any thread starts, so that
/// every thread inherits the mask.
public final class Signals {
  private let fd: OwnedFD

  public init(_ signals: [Int32]) throws(SystemError) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    fd = OwnedFD(
      adopting: try check("signalfd") {
        signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
      })
  }

  public var raw: Int32 { fd.raw }

  /// The next signal that has come, or nil.
  public func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard retrying({ read(fd.raw, &info, size) }) == size else { return nil }
    return Int32(truncatingIfNeeded: info.ssi_signo)
  }
}
