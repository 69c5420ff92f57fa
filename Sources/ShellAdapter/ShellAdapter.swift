import FocusModel
import LinuxIO

/// The compositor's shell, as a client on the control thread's `Poller`.
///
/// Never blocks. Whatever is wrong with the other side, it is let go and tried
/// again, ever more slowly; while nothing can be believed the report is nil.
public final class ShellAdapter {
  /// How it stands, for people.
  public struct Status: Hashable, Sendable {
    public enum State: String, Hashable, Sendable {
      /// It answers.
      case connected
      /// Connected, but it does not answer in time.
      case silent
      case disconnected
    }

    public var state: State
    /// For how long there has been no report; nil while there is one.
    public var staleMilliseconds: Int64?
    /// Why it is not connected, or what it would not do.
    public var error: String?
  }

  /// Called from within `start` and `handle` with each report that is news.
  public var onReport: (ShellReport?) -> Void = { _ in }
  public let path: String

  private let outputs: [String]
  private let poller: Poller
  private let timer: TimerFD
  private let timerToken: UInt64
  private var nextToken: UInt64
  private var connection: ShellConnection?
  private var isWatching = false
  /// Why there is no connection.
  private var error: ShellError?
  private var reported: ShellReport?
  private var wasHeard = false
  /// The last report is out of date whatever comes next.
  private var isReportOld = false
  private var staleSince: SwaySession.Time
  private var retryAt: SwaySession.Time = 0
  private var delay = ShellAdapter.firstDelay

  private static let firstDelay: SwaySession.Time = 250
  private static let longestDelay: SwaySession.Time = 5000

  /// - Parameters:
  ///   - path: of the shell's socket.
  ///   - outputs: the profile's names; their places are the `OutputID`s.
  ///   - firstToken: the adapter uses the poller's tokens from here on, each once.
  public init(
    path: String, outputs: [String], poller: Poller, firstToken: UInt64
  ) throws(SystemError) {
    self.path = path
    self.outputs = outputs
    self.poller = poller
    timer = try TimerFD()
    timerToken = firstToken
    nextToken = firstToken + 1
    staleSince = ShellAdapter.now()
    try poller.add(timer.raw, token: timerToken)
  }

  /// Connects now, and again whenever the connection is lost.
  public func start() { turn {} }

  /// Does what a descriptor that is ready asks for.
  ///
  /// - Returns: false for a token that is not the adapter's.
  public func handle(_ ready: Poller.Ready) -> Bool {
    guard ready.token >= timerToken else { return false }
    turn { () throws(ShellError) in
      if ready.token == timerToken {
        timer.drain()
      } else if let connection, ready.token == connection.token,
        ready.isReadable || ready.isDead
      {
        try connection.receive(at: ShellAdapter.now())
      }
    }
    return true
  }

  /// Has the keyboard looked after, from now on or no more.
  ///
  /// What is reported next was found out after this call.
  public func watch(_ isOn: Bool) {
    isWatching = isOn
    isReportOld = true
    connection?.session.watch(isOn, at: ShellAdapter.now())
    settle()
  }

  /// Asks the shell to give a window the keyboard.
  public func focus(_ window: ShellReport.WindowID) {
    connection?.session.focus(window, at: ShellAdapter.now())
    settle()
  }

  public var status: Status {
    let stale = reported == nil ? ShellAdapter.now() - staleSince : nil
    guard let session = connection?.session else {
      return Status(
        state: .disconnected, staleMilliseconds: stale, error: error.map { "\($0)" })
    }
    return Status(
      state: session.isSilent ? .silent : .connected, staleMilliseconds: stale,
      error: session.refusal)
  }

  // MARK: Turns

  private static func now() -> SwaySession.Time { Clock.monotonicMicroseconds() / 1000 }

  /// Does something, what is due beside it, and tells of what has changed.
  private func turn(_ body: () throws(ShellError) -> Void) {
    do throws(ShellError) {
      try body()
      connection?.session.check(at: ShellAdapter.now())
    } catch {
      letGo(error)
    }
    if connection == nil, ShellAdapter.now() >= retryAt { connect() }
    settle()
    report()
  }

  private func connect() {
    do throws(ShellError) {
      do throws(SystemError) {
        let fd = try ShellConnection.open(path)
        let token = nextToken
        try poller.add(fd.raw, token: token)
        nextToken += 1
        connection = ShellConnection(
          fd, token: token,
          session: SwaySession(outputs: outputs, isWatching: isWatching, at: ShellAdapter.now()))
      } catch {
        throw .system(error)
      }
    } catch {
      letGo(error)
    }
  }

  private func letGo(_ reason: ShellError) {
    if let connection { poller.remove(connection.raw) }
    connection = nil
    // focusd is there before the compositor, so at first nothing is wrong.
    if reason != error { Log.write(wasHeard ? .warning : .notice, "shell: \(reason)") }
    error = reason
    retryAt = ShellAdapter.now() + delay
    delay = min(delay * 2, ShellAdapter.longestDelay)
  }

  /// Sends what is to be sent, and sets the timer to what comes next.
  private func settle() {
    do throws(ShellError) {
      try connection?.flush()
      do throws(SystemError) {
        try watchDescriptors()
      } catch {
        throw .system(error)
      }
    } catch {
      letGo(error)
      // A timer that fails once has no second chance of its own.
      try? timer.set(milliseconds: Int(max(1, retryAt - ShellAdapter.now())))
    }
  }

  private func watchDescriptors() throws(SystemError) {
    if let connection, connection.wantsWriting != connection.watchesWriting {
      try poller.modify(
        connection.raw, token: connection.token, writable: connection.wantsWriting)
      connection.watchesWriting = connection.wantsWriting
    }
    let next = connection == nil ? retryAt : connection?.session.nextCheck
    try timer.set(milliseconds: next.map { Int(max(1, $0 - ShellAdapter.now())) } ?? 0)
  }

  private func report() {
    let new = connection?.session.report
    guard new != reported || isReportOld else { return }
    if new != nil, reported == nil {
      Log.notice("shell: connected to \(path)")
      wasHeard = true
      error = nil
      delay = ShellAdapter.firstDelay
    } else if new == nil, reported != nil {
      staleSince = ShellAdapter.now()
      if connection != nil { Log.warning("shell: no answer from \(path)") }
    }
    reported = new
    isReportOld = false
    onReport(new)
  }
}
