import FocusModel
import InputGate

// What each method does: parameters in, an event of the model or a reply out.
extension ControlServer {
  func serve(_ message: ArraySlice<UInt8>, _ connection: ControlConnection) {
    guard let call = Call(message) else {
      return connection.condemn("it sent what is no Varlink call")
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
    if call.method == ServiceInterface.getInfo {
      _ = try call.parameters(NoParameters.self)
      return answer(InfoReply())
    }
    guard mayControl(connection.peer) else { throw .permissionDenied }
    let change: ControlConnection.OpenCall.Kind? = call.oneway ? nil : .change
    switch call.method {
    case ServiceInterface.getInterfaceDescription:
      let name = try call.parameters(InterfaceParameters.self).interface
      answer(DescriptionReply(description: try ControlServer.description(of: name)))
    case ControlInterface.raise:
      guard call.more, !call.oneway else { throw .expectedMore }
      let request = try request(call.parameters(RaiseParameters.self))
      let token = OverlayToken.random()
      try apply(
        .raise(request, token: token), .raise(token: token.text, isGated: false), for: connection)
    case ControlInterface.present:
      let parameters = try call.parameters(PresentParameters.self)
      var regions: [Region] = []
      for region in parameters.regions { regions.append(try self.region(region)) }
      try apply(
        .present(OverlayToken(parameters.token), regions: regions), change, for: connection)
    case ControlInterface.confirmKeyboard:
      let parameters = try call.parameters(ConfirmKeyboardParameters.self)
      try apply(
        .confirmKeyboard(OverlayToken(parameters.token), entered: parameters.entered), change,
        for: connection)
    case ControlInterface.dismiss:
      let parameters = try call.parameters(DismissParameters.self)
      try apply(.dismiss(OverlayToken(parameters.token)), change, for: connection)
    case ControlInterface.status:
      _ = try call.parameters(NoParameters.self)
      guard let handler else { throw .methodNotFound(call.method) }
      answer(
        ControlStatus(
          model: handler.model, devices: handler.devices, planSerial: handler.appliedSerial))
    default:
      throw .methodNotFound(call.method)
    }
  }

  /// Decodes a Raise and encodes its answer, for nobody. The first of them reads
  /// pages of the program, and an overlay should not wait for that: it is 2 ms
  /// without this and 0.4 ms with it (docs/bench.md).
  public func rehearse() {
    let message = WireMessage.call(
      ControlInterface.raise, RaiseParameters(kind: OverlayKind.call.rawValue), more: true)
    guard let call = Call(message.dropLast()),
      let parameters = try? call.parameters(RaiseParameters.self),
      (try? request(parameters)) != nil
    else { return }
    let token = OverlayToken.random().text
    _ = WireMessage.reply(RaiseReply(state: .gated, id: 0, token: token), continues: true)
  }

  private static func description(of interface: String) throws(ControlError) -> String {
    switch interface {
    case ControlInterface.name: InterfaceText.control
    case ServiceInterface.name: InterfaceText.service
    default: throw .interfaceNotFound(interface)
    }
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
