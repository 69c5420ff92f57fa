import ControlAPI
import FocusModel
import Glibc
import InputGate
import LinuxIO
import ScenarioKit

/// The overlays of a scenario: a client for each, and one that speaks of them.
final class OverlayClients {
  private struct Overlay {
    /// nil once its program is dead.
    var holder: ControlClient?
    let raised: ControlClient.Raised
  }

  private let path: String
  private var speaker: ControlClient?
  private var overlays: [String: Overlay] = [:]

  init(path: String) { self.path = path }

  /// - Returns: whether focusd did it.
  func act(_ action: GateAction, output: String) throws(Trouble) -> Bool {
    do throws(ControlClientError) {
      switch action {
      case .raise(let kind, let name, let keyboard, let pointer):
        let holder = try ControlClient(path: path)
        let raised = try holder.raise(kind, wantsKeyboard: keyboard, wantsPointer: pointer)
        overlays[name] = Overlay(holder: holder, raised: raised)
      case .present(let name, let rects):
        let regions = rects.map {
          ControlRegion(
            output: output, x: Int64($0.x), y: Int64($0.y), width: Int64($0.width),
            height: Int64($0.height))
        }
        try speak().present(token(name), regions)
      case .confirm(let name, let entered):
        try speak().confirmKeyboard(token(name), entered: entered)
      case .dismiss(let name):
        try speak().dismiss(token(name))
      case .kill(let name):
        try kill(name)
      }
      return true
    } catch {
      if case .refused = error { return false }
      throw Trouble(error)
    }
  }

  /// Ends every overlay that is left.
  func endAll() throws(Trouble) {
    do throws(ControlClientError) {
      for name in overlays.keys.sorted() { try end(name) }
    } catch {
      throw Trouble(error)
    }
    overlays = [:]
  }

  /// focusd was stopped: its connections are of no use any more.
  func forget() {
    overlays = [:]
    speaker = nil
  }

  func status() throws(Trouble) -> ControlStatus {
    do throws(ControlClientError) { return try speak().status() } catch { throw Trouble(error) }
  }

  private func speak() throws(ControlClientError) -> ControlClient {
    if let speaker { return speaker }
    let made = try ControlClient(path: path)
    speaker = made
    return made
  }

  private func token(_ name: String) -> String { overlays[name]?.raised.token ?? "none" }

  /// Ends an overlay that may have ended already, or lost its client.
  private func end(_ name: String) throws(ControlClientError) {
    do throws(ControlClientError) {
      try speak().dismiss(token(name))
    } catch {
      if case .refused = error { return }
      throw error
    }
  }

  /// Hangs up, and waits until focusd has noticed: it tells nobody.
  private func kill(_ name: String) throws(ControlClientError) {
    overlays[name]?.holder = nil
    guard let id = overlays[name]?.raised.id else { return }
    for _ in 0..<500 {
      let isHeld = try speak().status().overlays.contains { $0.id == id && !$0.abandoned }
      if !isHeld { return }
      usleep(10_000)
    }
  }
}
