/// The interface description as GetInterfaceDescription answers it: a copy of
/// org.focusd.Control.varlink, which a unit test compares with it.
enum InterfaceText {
  static let control = #"""
    # focusd: gates touch and keys while an overlay of the system is in front.
    #
    # Rectangles are mode pixels as the user sees them, origin top left.
    # Outputs are named as the board profile names them.
    interface org.focusd.Control

    # What an overlay is; its rank follows from it, by the profile.
    # onScreenKeyboard takes nothing away from the app below it.
    type OverlayKind (
      call,
      controlPanel,
      notification,
      permission,
      dialog,
      slideOver,
      appSwitcher,
      onScreenKeyboard,
      lock,
      custom
    )

    # A rectangle of one output.
    type Region (
      output: string,
      x: int,
      y: int,
      width: int,
      height: int
    )

    # A window, as the compositor's shell tells it. id is the compositor's.
    type Window (
      id: int,
      name: string,
      x: int,
      y: int,
      width: int,
      height: int,
      visible: bool,
      focused: bool
    )

    # How the compositor's shell stands. staleMilliseconds says for how long it has
    # told nothing: then nothing of it is believed.
    type Shell (
      socket: string,
      state: (connected, silent, disconnected),
      staleMilliseconds: ?int,
      error: ?string
    )

    # An output of the profile; its windows where the shell is asked for them.
    type Output (
      name: string,
      width: int,
      height: int,
      singleScene: bool,
      windows: ?[]Window
    )

    # A window of an app. id is an owner: see keyboardOwner of Status.
    type Scene (
      id: int,
      output: string,
      state: (notRunning, inactive, active, background, suspended)
    )

    # An overlay in front. id is an owner, as a scene's is. An abandoned one has lost
    # its client: it still gates, takes nothing, and waits to be reclaimed.
    type Overlay (
      id: int,
      kind: OverlayKind,
      rank: int,
      outputs: []string,
      wantsKeyboard: bool,
      wantsPointer: bool,
      presented: bool,
      hasKeyboard: bool,
      abandoned: bool
    )

    # An input device. mirror is the node that stands for it, where there is one;
    # reason says why a device is degraded.
    type Device (
      name: string,
      node: string,
      mirror: ?string,
      deviceClass: string,
      state: (ok, degraded),
      reason: ?string
    )

    # What Status answers, as the first thing that a watcher hears.
    type State (
      outputs: []Output,
      shell: ?Shell,
      scenes: []Scene,
      overlays: []Overlay,
      keyboardOwner: ?int,
      devices: []Device,
      planSerial: int
    )

    # Puts an overlay in front for as long as the call lasts: needs `more`.
    # First state is `gated`, with id and token: from here on nothing below gets
    # input, and what had to be cancelled is cancelled. The last one is `ended`,
    # with the reason. No outputs, or an empty list, means all of them.
    #
    # When the call's connection is lost, the overlay's regions shut at once. What is
    # below stays gated for a grace of one second, a lock without limit: see Reclaim.
    method Raise(
      kind: OverlayKind,
      outputs: ?[]string,
      wantsKeyboard: ?bool,
      wantsPointer: ?bool
    ) -> (
      state: (gated, ended),
      id: ?int,
      token: ?string,
      reason: ?(dismissed, clientGone, removed, stopping)
    )

    # Takes an overlay back whose Raise was lost, within the grace, and answers as
    # Raise does: needs `more`. For the same user, and the same unit where roles name
    # it. The overlay has to be presented, and its keyboard confirmed, again.
    method Reclaim(token: string) -> (
      state: (gated, ended),
      id: ?int,
      token: ?string,
      reason: ?(dismissed, clientGone, removed, stopping)
    )

    # Says that the overlay is on the screen, and where it takes touches. Answered
    # once that is in force. Called again it moves the regions.
    method Present(token: string, regions: []Region) -> ()

