/// The gate of keys and buttons: what is down on the mirror, and what is
/// being swallowed until its own release.
struct KeyGate {
  /// Down on the mirror.
  private(set) var delivered = KeySet()
  /// Down on the device only.
  private(set) var swallowed = KeySet()
  var system: SystemKeys

  init(system: SystemKeys) { self.system = system }

  /// Whether the mirror is to have this `EV.key` event.
  @inline(__always)
  mutating func passes(_ event: InputEvent, at time: Timestamp, plan: GatePlan) -> Bool {
    let code = event.code
    switch event.value {
    case 0:
      let wasDelivered = delivered[code]
      delivered[code] = false
      swallowed[code] = false
      return wasDelivered
    case 1:
      guard !delivered[code], !swallowed[code] else { return false }
      let passes = mayPress(code, at: time, plan: plan)
      if passes { delivered[code] = true } else { swallowed[code] = true }
      return passes
    default:
      // Autorepeat: the mirror repeats by itself, with the device's delay and period.
      return false
    }
  }

  @inline(__always)
  private func mayPress(_ code: UInt16, at time: Timestamp, plan: GatePlan) -> Bool {
    if system.pass[code] { return true }
    if system.take[code] { return false }
    guard let leave = BTN.isButton(code) ? plan.pointer : plan.keys else { return false }
    return leave.since <= time
  }

  /// Releases what `plan` takes from those that `old` gave it to.
  mutating func apply(_ plan: GatePlan, after old: GatePlan, into out: FrameBuffer) {
    let keys = plan.keys != old.keys
    let buttons = plan.pointer != old.pointer
    guard keys || buttons, !delivered.isEmpty else { return }
    release(where: { BTN.isButton($0) ? buttons : keys }, sparing: system.pass, into: out)
  }

  /// Releases everything on the mirror.
  mutating func releaseAll(into out: FrameBuffer) {
    release(where: { _ in true }, sparing: KeySet(), into: out)
  }

  private mutating func release(
    where goes: (UInt16) -> Bool, sparing spared: KeySet, into out: FrameBuffer
  ) {
    delivered.subtracting(spared).forEachCode { code in
      guard goes(code) else { return }
      out.append(EV.key, code, 0)
      delivered[code] = false
      swallowed[code] = true
    }
    out.endFrame()
  }

  /// What is down now belongs to nobody.
  mutating func adopt(_ down: KeySet) { swallowed = swallowed.union(down) }

  /// Brings the mirror to what is down on the device after a loss. A press
  /// that fell into the gap is delivered only if its owner had leave since
  /// before `gapStart`.
  mutating func resynchronise(
    _ down: KeySet, gapStart: Timestamp, plan: GatePlan, into out: FrameBuffer
  ) {
    delivered.subtracting(down).forEachCode { out.append(EV.key, $0, 0) }
    delivered = delivered.intersection(down)
    swallowed = swallowed.intersection(down)
    out.endFrame()
    down.subtracting(delivered).subtracting(swallowed).forEachCode { code in
      let event = InputEvent(EV.key, code, 1)
      if passes(event, at: gapStart, plan: plan) { out.append(event) }
    }
  }
}
