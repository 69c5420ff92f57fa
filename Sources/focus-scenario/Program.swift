import Arguments

/// The command line of focus-scenario.
let program = Command(
  "focus-scenario", "proves rules of the gate from scenario files",
  details: """
    A scenario says what happens on an input device and to overlays, and what
    a reader of the device's mirror must see. 'check' runs it without a kernel,
    'play' against the focusd that is running. The format: docs/scenarios.md.
    """,
  options: [Option("--json", "print JSON, one value a line")],
  subcommands: [check, play, record, replay],
  examples: [
    "focus-scenario check Tests/Scenarios/*.scenario",
    "focus-scenario play Tests/Scenarios/raise-cancels-contact-and-key.scenario",
  ],
  manual: Manual(
    exitStatus: [
      ("0", "all as expected"),
      ("1", "something else came, or a file is wrong"),
      ("2", "wrong usage"),
      ("3", "this machine cannot play it: no focusd, no uinput, no mirror"),
      ("4", "everything was skipped"),
    ],
    environment: [("FOCUSD_SOCKET", "the socket of focusd, where --socket is left out")],
    seeAlso: ["focusd(8)", "focusctl(1)"]))

private let files = Positional("FILE", count: .many, "scenario files")

private let check = Command(
  "check", "runs scenarios on the model and the gate alone", positionals: [files],
  examples: ["focus-scenario check Tests/Scenarios/*.scenario"])

private let play = Command(
  "play", "plays scenarios through uinput against the running focusd",
  details: """
    Makes the scenario's devices with uinput, waits until focusd mirrors them,
    plays, and reads the mirrors. Needs root, or write access to /dev/uinput,
    read access to /dev/input and membership of group focus; a scenario with
    'drop' stops focusd for a moment and needs the right to signal it.

    focusd's profile must have the scenario's output and cancel policy: the
    files in Tests/Scenarios fit boards/ for the virtual boards. Scenarios in
    which focusd starts or stops are skipped without --start and --stop.
    """,
  options: [
    Option("--socket", value: "PATH", "the socket of focusd"),
    Option(
      "--cancel", value: "POLICY", choices: ["palm", "neutral"],
      "the cancel policy that focusd's profile has; palm if left out"),
    Option("--start", value: "COMMAND", "starts focusd and comes back when it is ready"),
    Option("--stop", value: "COMMAND", "stops focusd"),
  ],
  positionals: [files],
  examples: [
    "focus-scenario play Tests/Scenarios/key-begun-while-gated.scenario",
    "focus-scenario play --cancel neutral --start 'systemctl start focusd' "
      + "--stop 'systemctl stop focusd' Tests/Scenarios/*.scenario",
  ])

private let record = Command(
  "record", "writes what a device sends, in evemu's format",
  details: """
    Without grabbing it, so that a mirror can be watched beside its consumer.
    With --json each event is a line with its CLOCK_MONOTONIC microseconds.
    Ends at SIGINT, SIGTERM, or when the device goes.
    """,
  positionals: [Positional("NODE", "as in /dev/input/event5")],
  examples: ["focus-scenario record /dev/input/event5 > strokes.events"])

private let replay = Command(
  "replay", "plays an evemu recording through uinput, with its own timing",
  options: [
    Option("--device", value: "DESC", "an evemu description, where the recording has none"),
    Option("--name", value: "NAME", "the name of the device; the description's if left out"),
    Option("--speed", value: "X", "2 is twice as fast; 1 if left out"),
    Option("--log", value: "FILE", "a line of JSON for each event, with CLOCK_MONOTONIC µs"),
    Option("--wait", "wait until focusd mirrors the device before the first event"),
    Option("--settle", value: "MS", "time between the device's birth and the first event; 500"),
  ],
  positionals: [Positional("RECORDING", "an .events file")],
  examples: [
    "focus-scenario replay Tests/Corpus/EP0430M09.1-finger-drag-up-down.events --wait",
    "focus-scenario replay strokes.events --device panel.desc --speed 2 --log sent.jsonl",
  ])
