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

    type Output (
      name: string,
      width: int,
      height: int,
      singleScene: bool
    )

    # A window of an app. id is an owner: see keyboardOwner of Status.
    type Scene (
      id: int,
      output: string,
      state: (notRunning, inactive, active, background, suspended)
    )

    # An overlay in front. id is an owner, as a scene's is.
    type Overlay (
      id: int,
      kind: OverlayKind,
      rank: int,
      outputs: []string,
      wantsKeyboard: bool,
      wantsPointer: bool,
      presented: bool,
      hasKeyboard: bool
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

    # Puts an overlay in front for as long as the call lasts: needs `more`.
    # First state is `gated`, with id and token: from here on nothing below gets
    # input, and what had to be cancelled is cancelled. The last one is `ended`,
    # with the reason. No outputs, or an empty list, means all of them.
    method Raise(
      kind: OverlayKind,
      outputs: ?[]string,
      wantsKeyboard: ?bool,
      wantsPointer: ?bool
    ) -> (
      state: (gated, ended),
      id: ?int,
      token: ?string,
      reason: ?(dismissed, clientGone, stopping)
    )

    # Says that the overlay is on the screen, and where it takes touches. Answered
    # once that is in force. Called again it moves the regions.
    method Present(token: string, regions: []Region) -> ()

    # Says that the compositor's keyboard focus entered the overlay, or left it.
    # Keys are dropped until it has entered.
    method ConfirmKeyboard(token: string, entered: bool) -> ()

    # Ends an overlay. Answered once the gate below it is as it was.
    method Dismiss(token: string) -> ()

    # keyboardOwner is the id of the scene or overlay that gets keys; nobody does
    # where it is missing. planSerial is the plan that the input loop executes.
    method Status() -> (
      outputs: []Output,
      scenes: []Scene,
      overlays: []Overlay,
      keyboardOwner: ?int,
      devices: []Device,
      planSerial: int
    )

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

    # needed says who may.
    error PermissionDenied (needed: string)

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
