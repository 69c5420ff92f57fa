import Testing

/// A call that is refused, and the reply or what is in it.
///
/// A type of its own: Swift 6.0 takes minutes for a long list of tuples.
struct RefusedCall: Sendable, CustomTestStringConvertible {
  let method: String
  let parameters: String
  let reply: String

  init(_ method: String, _ parameters: String, _ reply: String) {
    self.method = method
    self.parameters = parameters
    self.reply = reply
  }

  var testDescription: String { "\(method) \(parameters)" }

  static let byName: [RefusedCall] = [
    RefusedCall(
      "Dismiss", #"{"token":"x"}"#, #"{"error":"org.focusd.Control.UnknownToken","parameters":{}}"#),
    RefusedCall(
      "Raise", #"{"kind":"cal"}"#,
      #"{"error":"org.focusd.Control.UnknownKind","parameters":{"kind":"cal"}}"#
    ),
    RefusedCall(
      "Raise", #"{"kind":"call","outputs":["HDMI"]}"#,
      #"{"error":"org.focusd.Control.UnknownOutput","parameters":{"output":"HDMI"}}"#
    ),
    RefusedCall(
      "Raise", #"{"kind":"call","cover":"blackout"}"#,
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"cover"}}"#
    ),
    RefusedCall(
      "Raise", "{}",
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"kind"}}"#
    ),
    RefusedCall(
      "Raise", #"{"kind":["call"]}"#,
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"kind"}}"#
    ),
    RefusedCall(
      "Raise", "[1]",
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"parameters"}}"#
    ),
    RefusedCall(
      "Rise", "{}",
      """
      {"error":"org.varlink.service.MethodNotFound",\
      "parameters":{"method":"org.focusd.Control.Rise"}}
      """
    ),
    RefusedCall(
      "org.varlink.service.GetInterfaceDescription", #"{"interface":"a.b"}"#,
      #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"a.b"}}"#
    ),
    RefusedCall(
      "Status", #"{"all":true}"#,
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"all"}}"#
    ),
  ]

  /// The parameters are the regions only.
  private static func present(_ regions: String, _ reply: String) -> RefusedCall {
    RefusedCall("Present", regions, reply)
  }

  static let byRegion: [RefusedCall] = [
    present("[]", #"NoRegions","parameters":{}}"#),
    present(
      #"[{"output":"Virtual-1","x":-1,"y":0,"width":9,"height":9}]"#,
      #"BadRegion","parameters":{"region":{"height":9,"output":"Virtual-1","width":9,"x":-1,"y":0}}}"#
    ),
    present(#"[{"output":"Virtual-1","x":0,"y":0,"width":0,"height":9}]"#, "BadRegion"),
    present(#"[{"output":"Virtual-1","x":0,"y":0,"width":1025,"height":9}]"#, "BadRegion"),
    present(#"[{"output":"Virtual-2","x":0,"y":0,"width":9,"height":9}]"#, "BadRegion"),
    present(
      #"[{"output":"Virtual-1","x":9223372036854775807,"y":-9223372036854775808,"width":9,"height":9}]"#,
      "BadRegion"
    ),
    present(
      #"[{"output":"Virtual-1","x":2147483647,"y":0,"width":2147483647,"height":9}]"#, "BadRegion"
    ),
    present(
      #"[{"output":"Virtual-1","x":1e30,"y":0,"width":9,"height":9}]"#,
      "InvalidParameter"
    ),
    present(
      #"[{"output":"Virtual-1","x":99999999999999999999,"y":0,"width":9,"height":9}]"#,
      "InvalidParameter"
    ),
    present(#"[{"output":"Virtual-1","x":1.5,"y":0,"width":9,"height":9}]"#, "InvalidParameter"),
    present(
      #"[{"output":"Virtual-1","x":0,"y":0,"width":9}]"#, #""parameter":"regions[0].height""#),
    present(#"[{"output":"HDMI","x":0,"y":0,"width":9,"height":9}]"#, "UnknownOutput"),
  ]
}
