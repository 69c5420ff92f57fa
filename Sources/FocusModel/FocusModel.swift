import InputGate

/// Scenes, the overlay stack and who has the keyboard. Pure: no clock, no file.
///
/// `handle` changes the state and says what to tell the world; `plan` compiles
/// the state to what the input loop executes. The gate never waits for an app:
/// a plan is in force as soon as it is compiled, whoever answers what.
public struct FocusModel: Sendable {
  /// An output as the profile has it.
  public struct Output: Hashable, Sendable {
    public var name: String
    /// Mode pixels as the user sees them.
    public var width: Int32
    public var height: Int32
    /// Whether the profile says that one app has this output for itself: then
    /// the keyboard is its own while nothing is in front (design.md, guarantee 6).
    public var singleScene: Bool
    /// Who says where windows are and which of them has the keyboard.
    public var geometry: GeometrySource

    public init(
      name: String, width: Int32, height: Int32, singleScene: Bool,
      geometry: GeometrySource = .profile
    ) {
      self.name = name
      self.width = width
      self.height = height
      self.singleScene = singleScene
      self.geometry = geometry
    }

    var rect: Rect { Rect(x: 0, y: 0, width: width, height: height) }
  }

  /// The one source that an output's geometry and focus have (design.md, section 5).
  public enum GeometrySource: String, CaseIterable, Hashable, Sendable {
    /// The profile: a kiosk whose layout is fixed.
    case profile
    /// The compositor, by a shell adapter.
    case compositor
  }

  public enum Event: Hashable, Sendable {
    case raise(OverlayRequest, token: OverlayToken)
    case present(OverlayToken, regions: [Region])
    case confirmKeyboard(OverlayToken, entered: Bool)
    case dismiss(OverlayToken)
    /// The client's call is gone. Its regions shut; what is below stays gated for
    /// a grace, for the client to come back.
    case clientGone(OverlayToken, at: Timestamp)
    /// The client is back in time, as this process.
    case reclaim(OverlayToken, process: Int32? = nil)
    /// Somebody who may manage ends the overlay of somebody else.
    case remove(OwnerID)
    /// To be told when `nextDeadline` has come.
    case timePassed(Timestamp)
    /// What the compositor's shell says; nil once it is silent or gone.
    case shell(ShellReport?)
  }

  /// Why an event was refused; nothing has changed then.
  public enum Refusal: Error, Hashable, Sendable {
    case unknownToken
    case duplicateToken
    case unknownOutput(OutputID)
    case noRegions
    /// Outside the output, without area, or on an output that the overlay is not on.
    case badRegion(Region)
    case tooManyRegions(limit: Int)
    case tooManyOverlays(limit: Int)
    case keyboardNotWanted
    /// Its client is gone: it has to be reclaimed first.
    case abandoned
    /// Its client is there: there is nothing to reclaim.
    case notAbandoned
    case unknownOverlay(OwnerID)
  }

  public static let maximumOverlays = 16
  public static let maximumRegions = 16

  public let outputs: [Output]
  public private(set) var scenes: [Scene]
  /// Front first: by rank, then the newest.
  public private(set) var overlays: [Overlay] = []
  var shell = ShellState()
  /// What the profile says; those that are up already keep theirs.
  public var ranks: [OverlayKind: Int]
  private let grace: Int64
  private var lastOwner: UInt32

  /// - Parameter grace: microseconds that an overlay stays without its client.
  public init(outputs: [Output], ranks: [OverlayKind: Int] = [:], grace: Int64 = 1_000_000) {
    self.outputs = outputs
    self.ranks = ranks
    self.grace = grace
    scenes = outputs.indices.map {
      Scene(
        owner: OwnerID(rawValue: UInt32(truncatingIfNeeded: $0) + 1),
        output: OutputID(rawValue: UInt16(truncatingIfNeeded: $0)))
    }
    lastOwner = UInt32(truncatingIfNeeded: outputs.count)
  }

  // MARK: Events

  public mutating func handle(_ event: Event) throws(Refusal) -> [Effect] {
    try change(event) + settleKeyboard()
  }

