import FocusModel

// Streams of notices.
extension ControlServer {
  /// Tells of a change of the model.
  public func tellChange(from before: FocusModel, to after: FocusModel, _ effects: [Effect]) {
    tell(Notice.changes(from: before, to: after, effects))
  }

  /// Tells of a change of the devices.
  public func tellChange(
    from before: [ControlStatus.Device], to after: [ControlStatus.Device]
  ) {
    tell(Notice.changes(from: before, to: after))
  }

  /// Tells that another profile is in force.
  public func tellReload() { tell([Notice(.profileReloaded)]) }

  func tell(_ notices: [Notice]) {
    for notice in notices.map({ ring.add($0) }) {
      var reply: [UInt8]?
      for connection in connections.values {
        guard case .watch? = connection.openCall?.kind else { continue }
        let bytes = reply ?? WireMessage.reply(notice, continues: true)
        reply = bytes
        stream(bytes, notice.serial, to: connection)
        watch(connection)
      }
    }
  }

  func watch(_ call: Call, _ connection: ControlConnection) throws(ControlError) {
    guard call.more, !call.oneway else { throw .expectedMore }
    try demandWatch(of: connection)
    let since = try call.parameters(WatchParameters.self).since
    connection.openCall = .init(number: nextCall(), kind: .watch(serial: ring.serial))
    if let since, let missed = ring.after(since) {
      for notice in missed {
        stream(WireMessage.reply(notice, continues: true), notice.serial, to: connection)
      }
      return
    }
    var notice = Notice(since == nil ? .snapshot : .gap)
    notice.serial = ring.serial
    notice.state = handler?.status
    stream(WireMessage.reply(notice, continues: true), notice.serial, to: connection)
  }

  /// One more reply of a stream. Who does not keep up is told from where to go
  /// on, and the stream ends: nothing waits for a reader.
  private func stream(_ reply: [UInt8], _ serial: Int64, to connection: ControlConnection) {
    guard let open = connection.openCall, case .watch(let last) = open.kind else { return }
    guard connection.hasRoom(for: reply) else {
      connection.openCall = nil
      return connection.send(WireMessage.reply(ControlError.tooSlow(serial: last)), isLast: true)
    }
    connection.openCall = .init(number: open.number, kind: .watch(serial: serial))
    connection.send(reply)
  }
}
