import Glibc
import LinuxIO
import Testing

private func isOpen(_ raw: Int32) -> Bool { fcntl(raw, F_GETFD) != -1 }

@Suite struct OwnedFDTests {
  @Test func closesWhenItsOwnerGoes() throws {
    var raw: Int32 = -1
    do {
      let fd = try OwnedFD.open("/dev/null", O_RDONLY)
      raw = fd.raw
      #expect(isOpen(raw))
    }
    #expect(!isOpen(raw))
    #expect(errno == EBADF)
  }

  @Test func aClassThatDropsItsOwnerCloses() throws {
    final class Holder {
      var fd: OwnedFD?
      init(_ fd: consuming OwnedFD) { self.fd = consume fd }
    }
    let holder = Holder(try OwnedFD.open("/dev/null", O_RDONLY))
    guard let raw = holder.fd?.raw else {
      Issue.record("the holder lost its descriptor")
      return
    }
    holder.fd = nil
    #expect(!isOpen(raw))
  }

  @Test func releaseLeavesItOpen() throws {
    let raw = try OwnedFD.open("/dev/null", O_RDONLY).release()
    #expect(isOpen(raw))
    close(raw)
  }

  @Test func anErrorNamesCallPathAndReason() {
    do throws(SystemError) {
      _ = try OwnedFD.open("/nowhere/at-all", O_RDONLY)
      Issue.record("that must not open")
    } catch {
      #expect(error == SystemError("open", "/nowhere/at-all", errno: ENOENT))
      #expect("\(error)" == "open /nowhere/at-all: No such file or directory")
    }
  }
}

@Suite struct WakeupTests {
  @Test func aSignalMakesItReadableOnceDrainedNoMore() throws {
    let wakeup = try Wakeup()
    let poller = try Poller()
    try poller.add(wakeup.raw, token: 7)
    #expect(try poller.wait(milliseconds: 0) == 0)
    wakeup.signal()
    wakeup.signal()
    #expect(try poller.wait(milliseconds: 0) == 1)
    #expect(poller.ready(0).token == 7 && poller.ready(0).isReadable)
    wakeup.drain()
    #expect(try poller.wait(milliseconds: 0) == 0)
  }

  @Test func aSlotKeepsTheNewestOnly() {
    let slot = Slot<Int>()
    slot.put(1)
    slot.put(2)
    #expect(slot.take() == 2)
    #expect(slot.take() == nil)
  }

  @Test func aMailboxKeepsOrder() {
    let mailbox = Mailbox<Int>()
    for value in 1...3 { mailbox.put(value) }
    #expect(mailbox.takeAll() == [1, 2, 3])
    #expect(mailbox.takeAll().isEmpty)
  }

  @Test func aTimerFires() throws {
    let timer = try TimerFD()
    let poller = try Poller()
    try poller.add(timer.raw, token: 1)
    try timer.set(milliseconds: 1)
    #expect(try poller.wait(milliseconds: 5000) == 1)
    timer.drain()
    #expect(try poller.wait(milliseconds: 0) == 0)
  }
}
