// swift-tools-version:6.0
// Arrows run one way: the pure modules (InputGate, FocusModel, ScenarioKit's
// parser) know no kernel, the kernel modules know no policy, and the programs
// only wire. See docs/architecture.md.
import PackageDescription

let package = Package(
  name: "focusd",
  products: [
    .executable(name: "focusd", targets: ["focusd"]),
    .executable(name: "focusctl", targets: ["focusctl"]),
    .executable(name: "focus-scenario", targets: ["focus-scenario"]),
    .executable(name: "example-call", targets: ["example-call"]),
    .library(name: "FocusClient", targets: ["FocusClient"]),
  ],
  targets: [
    // C
    .target(name: "CLinux"),
    .systemLibrary(name: "CEvdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CUdev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),

    // Pure
    .target(name: "Spelling"),
    .target(name: "Arguments", dependencies: ["Spelling"]),
    .target(name: "InputGate"),
    .target(name: "FocusModel", dependencies: ["InputGate"]),
    .target(name: "Diagnosis"),

    // Kernel and files
    .target(name: "LinuxIO", dependencies: ["CLinux"]),
    .target(name: "EvdevIO", dependencies: ["LinuxIO", "InputGate", "CEvdev", "CUdev"]),
    .target(
      name: "BoardProfile",
      dependencies: ["InputGate", "FocusModel", "LinuxIO", "Spelling", "CYAML"]),
    .target(
      name: "ControlAPI", dependencies: ["CLinux", "LinuxIO", "FocusModel", "InputGate"],
      exclude: ["org.focusd.Control.varlink"]),
    .target(name: "FocusClient", dependencies: ["ControlAPI", "FocusModel", "LinuxIO"]),
    .target(name: "ShellAdapter", dependencies: ["LinuxIO", "FocusModel", "InputGate"]),
    .target(name: "Service", dependencies: ["LinuxIO", "CSystemd"]),
    .target(name: "ScenarioKit", dependencies: ["InputGate", "FocusModel"]),

    // Programs
    .executableTarget(
      name: "focusd",
      dependencies: [
        "Arguments", "EvdevIO", "InputGate", "FocusModel", "BoardProfile", "ControlAPI", "Service",
        "LinuxIO", "ShellAdapter",
      ]),
    .executableTarget(
      name: "focusctl",
      dependencies: [
        "Arguments", "BoardProfile", "CLinux", "ControlAPI", "Diagnosis", "EvdevIO", "FocusModel",
        "InputGate", "LinuxIO",
      ]),
    .executableTarget(
      name: "focus-scenario",
      dependencies: ["Arguments", "ScenarioKit", "EvdevIO", "ControlAPI", "LinuxIO"]),

    .executableTarget(
      name: "example-call", dependencies: ["FocusClient"], path: "examples/swift"),

    // Tests
    .testTarget(name: "InputGateTests", dependencies: ["InputGate"]),
    .testTarget(name: "FocusModelTests", dependencies: ["FocusModel", "InputGate"]),
    .testTarget(name: "ScenarioKitTests", dependencies: ["ScenarioKit", "InputGate"]),
    .testTarget(name: "ArgumentsTests", dependencies: ["Arguments"]),
    .testTarget(name: "DiagnosisTests", dependencies: ["Diagnosis"]),
    .testTarget(
      name: "BoardProfileTests", dependencies: ["BoardProfile", "FocusModel", "InputGate"]),
    .testTarget(
      name: "ControlAPITests", dependencies: ["ControlAPI", "FocusModel", "InputGate", "LinuxIO"]),
    .testTarget(
      name: "FocusClientTests",
      dependencies: ["FocusClient", "ControlAPI", "FocusModel", "InputGate", "LinuxIO"]),
    .testTarget(
      name: "ShellAdapterTests",
      dependencies: ["ShellAdapter", "FocusModel", "InputGate", "LinuxIO", "CLinux"],
      exclude: ["Recorded"]),
    .testTarget(name: "LinuxIOTests", dependencies: ["LinuxIO"]),
    .testTarget(name: "EvdevIOTests", dependencies: ["EvdevIO", "InputGate", "CLinux"]),
  ]
)
