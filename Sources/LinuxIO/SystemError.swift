import Glibc

/// A system call that failed: which, on what, and why.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The call as its manual page names it, for example `open`.
  public var call: String
  /// The file or thing it was made on, or empty.
  public var path: String
  public var errno: Int32

  public init(_ call: String, _ path: String = "", errno: Int32) {
    self.call = call
    self.path = path
    self.errno = errno
  }

  public var description: String {
    let reason = String(cString: strerror(errno))
    return path.isEmpty ? "\(call): \(reason)" : "\(call) \(path): \(reason)"
  }
}

/// Makes a call again while a signal interrupts it.
@inlinable
public func retrying<Result: FixedWidthInteger & SignedInteger>(
  _ call: () -> Result
) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// Throws the error of a call that returned −1, and retries on `EINTR`.
@discardableResult
@inlinable
public func check<Result: FixedWidthInteger & SignedInteger>(
  _ name: String, _ path: @autoclosure () -> String = "", _ call: () -> Result
) throws(SystemError) -> Result {
  let result = retrying(call)
  if result == -1 {
    let reason = errno
    throw SystemError(name, path(), errno: reason)
  }
  return result
}
