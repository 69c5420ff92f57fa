import FocusModel
import InputGate
import LinuxIO

/// Who raised an overlay: who may have it back.
struct Raiser: Hashable {
  var uid: UInt32
  /// Of those that roles name.
  var units: Set<String>
}

// What each method does: parameters in, an event of the model or a reply out.
extension ControlServer {
  func serve(_ message: ArraySlice<UInt8>, _ connection: ControlConnection) {
    let call: Call
    do throws(ControlError) {
      call = try Call(message, nesting: limits.nesting)
    } catch {
      return connection.refuse(error)
    }
    do throws(ControlError) {
      try serve(call, connection)
    } catch {
      if !call.oneway { connection.send(WireMessage.reply(error)) }
    }
  }

  private func serve(_ call: Call, _ connection: ControlConnection) throws(ControlError) {
    func answer(_ reply: some Encodable) {
      if !call.oneway { connection.send(WireMessage.reply(reply)) }
    }
    switch call.method {
    case ServiceInterface.getInfo:
      _ = try call.parameters(NoParameters.self)
      answer(InfoReply())
    case ServiceInterface.getInterfaceDescription:
      let name = try call.parameters(InterfaceParameters.self).interface
      answer(DescriptionReply(description: try ControlServer.description(of: name)))
    default:
      guard let method = ControlInterface.Method(rawValue: call.method), let handler else {
        throw .methodNotFound(call.method)
      }
      switch method {
      case .raise: try raise(call, connection)
      case .reclaim: try reclaim(call, connection)
      case .watch: try watch(call, connection)
      case .present, .confirmKeyboard, .dismiss, .dismissOverlay:
        let event = try event(method, call, connection)
        try apply(event, call.oneway ? nil : .change, for: connection)
      case .status:
        try demand(.inspect, of: connection)
        _ = try call.parameters(NoParameters.self)
        answer(handler.status)
      case .reload:
        try demand(.manage, of: connection)
        _ = try call.parameters(NoParameters.self)
        do throws(ReloadFailure) {
          answer(try handler.reload())
        } catch {
          throw .badProfile(error.message)
        }
      }
    }
  }

  private static func description(of interface: String) throws(ControlError) -> String {
    switch interface {
    case ControlInterface.name: InterfaceText.control
    case ServiceInterface.name: InterfaceText.service
    default: throw .interfaceNotFound(interface)
    }
  }

  // MARK: Overlays

  private func raise(_ call: Call, _ connection: ControlConnection) throws(ControlError) {
    guard call.more, !call.oneway else { throw .expectedMore }
    try demandAnyRaise(of: connection)
    var request = try request(call.parameters(RaiseParameters.self))
    request.process = connection.peer.pid
    try demand(.raise(request.kind), of: connection)
    let token = OverlayToken.random()
    try apply(
      .raise(request, token: token), .raise(token: token.text, isGated: false), for: connection)
    raisers[token.text] = raiser(connection)
  }

  private func reclaim(_ call: Call, _ connection: ControlConnection) throws(ControlError) {
    guard call.more, !call.oneway else { throw .expectedMore }
    try demandAnyRaise(of: connection)
    let token = OverlayToken(try call.parameters(ReclaimParameters.self).token)
    try demandOverlay(token, of: connection)
    guard raisers[token.text] == raiser(connection) else { throw .notYourOverlay }
    try apply(
      .reclaim(token, process: connection.peer.pid), .raise(token: token.text, isGated: false),
      for: connection)
  }

  private func raiser(_ connection: ControlConnection) -> Raiser {
    Raiser(uid: connection.peer.uid, units: access.units.filter(connection.isIn))
  }

  /// The event of a method that is answered once.
  private func event(
    _ method: ControlInterface.Method, _ call: Call, _ connection: ControlConnection
  ) throws(ControlError) -> FocusModel.Event {
    if method == .dismissOverlay {
      try demand(.manage, of: connection)
      let id = try call.parameters(DismissOverlayParameters.self).id
      return .remove(OwnerID(rawValue: id))
    }
    try demandAnyRaise(of: connection)
    let token: OverlayToken
    let event: FocusModel.Event
    switch method {
    case .present:
      let parameters = try call.parameters(PresentParameters.self)
      var regions: [Region] = []
      for region in parameters.regions { regions.append(try self.region(region)) }
      token = OverlayToken(parameters.token)
      event = .present(token, regions: regions)
    case .confirmKeyboard:
      let parameters = try call.parameters(ConfirmKeyboardParameters.self)
      token = OverlayToken(parameters.token)
      event = .confirmKeyboard(token, entered: parameters.entered)
    default:
      token = OverlayToken(try call.parameters(DismissParameters.self).token)
      event = .dismiss(token)
    }
    try demandOverlay(token, of: connection)
    return event
  }

  private func request(_ parameters: RaiseParameters) throws(ControlError) -> OverlayRequest {
    guard let kind = OverlayKind(rawValue: parameters.kind) else {
      throw .unknownKind(parameters.kind)
    }
    var outputs: [OutputID] = []
    for name in parameters.outputs ?? [] {
      let output = try output(name)
      if !outputs.contains(output) { outputs.append(output) }
    }
    return OverlayRequest(
      kind: kind, outputs: outputs, wantsKeyboard: parameters.wantsKeyboard ?? false,
      wantsPointer: parameters.wantsPointer ?? false)
  }

  private func region(_ region: ControlRegion) throws(ControlError) -> Region {
    // Clamped numbers lie outside every output, so the model refuses them.
    Region(
      output: try output(region.output),
      rect: Rect(
        x: Int32(clamping: region.x), y: Int32(clamping: region.y),
        width: Int32(clamping: region.width), height: Int32(clamping: region.height)))
  }

  private func output(_ name: String) throws(ControlError) -> OutputID {
    guard let output = handler?.model.output(named: name) else { throw .unknownOutput(name) }
    return output
  }

  // MARK: Rights

  private func demand(_ right: Right, of connection: ControlConnection) throws(ControlError) {
    try demand("\(right)", of: connection) { $0 == right }
  }

  /// Of who may raise nothing at all, no parameter is looked at.
  private func demandAnyRaise(of connection: ControlConnection) throws(ControlError) {
    try demand("raise", of: connection) { if case .raise = $0 { true } else { false } }
  }

  /// A token is the key to its overlay for who may raise such overlays.
  private func demandOverlay(
    _ token: OverlayToken, of connection: ControlConnection
  ) throws(ControlError) {
    guard let overlay = handler?.model.overlays.first(where: { $0.token == token }) else {
      throw .unknownToken
    }
    try demand(.raise(overlay.kind), of: connection)
  }

  private func demand(
    _ name: String, of connection: ControlConnection, _ right: (Right) -> Bool
  ) throws(ControlError) {
    guard access.allows(connection.peer, right, isIn: connection.isIn) else {
      throw .permissionDenied(name, roles: access.roles(with: right))
    }
  }

  func demandWatch(of connection: ControlConnection) throws(ControlError) {
    try demand(.watch, of: connection)
  }
}

extension ControlHandler {
  var status: ControlStatus {
    ControlStatus(
      model: model, devices: devices, shell: shellStatus, planSerial: appliedSerial)
  }
}

extension OverlayToken {
  /// 128 bits from the kernel (the system's generator is getrandom(2)).
  static func random() -> OverlayToken {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    return OverlayToken(
      String((0..<32).map { _ in digits[Int.random(in: digits.indices, using: &generator)] }))
  }
}