  private mutating func change(_ event: Event) throws(Refusal) -> [Effect] {
    switch event {
    case .raise(let request, let token): return try raise(request, token)
    case .present(let token, let regions): return try present(token, regions)
    case .confirmKeyboard(let token, let entered): return try confirm(token, entered)
    case .dismiss(let token): return try remove(token, .dismissed)
    case .clientGone(let token, let now): return try abandon(token, now)
    case .reclaim(let token, let process): return try reclaim(token, process)
    case .remove(let owner):
      guard let overlay = overlays.first(where: { $0.owner == owner }) else {
        throw .unknownOverlay(owner)
      }
      return try remove(overlay.token, .removed)
    case .timePassed(let now): return expire(now)
    case .shell(let report):
      take(report)
      return []
    }
  }

  private mutating func raise(
    _ request: OverlayRequest, _ token: OverlayToken
  ) throws(Refusal) -> [Effect] {
    guard overlays.count < FocusModel.maximumOverlays else {
      throw .tooManyOverlays(limit: FocusModel.maximumOverlays)
    }
    guard !overlays.contains(where: { $0.token == token }) else { throw .duplicateToken }
    for output in request.outputs where !outputs.indices.contains(Int(output.rawValue)) {
      throw .unknownOutput(output)
    }
    lastOwner &+= 1
    let overlay = Overlay(
      owner: OwnerID(rawValue: lastOwner), token: token, kind: request.kind,
      rank: ranks[request.kind] ?? request.kind.defaultRank,
      outputs: request.outputs.isEmpty ? scenes.map(\.output) : request.outputs,
      wantsKeyboard: request.wantsKeyboard, wantsPointer: request.wantsPointer,
      process: request.process)
    let place = overlays.firstIndex { $0.rank <= overlay.rank } ?? overlays.endIndex
    overlays.insert(overlay, at: place)
    return settleScenes()
  }

  private mutating func present(
    _ token: OverlayToken, _ regions: [Region]
  ) throws(Refusal) -> [Effect] {
    let index = try index(of: token)
    guard overlays[index].client == .present else { throw .abandoned }
    guard !regions.isEmpty else { throw .noRegions }
    guard regions.count <= FocusModel.maximumRegions else {
      throw .tooManyRegions(limit: FocusModel.maximumRegions)
    }
    for region in regions {
      guard outputs.indices.contains(Int(region.output.rawValue)) else {
        throw .unknownOutput(region.output)
      }
      let output = outputs[Int(region.output.rawValue)]
      guard overlays[index].outputs.contains(region.output),
        region.rect.fits(width: output.width, height: output.height)
      else { throw .badRegion(region) }
    }
    overlays[index].regions = regions
    overlays[index].isPresented = true
    return []
  }

  private mutating func confirm(
    _ token: OverlayToken, _ entered: Bool
  ) throws(Refusal) -> [Effect] {
    let index = try index(of: token)
    guard overlays[index].client == .present else { throw .abandoned }
    guard overlays[index].wantsKeyboard else { throw .keyboardNotWanted }
    overlays[index].hasKeyboard = entered
    return []
  }

  private mutating func remove(
    _ token: OverlayToken, _ reason: EndReason
  ) throws(Refusal) -> [Effect] {
    overlays.remove(at: try index(of: token))
    return [.ended(token, reason)] + settleScenes()
  }

  // MARK: Overlays without a client

  /// When `timePassed` has something to do, on the clock of `clientGone`.
  public var nextDeadline: Timestamp? {
    overlays.compactMap { $0.client.deadline }.min { $0.microseconds < $1.microseconds }
  }

  private mutating func abandon(
    _ token: OverlayToken, _ now: Timestamp
  ) throws(Refusal) -> [Effect] {
    let index = try index(of: token)
    // Nobody draws it any more: it takes no touch and no key.
    overlays[index].regions = []
    overlays[index].isPresented = false
    overlays[index].hasKeyboard = false
    // A window that the client may still have is not the overlay's any more.
    overlays[index].process = nil
    let end = now.microseconds.addingReportingOverflow(grace)
    // A program that died must not unlock the board.
    let outlives = overlays[index].kind == .lock
    overlays[index].client = .gone(
      until: outlives
        ? nil : Timestamp(microseconds: end.overflow ? now.microseconds : end.partialValue))
    return []
  }

  private mutating func reclaim(
    _ token: OverlayToken, _ process: Int32?
  ) throws(Refusal) -> [Effect] {
    let index = try index(of: token)
    guard overlays[index].client != .present else { throw .notAbandoned }
    overlays[index].client = .present
    overlays[index].process = process
    return []
  }

