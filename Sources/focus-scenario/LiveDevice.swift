import EvdevIO
import Glibc
import InputGate
import LinuxIO
import ScenarioKit

/// A physical device made with uinput, and raw readers of it and of its mirror.
final class LiveDevice {
  let label: String
  let description: DeviceDescription
  private var hardware: PhysicalDevice
  private var uinput: UinputDevice?
  /// What the kernel has for the device: to leave it as it is after a flood.
  private var shadow: KernelDevice
  /// As another reader of the device would be.
  private(set) var source: EventSource?
  private(set) var mirror: EventSource?
  /// The same device under the mirrors' mark, so that focusd leaves it alone;
  /// it gets the same input, and its autorepeats are what is right.
  private var twinDevice: UinputDevice?
  private(set) var twin: EventSource?

  init(_ device: Scenario.Device, name: String, withTwin: Bool) throws(Trouble) {
    label = device.label
    var description = device.description
    // Told apart from the mirrors of a scenario before, which may linger.
    description.phys += "/\(getpid())-\(name)"
    self.description = description
    hardware = PhysicalDevice(description)
    shadow = KernelDevice(description)
    let made = try troubled { () throws(SystemError) in try UinputDevice(description) }
    uinput = made
    source = try troubled { () throws(SystemError) in try EventSource(node: made.node) }
    guard withTwin else { return }
    description.phys = DeviceDescription.mirrorMarker + "twin/" + description.phys
    let twin = try troubled { () throws(SystemError) in try UinputDevice(description) }
    twinDevice = twin
    self.twin = try troubled { () throws(SystemError) in try EventSource(node: twin.node) }
  }

  /// Whether the device is still plugged in.
  var isPlugged: Bool { uinput != nil }

  func findMirror() {
    guard isPlugged, mirror == nil else { return }
    mirror = Nodes.find(phys: DeviceDescription.mirrorMarker + description.phys)
  }

  /// Sends one frame.
  func send(_ movements: [Movement]) throws(Trouble) {
    let events: [InputEvent]
    do throws(Complaint) {
      events = try hardware.frame(movements)
    } catch {
      throw Trouble("\(label): \(error)")
    }
    try write(events)
  }

  func write(_ events: [InputEvent]) throws(Trouble) {
    guard let uinput else { throw Trouble("\(label) is unplugged") }
    var ignored: [InputEvent] = []
    for event in events { shadow.write(event, at: .zero, into: &ignored) }
    try troubled { () throws(SystemError) in
      try uinput.writeAll(events)
      try twinDevice?.writeAll(events)
    }
  }

  /// focusd has lifted what was down.
  func wasTakenOver() { hardware.liftedByOthers() }

  func unplug() {
    source = nil
    uinput = nil
  }

  func mirrorIsGone() { mirror = nil }

  /// Whether nothing is down on the mirror, by the kernel's own tables. A mirror
  /// that is gone has nothing down.
  func isClear() -> Bool {
    guard let mirror else { return true }
    // Asking takes keys out of the asker's queue, so a reader of its own asks.
    guard let asker = try? EventSource(node: mirror.node), let state = try? asker.state() else {
      return true
    }
    return state.isClear
  }

  // MARK: Overflow

  /// Fills the queue of every reader of the device until it overflows, and
  /// leaves the device as it was.
  func flood() throws(Trouble) {
    let (there, back) = harmless
    // A ring holds eight packets of the driver's hint, at least 64 events, and
    // a packet of a surface all values of all slots (drivers/input/evdev.c).
    let ring = max(64, 8 * 16 * max(1, description.slotCount))
    for _ in 0..<ring {
      try write([there, .report])
      try write([back, .report])
    }
  }

  /// Two events that undo each other and that nobody acts on.
  private var harmless: (InputEvent, InputEvent) {
    if description.has(EV.msc, MSC.scan) {
      return (InputEvent(EV.msc, MSC.scan, 1), InputEvent(EV.msc, MSC.scan, 2))
    }
    if let code = description.codes[EV.rel]?.min() {
      return (InputEvent(EV.rel, code, 1), InputEvent(EV.rel, code, -1))
    }
    if description.touch == .typeB {
      let slot = shadow.slots[shadow.state.currentSlot]
      let x = slot.axes[Int(ABS.mtPositionX - ABS.mtTouchMajor)]
      return (
        InputEvent(EV.abs, ABS.mtPositionX, x ^ 1), InputEvent(EV.abs, ABS.mtPositionX, x)
      )
    }
    let code = description.codes[EV.abs]?.min() ?? ABS.x
    let value = shadow.axis(code)
    return (InputEvent(EV.abs, code, value ^ 1), InputEvent(EV.abs, code, value))
  }
}

extension UinputDevice {
  /// Writes whole frames.
  func writeAll(_ events: [InputEvent]) throws(SystemError) {
    var failure: SystemError?
    events.withUnsafeBufferPointer { buffer in
      do throws(SystemError) { try write(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

/// The event nodes of the system.
enum Nodes {
  private static let folder = "/dev/input"

  static var all: [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var nodes: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("event") { nodes.append(folder + "/" + name) }
    }
    return nodes.sorted()
  }

  /// The newest node with this `phys`; nil also while it may not be read yet.
  static func find(phys: String) -> EventSource? {
    for node in all.reversed() {
      guard let source = try? EventSource(node: node),
        let description = try? source.description(), description.phys == phys
      else { continue }
      return source
    }
    return nil
  }
}
