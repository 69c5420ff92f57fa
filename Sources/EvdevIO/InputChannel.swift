import InputGate
import LinuxIO
import Synchronization

/// What control asks of the input thread.
public enum InputCommand: Sendable {
  /// From here on the input thread owns the device.
  case add(GatedDevice)
  /// The device goes by other settings, and keeps its grab.
  case change(GatedDevice, GateSettings)
  /// Give the device back.
  case release(GatedDevice)
  /// Release everything and end.
  case stop
}

/// What the input thread tells control.
public enum InputReport: Sendable {
  /// The device went away or failed; it is control's again, to be destroyed.
  case gone(GatedDevice, SystemError)
  /// The device was asked back; nothing is down on its mirror.
  case released(GatedDevice)
  /// Everything is released and the thread ends.
  case stopped
  /// The thread cannot go on.
  case failed(SystemError)
}

/// Where the two threads meet.
///
/// The newest plan wins. The input thread takes a lock only after `toInput`
/// has fired or a device went; it hands old plans back so that it frees nothing.
public final class InputChannel: Sendable {
  public let plan = Slot<GatePlan>()
  public let commands = Mailbox<InputCommand>()
  public let reports = Mailbox<InputReport>()
  public let retired = Mailbox<GatePlan>()
  public let toInput: Wakeup
  public let toControl: Wakeup
  private let applied = Atomic<UInt64>(0)

  public init() throws(SystemError) {
    toInput = try Wakeup()
    toControl = try Wakeup()
  }

  /// The serial of the newest plan that is in force on every device, its
  /// releases and cancels written.
  public var appliedSerial: UInt64 { applied.load(ordering: .acquiring) }

  func setApplied(_ serial: UInt64) {
    applied.store(serial, ordering: .releasing)
    toControl.signal()
  }

  /// Puts a plan in force as soon as the input thread has it.
  public func post(_ newPlan: GatePlan) {
    plan.put(newPlan)
    toInput.signal()
    _ = retired.takeAll()
  }

  public func send(_ command: InputCommand) {
    commands.put(command)
    toInput.signal()
  }

  func report(_ report: InputReport) {
    reports.put(report)
    toControl.signal()
  }
}
