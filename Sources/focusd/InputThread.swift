import EvdevIO
import Glibc
import LinuxIO

/// Starts the input thread, as urgent as the system allows.
enum InputThread {
  /// - Parameters:
  ///   - idleMilliseconds: the longest that a turn may wait; −1 for ever.
  ///   - afterTurn: runs on the input thread after every full turn.
  static func start(
    _ channel: InputChannel, idleMilliseconds: Int32, afterTurn: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    try NativeThread.start(name: "focusd-input") {
      // Above ordinary threads, below the kernel's interrupt threads (50).
      var priority = sched_param(sched_priority: 20)
      if pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) != 0 {
        Log.notice("no real-time priority for the input thread: give the unit LimitRTPRIO=20")
      }
      do throws(SystemError) {
        var loop = try InputLoop.make(channel)
        loop.run(idleMilliseconds: idleMilliseconds, afterTurn: afterTurn)
      } catch {
        channel.reports.put(.failed(error))
        channel.toControl.signal()
      }
    }
  }
}
