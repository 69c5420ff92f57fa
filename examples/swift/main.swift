// A call comes in front, is presented, takes the keyboard, and ends:
//   swift run example-call OUTPUT WIDTH HEIGHT SECONDS
// It prints what watchers are told meanwhile.
import FocusClient
import Glibc

let words = CommandLine.arguments
guard words.count == 5, let width = Int64(words[2]), let height = Int64(words[3]),
  let seconds = Int(words[4])
else {
  print("usage: example-call OUTPUT WIDTH HEIGHT SECONDS")
  exit(2)
}

let focus = try FocusClient()
let watching = Task {
  for try await notice in focus.notices() {
    print(notice.event.rawValue)
    if notice.event == .overlayEnded { break }
  }
}

try await focus.withOverlay(.call, wantsKeyboard: true) { call in
  // Nothing below gets input any more. Here a program shows its window, and goes
  // on once the compositor says that it is on the screen.
  try await call.present([
    Region(output: words[1], x: 0, y: 0, width: width, height: height / 4)
  ])
  // From the window's wl_keyboard enter.
  try await call.confirmKeyboard(entered: true)
  try await Task.sleep(for: .seconds(seconds))
}
// Dismissed: what is below has its input back.
try await watching.value
