/// Who a contact or a key belongs to: a scene or an overlay. The model hands
/// the numbers out and never uses one twice; 0 is nobody.
public struct OwnerID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// An output, by its place in the profile.
public struct OutputID: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// A rectangle in mode pixels as the user sees them, origin top left.
public struct Rect: Hashable, Sendable {
  public var x: Int32
  public var y: Int32
  public var width: Int32
  public var height: Int32

  public init(x: Int32, y: Int32, width: Int32, height: Int32) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Whether the pixel is inside; the right and bottom edges are not.
  @inlinable
  public func contains(x px: Int32, y py: Int32) -> Bool {
    px >= x && py >= y && Int64(px) < Int64(x) + Int64(width)
      && Int64(py) < Int64(y) + Int64(height)
  }

  /// Whether the rectangle has pixels and all of them lie on an output of this size.
  public func fits(width w: Int32, height h: Int32) -> Bool {
    x >= 0 && y >= 0 && width > 0 && height > 0 && Int64(x) + Int64(width) <= Int64(w)
      && Int64(y) + Int64(height) <= Int64(h)
  }
}

/// What a down inside a zone does.
public enum DownAction: UInt8, Sendable {
  case deliver
  case activateAndDeliver
  case activateOnly
  case drop

  @inlinable
  var delivers: Bool { self == .deliver || self == .activateAndDeliver }
}

/// A leave to receive, and since when.
///
/// What the kernel stamped before `since` still counts as gated, however late
/// it is read (design.md, guarantee 1).
public struct Permission: Hashable, Sendable {
  public var owner: OwnerID
  public var since: Timestamp

  public init(owner: OwnerID, since: Timestamp) {
    self.owner = owner
    self.since = since
  }
}

/// A piece of an output and what a down on it does.
public struct Zone: Hashable, Sendable {
  public var output: OutputID
  public var rect: Rect
  public var down: DownAction
  public var permission: Permission

  public init(output: OutputID, rect: Rect, down: DownAction, permission: Permission) {
    self.output = output
    self.rect = rect
    self.down = down
    self.permission = permission
  }
}

/// Everything the input loop needs to know of the model, immutable.
///
/// A class, so that handing it to the input thread moves one reference.
public final class GatePlan: Sendable {
  /// Rises with every plan; the input thread reports it as applied.
  public let serial: UInt64
  /// Front to back: the first zone that contains a down decides. Where there
  /// is none the down is dropped.
  public let zones: [Zone]
  /// Who gets keys; nil drops them.
  public let keys: Permission?
  /// Who gets mice, touchpads, pads and everything else without a place on
  /// the screen; nil drops them.
  public let pointer: Permission?

  public init(serial: UInt64, zones: [Zone], keys: Permission?, pointer: Permission?) {
    self.serial = serial
    self.zones = zones
    self.keys = keys
    self.pointer = pointer
  }

  /// Delivers nothing: what the input thread starts with.
  public static let closed = GatePlan(serial: 0, zones: [], keys: nil, pointer: nil)

  /// The zone that a down at this pixel falls into.
  @inline(__always)
  func zone(at x: Int32, _ y: Int32, on output: OutputID) -> Zone? {
    for zone in zones where zone.output == output && zone.rect.contains(x: x, y: y) {
      return zone
    }
    return nil
  }

  /// Whether a contact that `owner` got at `time` may stay with it.
  func keeps(contactOf owner: OwnerID, since time: Timestamp, on output: OutputID) -> Bool {
    zones.contains {
      $0.output == output && $0.permission.owner == owner && $0.down.delivers
        && $0.permission.since <= time
    }
  }
}
