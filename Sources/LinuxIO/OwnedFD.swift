import Glibc

/// A descriptor that is closed once, when its owner goes.
///
/// Flat and not generic on purpose: `deinit` of generic `~Copyable` types has
/// faults in several compiler versions (docs/facts.md). A release-mode test
/// proves that it closes.
public struct OwnedFD: ~Copyable, Sendable {
  /// Borrow it for calls; do not close it.
  public let raw: Int32

  public init(adopting raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Gives the descriptor up without closing it.
  public consuming func release() -> Int32 {
    let raw = raw
    discard self
    return raw
  }

  /// The corresponding C function is `open`; `O_CLOEXEC` is always added.
  public static func open(_ path: String, _ flags: Int32) throws(SystemError) -> OwnedFD {
    OwnedFD(adopting: try check("open", path) { Glibc.open(path, flags | O_CLOEXEC) })
  }
}
