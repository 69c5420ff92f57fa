import Arguments
import EvdevIO
import Glibc
import InputGate
import LinuxIO
import ScenarioKit

/// Plays a recording through uinput with its own timing.
func replay(_ path: String, _ arguments: Parsed) throws(Trouble) -> Exit {
  guard let speed = Double(arguments.value("--speed") ?? "1"), speed > 0, speed <= 1000 else {
    misuse("--speed must be a number above 0, up to 1000")
  }
  guard let settle = Int64(arguments.value("--settle") ?? "500"), (0...60_000).contains(settle)
  else { misuse("--settle must be milliseconds, up to 60000") }
  let recording = try FileText.recording(path)
  let description = try describe(recording, arguments)
  let log = try EventLog(arguments.value("--log"))

  let device = try troubled { () throws(SystemError) in try UinputDevice(description) }
  let born = Clock.monotonicMicroseconds()
  if arguments.has("--wait") { try waitForMirror(of: description) }
  sleep(until: born + settle * 1000)

  let frames = recording.frames
  let zero = frames.first?.time.microseconds ?? 0
  let start = Clock.monotonicMicroseconds()
  for frame in frames {
    let offset = Double(frame.time.microseconds - zero) / speed
    sleep(until: start + Int64(offset))
    let events = frame.events + [.report]
    log.write(events, at: Clock.monotonicMicroseconds())
    try troubled { () throws(SystemError) in try device.writeAll(events) }
  }
  // A reader gets nothing of what is queued once the device is gone.
  sleep(until: Clock.monotonicMicroseconds() + 200_000)
  log.flush()
  if !arguments.has("--json") { print("\(frames.count) frames played") }
  return .agreed
}

private func describe(
  _ recording: EvemuFile, _ arguments: Parsed
) throws(Trouble) -> DeviceDescription {
  var description: DeviceDescription
  if let path = arguments.value("--device") {
    guard let found = try FileText.recording(path).description else {
      throw Trouble("\(path) describes no device")
    }
    description = found
  } else if let found = recording.description {
    description = found
  } else {
    throw Trouble("the recording does not say what device it is of: give --device")
  }
  if let name = arguments.value("--name") { description.name = name }
  description.phys = "replay/\(getpid())"
  return description
}

private func waitForMirror(of description: DeviceDescription) throws(Trouble) {
  let phys = DeviceDescription.mirrorMarker + description.phys
  for _ in 0..<500 {
    if Nodes.find(phys: phys) != nil { return }
    usleep(20_000)
  }
  throw Trouble("focusd did not mirror the device within 10 s; see 'focusctl status'")
}

/// Sleeps to a moment on CLOCK_MONOTONIC.
private func sleep(until microseconds: Int64) {
  var time = timespec(
    tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
  while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
}

/// Lines of JSON in a file, or nowhere. Kept until the end, so that writing
/// them does not move the events.
private final class EventLog {
  private let file: UnsafeMutablePointer<FILE>?
  private var lines: [(InputEvent, Int64)] = []

  init(_ path: String?) throws(Trouble) {
    guard let path else {
      file = nil
      return
    }
    file = fopen(path, "we")
    guard file != nil else {
      throw Trouble("cannot write \(path): \(String(cString: strerror(errno)))")
    }
  }

  deinit { if let file { fclose(file) } }

  func write(_ events: [InputEvent], at time: Int64) {
    guard file != nil else { return }
    for event in events { lines.append((event, time)) }
  }

  func flush() {
    guard let file else { return }
    for (event, time) in lines { fputs(EventLine(event, at: time).json + "\n", file) }
    lines = []
    fflush(file)
  }
}
