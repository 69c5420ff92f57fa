import ControlAPI

/// The call that an overlay lives by. When its connection is lost, the overlay is
/// taken back and presented as it was.
final class HeldOverlay {
  private unowned let loop: ClientLoop
  private let ending: OverlayEnding
  private var connection: (link: ControlLink, token: UInt64)?
  private var answer: Answer<RaisedOverlay>?
  private var token = ""
  private var attempts = 0
  private var hasEnded = false

  /// As last presented.
  var regions: [Region] = []
  var hasKeyboard = false
  /// Its program asked for its end: it is not taken back.
  var isDismissed = false

  /// 5 s: longer than the grace, for a focusd that is slow to come back.
  private static let attempts = 50

  init(_ loop: ClientLoop, _ ending: OverlayEnding) {
    self.loop = loop
    self.ending = ending
  }

  func raise(_ message: [UInt8], _ answer: @escaping Answer<RaisedOverlay>) {
    self.answer = answer
    loop.held[ObjectIdentifier(self)] = self
    do throws(ControlClientError) {
      try send(message)
    } catch {
      refuse(error)
    }
  }

  private func send(_ message: [UInt8]) throws(ControlClientError) {
    let link = try loop.connect()
    try link.send(message)
    // The loop keeps this alive for as long as the connection.
    connection = (link, try loop.watch(link) { self.read() })
  }

  private func read() {
    guard let connection else { return }
    let isOpen = connection.link.readAvailable()
    while !hasEnded, let reply = connection.link.next() { take(reply) }
    if !isOpen, !hasEnded { lose() }
  }

  private func take(_ reply: ArraySlice<UInt8>) {
    do throws(ControlClientError) {
      let news = try ControlLink.decode(reply, as: OverlayNews.self)
      switch news.state {
      case .gated: gated(news)
      case .ended: end(HeldOverlay.reason(news.reason))
      }
    } catch {
      refuse(error)
    }
  }

  private func gated(_ news: OverlayNews) {
    guard let id = news.id, let token = news.token else { return refuse(.notUnderstood) }
    attempts = 0
    if let answer {
      self.answer = nil
      self.token = token
      loop.overlays[token] = self
      return answer(.success(RaisedOverlay(id: id, token: token)))
    }
    // Taken back. Nobody waits for these: a refusal is told by the end.
    if !regions.isEmpty { loop.present(token, regions) { _ in } }
    if hasKeyboard { loop.confirmKeyboard(token, true) { _ in } }
    if isDismissed { loop.dismiss(token) { _ in } }
  }

  private func lose() {
    disconnect()
    guard answer == nil else { return refuse(.connectionLost) }
    reclaim()
  }

  private func reclaim() {
    guard !hasEnded else { return }
    attempts += 1
    guard attempts <= HeldOverlay.attempts else { return end(.lost) }
    do throws(ControlClientError) {
      try send(ControlCall.reclaim(token))
    } catch {
      later()
    }
  }

  private func later() {
    disconnect()
    loop.after(milliseconds: 100) { self.reclaim() }
  }

  private func refuse(_ error: ControlClientError) {
    if let answer {
      self.answer = nil
      end(.lost)
      return answer(.failure(.control(error)))
    }
    switch error {
    // focusd has not seen yet that the old connection is gone, or is full.
    case .refused(let error) where error.isPassing: later()
    default: end(.lost)
    }
  }

  private func disconnect() {
    if let connection { loop.unwatch(connection.token) }
    connection = nil
  }

  func end(_ reason: Overlay.EndReason) {
    guard !hasEnded else { return }
    hasEnded = true
    disconnect()
    loop.overlays[token] = nil
    loop.held[ObjectIdentifier(self)] = nil
    ending.tell(reason)
    // Only where the client goes while the raise is on its way.
    answer?(.failure(.stopped))
    answer = nil
  }

  private static func reason(_ name: String?) -> Overlay.EndReason {
    switch name {
    case "dismissed": .dismissed
    case "removed": .removed
    case "stopping": .stopping
    default: .lost
    }
  }
}
