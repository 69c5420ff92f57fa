import EvdevIO
import FoundationEssentials
import Glibc
import InputGate
import LinuxIO
import ScenarioKit

/// An event and the moment of it, as a line of JSON.
struct EventLine: Encodable {
  /// Microseconds on CLOCK_MONOTONIC.
  var time: Int64
  var type: UInt16
  var code: UInt16
  var value: Int32
  /// As scenarios write it.
  var text: String

  init(_ event: InputEvent, at time: Int64) {
    self.time = time
    type = event.type
    code = event.code
    value = event.value
    text = event.text
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Prints what a device sends until a signal comes or it goes.
func record(_ node: String, json: Bool) throws(Trouble) -> Exit {
  try troubled { () throws(SystemError) in
    let signals = try Signals([SIGINT, SIGTERM])
    let source = try EventSource(node: node)
    let poller = try Poller()
    try poller.add(signals.raw, token: 0)
    try poller.add(source.raw, token: 1)
    if !json { print(EvemuWriter.header(try source.description()), terminator: "") }
    fflush(nil)
    var first: Int64?
    while true {
      for index in 0..<(try poller.wait()) {
        if poller.ready(index).token == 0 { return .agreed }
        do throws(SystemError) {
          try source.fill()
        } catch  where error.errno == ENODEV {
          return .agreed
        }
        while !source.isEmpty {
          let time = source.nextTime.microseconds
          // As evemu has it: the first event is a microsecond after 0.
          let start = first ?? time - 1
          first = start
          let event = source.next()
          print(
            json
              ? EventLine(event, at: time).json
              : EvemuWriter.line(
                .init(time: Timestamp(microseconds: time - start), event: event)))
        }
      }
      fflush(nil)
    }
  }
}
