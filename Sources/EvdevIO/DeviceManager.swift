import Glibc
import InputGate
import LinuxIO

/// Finds devices, grabs them, makes their mirrors and hands them to the input
/// thread; takes them back when they go.
///
/// Control thread only.
public final class DeviceManager {
  /// How a device fares.
  public enum Condition: Hashable, Sendable {
    case gated
    /// Why its events reach nobody through focusd.
    case degraded(String)
  }

  public struct Status: Hashable, Sendable {
    public var name: String
    public var node: String
    public var mirrorNode: String?
    public var deviceClass: String
    public var condition: Condition
  }

  private let channel: InputChannel
  private let monitor: UdevMonitor
  private var settings: (DeviceDescription) -> GateSettings?
  /// What the input thread has, and by which settings it goes there.
  private var gated: [String: (device: GatedDevice, settings: GateSettings)] = [:]
  private var statuses: [String: Status] = [:]
  /// Mirrors whose nodes udev has not finished yet.
  private var unfinished: Set<String> = []
  /// Lost devices whose mirrors stay for another 100 ms: a reader gets
  /// nothing of what is queued, the last releases, once a device is gone.
  private var leaving: [(device: GatedDevice, since: Int64)] = []
  /// Devices that could not be mirrored: grabbed all the same, so that nothing
  /// of them goes round the gate. Nobody reads them.
  private var shut: [String: EventSource] = [:]
  /// Nodes to try again: busy, not permitted yet, not mirrored yet.
  private var waiting: Set<String> = []

  /// - Parameter settings: what the profile says of a device; nil leaves it alone.
  public init(
    _ channel: InputChannel, settings: @escaping (DeviceDescription) -> GateSettings?
  ) throws(SystemError) {
    self.channel = channel
    self.settings = settings
    monitor = try UdevMonitor()
  }

  /// Readable when udev has news: call `handleMonitor`.
  public var raw: Int32 { monitor.raw }

  /// Every device that focusd knows of, by node.
  public var devices: [Status] { statuses.values.sorted { $0.node < $1.node } }

  /// Whether every mirror can be opened by its consumers.
  public var areMirrorsOpen: Bool { unfinished.isEmpty }

  /// Whether `retry` has something to do; call it every 300 ms then.
  public var needsRetry: Bool {
    !waiting.isEmpty || !unfinished.isEmpty || !leaving.isEmpty
  }

  public func start() throws(SystemError) {
    for node in try monitor.nodes() { attach(node) }
  }

  /// Goes by another profile from here on. A device that is there already keeps
  /// its grab and its mirror; what is down on it is released first. One that is
  /// to be left alone now is given back.
  public func update(
    settings: @escaping (DeviceDescription) -> GateSettings?
  ) throws(SystemError) {
    self.settings = settings
    for (node, held) in gated {
      guard let new = settings(held.device.description) else {
        gated[node] = nil
        channel.send(.release(held.device))
        continue
      }
      guard new != held.settings else { continue }
      gated[node]?.settings = new
      statuses[node]?.condition = DeviceManager.condition(held.device.description, new)
      channel.send(.change(held.device, new))
    }
    // What was left alone, or waits.
    for node in try monitor.nodes() { attach(node) }
  }

  public func handleMonitor() {
    while let (action, node) = monitor.next() {
      switch action {
      case .add, .change:
        unfinished.remove(node)
        attach(node)
      case .remove:
        waiting.remove(node)
        unfinished.remove(node)
        shut[node] = nil
        // A device that the input thread has is reported by it, when its last
        // events are written.
        if statuses[node]?.mirrorNode == nil { statuses[node] = nil }
      }
    }
  }

  /// Takes back a device that the input thread lost.
  public func handle(_ gone: GatedDevice, _ error: SystemError) {
    let node = gone.source.node
    leave(gone)
    if error.errno == ENODEV {
      statuses[node] = nil
      Log.info("\(gone.description.name) (\(node)) went away")
      // The number may have a new device already, whose arrival was not acted on.
      attach(node)
    } else {
      degrade(node, gone.description.name, gone.description.className, "\(error)")
      waiting.insert(node)
    }
  }

