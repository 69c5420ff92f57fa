import FocusModel
import InputGate

/// One thing that happened, as Watch tells it. The fields are those of
/// org.focusd.Control.varlink; never a token, whoever watches.
public struct Notice: Codable, Hashable, Sendable {
  public enum Event: String, Codable, CaseIterable, Sendable {
    /// The state, as the first thing that a watcher hears.
    case snapshot
    /// Notices were missed; this is the state instead of them.
    case gap
    case sceneWillResignActive, sceneDidBecomeActive
    case interruptionBegan, interruptionEnded
    case overlayRaised, overlayPresented, overlayKeyboard
    case overlayAbandoned, overlayReclaimed, overlayEnded
    case deviceAdded, deviceGone, deviceDegraded, deviceRecovered
    case profileReloaded
  }

  /// Rises by one with every notice, and over restarts of focusd only rises.
  public var serial: Int64 = 0
  public var event: Event
  /// Of `snapshot` and `gap`.
  public var state: ControlStatus?
  public var scene: ControlStatus.Scene?
  /// Of an interruption: the output's name.
  public var output: String?
  public var overlay: ControlStatus.Overlay?
  /// Of `overlayEnded`.
  public var reason: String?
  public var device: ControlStatus.Device?

  init(_ event: Event) { self.event = event }
}

extension Notice {
  /// What a change of the model is to those who watch.
  static func changes(
    from before: FocusModel, to after: FocusModel, _ effects: [Effect]
  ) -> [Notice] {
    var notices: [Notice] = []
    func add(_ event: Event, _ overlay: Overlay) {
      var notice = Notice(event)
      notice.overlay = ControlStatus.Overlay(overlay, in: after)
      notices.append(notice)
    }
    for overlay in after.overlays {
      guard let old = before.overlays.first(where: { $0.owner == overlay.owner }) else {
        add(.overlayRaised, overlay)
        continue
      }
      if old.client != overlay.client {
        add(overlay.client == .present ? .overlayReclaimed : .overlayAbandoned, overlay)
        continue
      }
      if old.regions != overlay.regions { add(.overlayPresented, overlay) }
      if before.hasConfirmedKeyboard(old) != after.hasConfirmedKeyboard(overlay) {
        add(.overlayKeyboard, overlay)
      }
    }
    for effect in effects {
      switch effect {
      case .willResignActive(let owner):
        notices += scene(.sceneWillResignActive, owner, in: after)
      case .didBecomeActive(let owner):
        notices += scene(.sceneDidBecomeActive, owner, in: after)
      case .interruptionBegan(let output):
        notices.append(interruption(.interruptionBegan, output, in: after))
      case .interruptionEnded(let output):
        notices.append(interruption(.interruptionEnded, output, in: after))
      case .ended(let token, let reason):
        guard let overlay = before.overlays.first(where: { $0.token == token }) else { continue }
        add(.overlayEnded, overlay)
        notices[notices.count - 1].reason = reason.rawValue
      case .watchKeyboard, .focusWindow: break
      }
    }
    return notices
  }

  private static func scene(_ event: Event, _ owner: OwnerID, in model: FocusModel) -> [Notice] {
    model.scenes.filter { $0.owner == owner }.map { scene in
      var notice = Notice(event)
      notice.scene = ControlStatus.Scene(scene, in: model)
      return notice
    }
  }

  private static func interruption(
    _ event: Event, _ output: OutputID, in model: FocusModel
  ) -> Notice {
    var notice = Notice(event)
    notice.output = model.name(of: output)
    return notice
  }

  /// What a change of the devices is to those who watch.
  static func changes(
    from before: [ControlStatus.Device], to after: [ControlStatus.Device]
  ) -> [Notice] {
    func notice(_ event: Event, _ device: ControlStatus.Device) -> Notice {
      var notice = Notice(event)
      notice.device = device
      return notice
    }
    let gone = before.filter { old in !after.contains { $0.node == old.node } }
    return gone.map { notice(.deviceGone, $0) }
      + after.compactMap { device in
        let old = before.first { $0.node == device.node }
        switch (old?.state, device.state) {
        case (_, .degraded): return old == device ? nil : notice(.deviceDegraded, device)
        case (nil, .ok): return notice(.deviceAdded, device)
        case (.degraded, .ok): return notice(.deviceRecovered, device)
        // Another device with the same number.
        case (.ok, .ok): return old == device ? nil : notice(.deviceAdded, device)
        }
      }
  }
}
