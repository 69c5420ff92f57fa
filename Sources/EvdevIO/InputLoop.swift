import Glibc
import InputGate
import LinuxIO

/// The input thread: reads, gates, writes. Executes the plan and asks nobody.
///
/// In the steady state a frame costs one `epoll_wait`, one `read` and one
/// `write`, and allocates nothing.
public struct InputLoop: ~Copyable {
  private struct Member {
    let device: GatedDevice
    let token: UInt64
  }

  private let channel: InputChannel
  private let poller: Poller
  private var plan = GatePlan.closed
  private var members: [Member] = []
  /// Members that this turn read from; room for all, so that a turn allocates nothing.
  private var readable: [Int] = []
  private var nextToken: UInt64 = 1
  private static let wakeupToken: UInt64 = 0
  private var isStopping = false

  /// A loop that listens to `channel`; `run` it on a thread of its own.
  public static func make(_ channel: InputChannel) throws(SystemError) -> InputLoop {
    let poller = try Poller()
    try poller.add(channel.toInput.raw, token: InputLoop.wakeupToken)
    return InputLoop(channel, poller)
  }

  // Apart from `make`, since Swift 6.0.3 crashes on a throwing initialiser of
  // a `~Copyable` value whose properties have defaults.
  private init(_ channel: InputChannel, _ poller: Poller) {
    self.channel = channel
    self.poller = poller
  }

  /// Runs until `InputCommand.stop`.
  ///
  /// - Parameters:
  ///   - idleMilliseconds: the longest that a turn may wait; −1 for ever.
  ///   - afterTurn: called after every full turn; for a watchdog.
  public mutating func run(idleMilliseconds: Int32 = -1, afterTurn: () -> Void = {}) {
    while !isStopping {
      do throws(SystemError) {
        try turn(idleMilliseconds)
      } catch {
        for member in members { try? member.device.releaseAll() }
        channel.report(.failed(error))
        return
      }
      afterTurn()
    }
    // A reader gets nothing more of what is queued, the last releases, once a
    // mirror is gone: they stay for this long.
    usleep(100_000)
    channel.report(.stopped)
  }

  private mutating func turn(_ milliseconds: Int32) throws(SystemError) {
    let count = try poller.wait(milliseconds: milliseconds)
    readable.removeAll(keepingCapacity: true)
    var isWoken = false
    for index in 0..<count {
      let ready = poller.ready(index)
      if ready.token == InputLoop.wakeupToken {
        isWoken = true
      } else if let place = members.firstIndex(where: { $0.token == ready.token }) {
        readable.append(place)
      }
    }
    // Plans come first: what was read but not written is gated by the newest.
    if isWoken { try takeOrders() }
    forward()
  }

  private mutating func takeOrders() throws(SystemError) {
    channel.toInput.drain()
    for command in channel.commands.takeAll() {
      switch command {
      case .add(let device): add(device)
      case .change(let device, let settings): change(device, settings)
      case .release(let device): release(device)
      case .stop: return stop()
      }
    }
    guard let newPlan = channel.plan.take() else { return }
    channel.retired.put(plan)
    plan = newPlan
    for place in members.indices.reversed() {
      do throws(SystemError) {
        try members[place].device.apply(newPlan)
      } catch {
        lose(place, error)
      }
    }
    channel.setApplied(newPlan.serial)
  }

  private mutating func add(_ device: GatedDevice) {
    let token = nextToken
    nextToken += 1
    do throws(SystemError) {
      try device.apply(plan)
      try poller.add(device.source.raw, token: token)
    } catch {
      poller.remove(device.source.raw)
      channel.report(.gone(device, error))
      return
    }
    members.append(Member(device: device, token: token))
    readable.reserveCapacity(members.count)
  }

  private mutating func change(_ device: GatedDevice, _ settings: GateSettings) {
    // Else it was lost meanwhile.
    guard let place = members.firstIndex(where: { $0.device === device }) else { return }
    do throws(SystemError) {
      try device.change(settings)
    } catch {
      lose(place, error)
    }
  }

  private mutating func release(_ device: GatedDevice) {
    guard let place = members.firstIndex(where: { $0.device === device }) else { return }
    remove(place)
    channel.report(.released(device))
  }

  /// Reads every ready device once and forwards frames in the order of their time stamps.
  private mutating func forward() {
    var lost: [(Int, SystemError)] = []
    for place in readable {
      do throws(SystemError) {
        try members[place].device.source.fill()
      } catch {
        lost.append((place, error))
      }
    }
    while let place = earliest() {
      do throws(SystemError) {
        try members[place].device.forwardFrame()
      } catch {
        lost.append((place, error))
        readable.removeAll { $0 == place }
      }
    }
    // From behind, so that the places before stay right.
    guard !lost.isEmpty else { return }
    for (place, error) in lost.sorted(by: { $0.0 > $1.0 }) { lose(place, error) }
  }

  @inline(__always)
  private func earliest() -> Int? {
    var best: Int?
    var bestTime = Timestamp(microseconds: .max)
    for place in readable where !members[place].device.source.isEmpty {
      let time = members[place].device.source.nextTime
      if time < bestTime {
        best = place
        bestTime = time
      }
    }
    return best
  }

  /// Leaves nothing down for a device that is gone, and gives it back.
  private mutating func lose(_ place: Int, _ error: SystemError) {
    channel.report(.gone(remove(place), error))
  }

  @discardableResult
  private mutating func remove(_ place: Int) -> GatedDevice {
    let device = members.remove(at: place).device
    readable.removeAll()
    poller.remove(device.source.raw)
    try? device.releaseAll()
    return device
  }

  private mutating func stop() {
    for member in members { try? member.device.releaseAll() }
    isStopping = true
  }
}
