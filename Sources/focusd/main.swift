import EvdevIO
import FocusModel
import Glibc
import InputGate
import LinuxIO

do throws(SystemError) {
  let signals = try Signals([SIGTERM, SIGINT])
  let channel = try InputChannel()
  let model = FocusModel(outputs: [.init(name: "a", width: 1280, height: 800, singleScene: true)])
  let manager = try DeviceManager(channel) { _ in
    GateSettings(placement: Placement(output: OutputID(rawValue: 0), width: 1280, height: 800))
  }
  try InputThread.start(channel, idleMilliseconds: -1) {}
  channel.post(model.plan(after: .closed, at: .zero))
  try manager.start()
  let poller = try Poller()
  try poller.add(signals.raw, token: 0)
  try poller.add(channel.toControl.raw, token: 1)
  try poller.add(manager.raw, token: 2)
  var ready = false
  while true {
    _ = try poller.wait(milliseconds: manager.needsRetry ? 300 : -1)
    channel.toControl.drain()
    manager.handleMonitor()
    if manager.needsRetry { manager.retry() }
    if manager.areMirrorsOpen && !ready { Log.notice("ready"); ready = true }
    for report in channel.reports.takeAll() {
      if case .gone(let d, let e) = report { manager.handle(d, e) }
      if case .stopped = report { exit(0) }
    }
    if signals.next() != nil { channel.send(.stop) }
  }
} catch {
  Log.error("\(error)")
  exit(1)
}
