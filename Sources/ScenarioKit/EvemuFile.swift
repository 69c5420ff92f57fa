import InputGate

/// A description or recording in evemu's format (`.desc`, `.device`, `.events`).
public struct EvemuFile: Hashable, Sendable {
  /// An event and when the kernel stamped it.
  public struct TimedEvent: Hashable, Sendable {
    public var time: Timestamp
    public var event: InputEvent

    public init(time: Timestamp, event: InputEvent) {
      self.time = time
      self.event = event
    }
  }

  /// A frame without its `SYN_REPORT`.
  public struct Frame: Hashable, Sendable {
    public var time: Timestamp
    public var events: [InputEvent]
  }

  /// nil for a recording without header.
  public var description: DeviceDescription?
  /// The state of switches and LEDs by code, where the file tells it.
  public var switches: [UInt16: Int32] = [:]
  public var leds: [UInt16: Int32] = [:]
  public var events: [TimedEvent] = []

  /// Reads the text of a file.
  ///
  /// - Parameter file: its name, for errors.
  public init(parsing text: String, file: String) throws(TextError) {
    var parser = EvemuParser()
    for (index, line) in text.lines.enumerated() {
      do throws(Complaint) {
        try parser.take(line)
      } catch {
        throw error.at(file, index + 1)
      }
    }
    description = parser.hasHeader ? parser.description : nil
    switches = parser.switches
    leds = parser.leds
    events = parser.events
  }

  /// The events by frame; a rest without `SYN_REPORT` is left out.
  public var frames: [Frame] {
    var frames: [Frame] = []
    var open: [InputEvent] = []
    for timed in events {
      if timed.event.type == EV.syn, timed.event.code == SYN.report {
        frames.append(Frame(time: timed.time, events: open))
        open = []
      } else {
        open.append(timed.event)
      }
    }
    return frames
  }

  /// What a device must be to send these events: for a recording without header.
  public func inferredDescription(name: String) -> DeviceDescription {
    var result = DeviceDescription(name: name)
    for timed in events where timed.event.type != EV.syn {
      let event = timed.event
      result.codes[event.type, default: []].insert(event.code)
      guard event.type == EV.abs else { continue }
      var info = result.axes[event.code] ?? AxisInfo(minimum: 0, maximum: 0)
      info.minimum = min(info.minimum, event.value)
      info.maximum = max(info.maximum, event.value)
      result.axes[event.code] = info
    }
    return result
  }
}