    # Says that the compositor's keyboard focus entered the overlay, or left it.
    # Keys are dropped until it has entered. Where the compositor is asked itself
    # (geometry: compositor), this counts only while no window has the keyboard.
    method ConfirmKeyboard(token: string, entered: bool) -> ()

    # Ends an overlay. Answered once the gate below it is as it was.
    method Dismiss(token: string) -> ()

    # Ends an overlay of somebody else, by its id. Its own client is told `removed`.
    method DismissOverlay(id: int) -> ()

    # keyboardOwner is the id of the scene or overlay that gets keys; nobody does
    # where it is missing. planSerial is the plan that the input loop executes.
    method Status() -> (
      outputs: []Output,
      shell: ?Shell,
      scenes: []Scene,
      overlays: []Overlay,
      keyboardOwner: ?int,
      devices: []Device,
      planSerial: int
    )

    # Tells everything that happens, from now on: needs `more`. Begins with `snapshot`
    # and the state; with `since`, the serial of the last notice that was heard, it
    # begins with what was missed. What of that is no longer kept is told as `gap`,
    # with the state. Serials rise by one, and over restarts of focusd only rise.
    #
    # scene comes with the events of a scene, output with those of interruptions,
    # overlay with those of overlays, reason with overlayEnded, device with those of
    # devices. They tell what was decided: the gate follows at once.
    method Watch(since: ?int) -> (
      serial: int,
      event: (
        snapshot,
        gap,
        sceneWillResignActive,
        sceneDidBecomeActive,
        interruptionBegan,
        interruptionEnded,
        overlayRaised,
        overlayPresented,
        overlayKeyboard,
        overlayAbandoned,
        overlayReclaimed,
        overlayEnded,
        deviceAdded,
        deviceGone,
        deviceDegraded,
        deviceRecovered,
        profileReloaded
      ),
      state: ?State,
      scene: ?Scene,
      output: ?string,
      overlay: ?Overlay,
      reason: ?(dismissed, clientGone, removed, stopping),
      device: ?Device
    )

    # Reads the board profile again and says what of it has changed. All of it is in
    # force then, or nothing: then something of it needs a restart of focusd.
    method Reload() -> (applied: []string, needsRestart: []string)

    # No overlay has this token (any more).
    error UnknownToken ()

    error UnknownOutput (output: string)

    error UnknownKind (kind: string)

    # Outside its output, without area, or on an output that the overlay is not on.
    error BadRegion (region: Region)

    error NoRegions ()

    error TooManyRegions (limit: int)

    error TooManyOverlays (limit: int)

    # The overlay was raised without wantsKeyboard.
    error KeyboardNotWanted ()

    # The overlay's Raise is gone: reclaim it first.
    error Abandoned ()

    # The overlay's client is there: there is nothing to reclaim.
    error NotAbandoned ()

    # Another user or unit raised the overlay.
    error NotYourOverlay ()

    error UnknownOverlay (id: int)

    # The profile is wrong, the message says where; the old one stays in force.
    error BadProfile (message: string)

    # needed is the right that is missing, roles those of the profile that have it.
    error PermissionDenied (needed: string, roles: []string)

    # Focusd, or this user, has so many connections already. The connection is closed.
    error TooManyClients (limit: int)

    # So many calls a second are allowed. The connection is closed.
    error TooManyCalls (limit: int)

    # The stream was not read in time, and has ended: watch again since this serial.
    error TooSlow (serial: int)

    # No Varlink call, or too long, or nested too deep. The connection is closed.
    error BadMessage (message: string)

    """#

  /// https://varlink.org/Service
  static let service = #"""
    # What every Varlink service answers about itself.
    interface org.varlink.service

    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)

    error MethodNotFound (method: string)

    error MethodNotImplemented (method: string)

    error InvalidParameter (parameter: string)

    error PermissionDenied ()

    # The method answers more than once: call it with `more`.
    error ExpectedMore ()

    """#
}