  private mutating func expire(_ now: Timestamp) -> [Effect] {
    let late = overlays.filter {
      $0.client.deadline.map { $0.microseconds <= now.microseconds } ?? false
    }
    guard !late.isEmpty else { return [] }
    overlays.removeAll { overlay in late.contains { $0.owner == overlay.owner } }
    return late.map { .ended($0.token, .clientGone) } + settleScenes()
  }

  private func index(of token: OverlayToken) throws(Refusal) -> Int {
    guard let index = overlays.firstIndex(where: { $0.token == token }) else { throw .unknownToken }
    return index
  }

  /// Brings every scene to the state that the stack says, and tells of it
  /// once: however many overlays nest, one resign and one become.
  private mutating func settleScenes() -> [Effect] {
    var effects: [Effect] = []
    for index in scenes.indices {
      let state: LifecycleState =
        frontOverlay(on: scenes[index].output) == nil ? .active : .inactive
      guard scenes[index].state != state else { continue }
      scenes[index].state = state
      if state == .inactive {
        effects.append(.willResignActive(scenes[index].owner))
        effects.append(.interruptionBegan(scenes[index].output))
      } else {
        effects.append(.interruptionEnded(scenes[index].output))
        effects.append(.didBecomeActive(scenes[index].owner))
      }
    }
    return effects
  }

  /// The foremost overlay that gates an output.
  public func frontOverlay(on output: OutputID) -> Overlay? {
    overlays.first { $0.kind.gates && $0.outputs.contains(output) }
  }

  // MARK: The plan

  /// Compiles the state.
  ///
  /// - Parameters:
  ///   - previous: the plan in force; a permission that it has already goes on
  ///     from when it began.
  ///   - now: on the clock of the input's time stamps; new permissions begin here.
  public func plan(after previous: GatePlan, at now: Timestamp) -> GatePlan {
    var zones: [Zone] = []
    func add(_ output: OutputID, _ rect: Rect, _ owner: OwnerID) {
      let wanted = Zone(
        output: output, rect: rect, down: .deliver, permission: Permission(owner: owner, since: now)
      )
      let kept = previous.zones.first {
        $0.output == output && $0.rect == rect && $0.permission.owner == owner
          && $0.down == wanted.down
      }
      zones.append(kept ?? wanted)
    }
    for scene in scenes {
      let output = scene.output
      let front = frontOverlay(on: output)
      // Front to back, down to the foremost that gates: it gates what is below
      // it, an on-screen keyboard too. What gates nothing is live above it.
      for overlay in overlays where !overlay.kind.gates || overlay.owner == front?.owner {
        for region in overlay.regions where region.output == output {
          add(output, region.rect, overlay.owner)
        }
        if overlay.owner == front?.owner { break }
      }
      if front == nil { add(output, outputs[Int(output.rawValue)].rect, scene.owner) }
    }
    return GatePlan(
      serial: previous.serial &+ 1, zones: zones,
      keys: permission(keyOwner, after: previous.keys, at: now),
      pointer: permission(pointerOwner, after: previous.pointer, at: now))
  }

  private func permission(
    _ owner: OwnerID?, after previous: Permission?, at now: Timestamp
  ) -> Permission? {
    guard let owner else { return nil }
    if let previous, previous.owner == owner { return previous }
    return Permission(owner: owner, since: now)
  }

  /// Who the keyboard is confirmed to belong to, or nil: then keys are dropped.
  public var keyOwner: OwnerID? {
    guard let front = overlays.first(where: { $0.kind.gates }) else {
      return focusedScene ?? soleScene
    }
    return front.wantsKeyboard && hasConfirmedKeyboard(front) ? front.owner : nil
  }

  /// Who cursors follow. Only the compositor knows where a cursor is, so an
  /// overlay gets it only where it is the whole picture.
  public var pointerOwner: OwnerID? {
    guard let front = overlays.first(where: { $0.kind.gates }) else {
      return firstShellScene ?? soleScene
    }
    let isWhole = outputs.indices.allSatisfy { index in
      front.regions.contains {
        Int($0.output.rawValue) == index && $0.rect == outputs[index].rect
      }
    }
    return front.wantsPointer && isWhole ? front.owner : nil
  }

  /// The one app, where the profile says that there is no other.
  private var soleScene: OwnerID? {
    guard scenes.count == 1, outputs[0].singleScene else { return nil }
    return scenes[0].owner
  }
}