  /// Takes back a device that `update` left alone.
  public func handle(released device: GatedDevice) {
    let node = device.source.node
    leave(device)
    statuses[node] = nil
    Log.info("\(device.description.name) (\(node)) is left alone")
    // The profile may have changed its mind meanwhile.
    attach(node)
  }

  private func leave(_ device: GatedDevice) {
    leaving.append((device, Clock.monotonicMicroseconds()))
    gated[device.source.node] = nil
    unfinished.remove(device.mirror.node)
  }

  public func retry() {
    let now = Clock.monotonicMicroseconds()
    leaving.removeAll { now - $0.since > 100_000 }
    for node in waiting { attach(node) }
    unfinished = unfinished.filter { !monitor.isInitialised($0) || access($0, R_OK) != 0 }
  }

  private func attach(_ node: String) {
    // Its own mirrors come by as new devices: to open one only to know it would
    // cost the wait that closing an evdev node is (drivers/input/evdev.c).
    guard statuses[node]?.mirrorNode == nil,
      !statuses.values.contains(where: { $0.mirrorNode == node })
    else { return }
    do throws(SystemError) {
      let source: EventSource
      if let held = shut[node] { source = held } else { source = try EventSource(node: node) }
      let description = try source.description()
      guard !description.isMirror, description.isGateable, let settings = settings(description)
      else {
        waiting.remove(node)
        shut[node] = nil
        statuses[node] = nil
        return
      }
      try attach(source, description, settings)
    } catch  where DeviceManager.isGone(error) {
      waiting.remove(node)
      shut[node] = nil
      statuses[node] = nil
    } catch {
      degrade(node, statuses[node]?.name ?? node, statuses[node]?.deviceClass, "\(error)")
      waiting.insert(node)
    }
  }

  private func attach(
    _ source: EventSource, _ description: DeviceDescription, _ settings: GateSettings
  ) throws(SystemError) {
    let node = source.node
    if shut[node] == nil {
      do throws(SystemError) {
        try source.setGrab(true)
      } catch  where error.errno == EBUSY {
        return waitForGrab(source, description)
      }
    }
    let device: GatedDevice
    do throws(SystemError) {
      device = try GatedDevice(source, description, settings: settings)
    } catch {
      if DeviceManager.isGone(error) { throw error }
      if error.errno == EBUSY { return waitForGrab(source, description) }
      shut[node] = source
      degrade(
        node, description.name, description.className,
        "\(error); nothing of it reaches anybody until it can be mirrored")
      waiting.insert(node)
      return
    }
    shut[node] = nil
    waiting.remove(node)
    statuses[node] = Status(
      name: description.name, node: node, mirrorNode: device.mirror.node,
      deviceClass: description.className, condition: DeviceManager.condition(description, settings))
    if !monitor.isInitialised(device.mirror.node) || access(device.mirror.node, R_OK) != 0 {
      unfinished.insert(device.mirror.node)
    }
    Log.info("\(description.name) (\(node)) is mirrored as \(device.mirror.node)")
    gated[node] = (device, settings)
    channel.send(.add(device))
  }

  private func waitForGrab(_ source: EventSource, _ description: DeviceDescription) {
    shut[source.node] = nil
    degrade(
      source.node, description.name, description.className,
      "another program has grabbed it (EVIOCGRAB); it is tried again until that lets go")
    waiting.insert(source.node)
  }

  private static func isGone(_ error: SystemError) -> Bool {
    error.errno == ENODEV || error.errno == ENXIO
      || (error.errno == ENOENT && error.path != UinputDevice.path)
  }

  private static func condition(
    _ description: DeviceDescription, _ settings: GateSettings
  ) -> Condition {
    switch description.touch {
    case .typeA:
      return .degraded("touch protocol A is not supported yet; all of its events are dropped")
    case .typeB, .single:
      if description.isDirect, settings.placement == nil {
        return .degraded("no output is known for this touch screen; all of its events are dropped")
      }
      return .gated
    case nil:
      return .gated
    }
  }

  private func degrade(
    _ node: String, _ name: String, _ deviceClass: String?, _ reason: String
  ) {
    let status = Status(
      name: name, node: node, mirrorNode: nil, deviceClass: deviceClass ?? "unknown",
      condition: .degraded(reason))
    guard statuses.updateValue(status, forKey: node) != status else { return }
    Log.warning("\(name) (\(node)) is not mirrored: \(reason)")
  }
}
