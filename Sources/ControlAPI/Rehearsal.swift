import FocusModel

extension ControlServer {
  /// Runs what the first Raise will run, on nothing: its code and its tables are
  /// in memory then, where else the first interruption after a start would wait
  /// for them. Before anybody is served.
  public func rehearse() {
    let message = WireMessage.call(
      ControlInterface.Method.raise.rawValue,
      RaiseParameters(kind: OverlayKind.call.rawValue, outputs: [], wantsKeyboard: true),
      more: true)
    var buffer = MessageBuffer(limit: limits.messageBytes)
    guard buffer.append(message), let call = buffer.next(),
      let parameters = try? Call(call, nesting: limits.nesting).parameters(RaiseParameters.self)
    else { return }
    var after = FocusModel(outputs: [
      .init(name: "rehearsal", width: 1, height: 1, singleScene: true)
    ])
    let before = after
    let token = OverlayToken.random()
    let request = OverlayRequest(kind: OverlayKind(rawValue: parameters.kind) ?? .call)
    let effects = (try? after.handle(.raise(request, token: token))) ?? []
    for notice in Notice.changes(from: before, to: after, effects) {
      _ = WireMessage.reply(notice, continues: true)
    }
    _ = WireMessage.reply(OverlayNews(state: .gated, id: 1, token: token.text), continues: true)
    _ = WireMessage.reply(ControlError.unknownToken)
  }
}
