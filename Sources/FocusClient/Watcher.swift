import ControlAPI

/// One stream of notices: watches, and watches again where it ended.
final class Watcher {
  private unowned let loop: ClientLoop
  private let buffer: NoticeBuffer
  private var connection: (link: ControlLink, token: UInt64)?
  /// Not watched for something to read: the buffer is full.
  private var isPaused = false
  private var last: Int64?
  private var pause: Int64 = 100
  private var isOver = false

  init(_ loop: ClientLoop, _ buffer: NoticeBuffer, since: Int64?) {
    self.loop = loop
    self.buffer = buffer
    last = since
  }

  func connect() {
    guard !isOver else { return }
    do throws(ControlClientError) {
      let link = try loop.connect()
      try link.send(ControlCall.watch(since: last))
      connection = (link, try loop.watch(link) { self.read() })
    } catch {
      if case .cannotConnect = error, !error.isUnreachable { return finish(.control(error)) }
      again()
    }
  }

  /// focusd is away, or does not want so many: later, ever more rarely.
  private func again() {
    disconnect()
    let wait = pause
    pause = min(2000, pause * 2)
    loop.after(milliseconds: wait) { self.connect() }
  }

  private func read() {
    guard let connection else { return }
    let isOpen = connection.link.readAvailable()
    deliver()
    if !isOpen, !isOver, !isPaused { again() }
  }

  /// There is room again.
  func resume() {
    guard isPaused, let connection else { return }
    isPaused = false
    deliver()
    guard !isPaused, !isOver, self.connection != nil else { return }
    do throws(ControlClientError) {
      self.connection = (connection.link, try loop.watch(connection.link) { self.read() })
    } catch {
      again()
    }
  }

  private func deliver() {
    while !isOver, let connection {
      guard buffer.hasRoom else {
        loop.unwatch(connection.token)
        isPaused = true
        return
      }
      guard let reply = connection.link.next() else { return }
      do throws(ControlClientError) {
        let notice = try ControlLink.decode(reply, as: Notice.self)
        pause = 100
        last = notice.serial
        buffer.put(notice)
      } catch {
        fail(error)
      }
    }
  }

  private func fail(_ error: ControlClientError) {
    guard case .refused(let refusal) = error else { return finish(.control(error)) }
    if refusal.isPassing { return again() }
    guard refusal.isTooSlow, let connection else { return finish(.control(error)) }
    do throws(ControlClientError) {
      try connection.link.send(ControlCall.watch(since: last))
    } catch {
      again()
    }
  }

  private func disconnect() {
    if let connection { loop.unwatch(connection.token) }
    connection = nil
    isPaused = false
  }

  /// - Parameter error: nil where the reader has gone.
  func finish(_ error: FocusClientError?) {
    isOver = true
    disconnect()
    loop.watchers[ObjectIdentifier(buffer)] = nil
    buffer.finish(error)
  }
}

extension ClientLoop {
  func watch(_ buffer: NoticeBuffer, since: Int64?) {
    let watcher = Watcher(self, buffer, since: since)
    watchers[ObjectIdentifier(buffer)] = watcher
    watcher.connect()
  }
}
