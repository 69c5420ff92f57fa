import FocusModel
import Glibc
import LinuxIO
import Synchronization
import Testing

@testable import ControlAPI

@Suite struct ControlSocketTests {
  private func mode(_ path: String) -> mode_t {
    var info = stat()
    return lstat(path, &info) == 0 ? info.st_mode : 0
  }

  @Test func everybodyMayConnect() throws {
    let old = umask(0o077)
    defer { umask(old) }
    let harness = try Harness()
    #expect(mode(harness.path) & 0o777 == 0o666)
    // Nobody else may put a socket of their own in its place.
    #expect(mode(String(harness.path.dropLast("/control".count))) & 0o022 == 0)
  }

  @Test func aStaleSocketIsReplacedAndALiveOneIsNot() throws {
    let path = "/tmp/focusd-test-stale-\(getpid())"
    unlink(path)
    do {
      let fd = try ControlSocket.make()
      let address = try UnixAddress(path)
      try check("bind") { address.withPointer { bind(fd.raw, $0, $1) } }
    }
    #expect(mode(path) != 0)
    do {
      let first = try ControlListener(path: path)
      #expect(throws: SystemError("bind", path, errno: EADDRINUSE)) {
        _ = try ControlListener(path: path)
      }
      #expect(first.path == path)
    }
    #expect(mode(path) == 0)
  }

  @Test func aFileThatIsNoSocketIsLeftAlone() throws {
    let path = "/tmp/focusd-test-file-\(getpid())"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    defer { unlink(path) }
    #expect(throws: SystemError("bind", path, errno: EADDRINUSE)) {
      _ = try ControlListener(path: path)
    }
    #expect(mode(path) & S_IFMT == S_IFREG)
  }

  @Test func aLongPathIsRefused() {
    let path = "/tmp/" + String(repeating: "x", count: 200)
    #expect(throws: SystemError("bind", path, errno: ENAMETOOLONG)) {
      _ = try ControlListener(path: path)
    }
  }

  @Test func aPassedSocketIsServedAndLeftInItsPlace() throws {
    let path = "/tmp/focusd-test-passed-\(getpid())"
    defer { unlink(path) }
    let fd = try ControlSocket.make()
    let address = try UnixAddress(path)
    try check("bind") { address.withPointer { bind(fd.raw, $0, $1) } }
    try check("listen") { listen(fd.raw, 8) }
    do {
      let listener = try ControlListener(passed: fd)
      #expect(listener.path == path)
      // It must not wait where nobody is.
      let nobody = listener.accept() == nil
      #expect(nobody)
      // Who came before it was passed is served.
      let client = try ControlSocket.connect(path)
      let somebody = listener.accept() != nil
      #expect(somebody)
      #expect(client.raw >= 0)
    }
    #expect(access(path, F_OK) == 0)
  }

  @Test func clientErrorsSayWhatToDo() {
    #expect {
      _ = try ControlClient(path: "/nonexistent/control")
    } throws: { error in
      "\(error)".hasPrefix("focusd is not running: there is no socket at /nonexistent/control")
    }
  }

  @Test func theBlockingClientSpeaksWithTheServer() throws {
    let path = "/tmp/focusd-test-client-\(getpid())"
    let stop = try Wakeup()
    let ready = try Wakeup()
    try NativeThread.start(name: "server") {
      let kiosk = Kiosk()
      guard let poller = try? Poller(),
        let server = try? ControlServer(
          path: path, roles: [], poller: poller, firstToken: 100),
        (try? poller.add(stop.raw, token: 1)) != nil
      else { return }
      server.handler = kiosk
      kiosk.server = server
      ready.signal()
      while let count = try? poller.wait() {
        for index in 0..<count where !server.handle(poller.ready(index)) { return }
      }
    }
    var waiting = pollfd(fd: ready.raw, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 10_000) == 1)
    defer { stop.signal() }

    let holder = try ControlClient(path: path)
    let raised = try holder.raise(.call, outputs: ["Virtual-1"], wantsKeyboard: true)
    let client = try ControlClient(path: path)
    try client.present(
      raised.token, [.init(output: "Virtual-1", x: 0, y: 0, width: 1024, height: 768)])
    try client.confirmKeyboard(raised.token, entered: true)
    let status = try client.status()
    #expect(status.keyboardOwner == raised.id)
    #expect(status.overlays.first?.presented == true)
    try client.dismiss(raised.token)
    #expect(try holder.waitForEnd() == "dismissed")
    #expect(throws: ControlClientError.refused(.unknownToken)) {
      try client.dismiss(raised.token)
    }
    #expect(try client.status().overlays.isEmpty)
  }
}
