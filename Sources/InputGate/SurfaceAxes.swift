/// Geometry of a touch surface: between its units and the pixels of its output.
struct SurfaceAxes {
  private let x: AxisInfo
  private let y: AxisInfo
  /// Indices into `Contact.mirror` of the axes that the mirror has.
  let perSlot: [Int]

  init(_ description: DeviceDescription) {
    let mirror = description.mirror
    let empty = AxisInfo(minimum: 0, maximum: 0)
    x = mirror.axes[ABS.mtPositionX] ?? empty
    y = mirror.axes[ABS.mtPositionY] ?? empty
    perSlot = ABS.perSlot.filter { $0 != ABS.mtTrackingID && mirror.has(EV.abs, $0) }
      .map(Contact.index)
  }

  /// The pixel under a position, clamped to the output.
  @inline(__always)
  func pixel(_ contact: Contact, on place: Placement) -> SIMD2<Int32> {
    SIMD2(
      SurfaceAxes.scale(contact.physical[Contact.x], x, to: place.width),
      SurfaceAxes.scale(contact.physical[Contact.y], y, to: place.height))
  }

  /// The position of a pixel's centre, in the device's units.
  func position(ofPixel px: Int32, _ py: Int32, on place: Placement) -> SIMD2<Int32> {
    SIMD2(
      SurfaceAxes.unscale(px, x, from: place.width), SurfaceAxes.unscale(py, y, from: place.height))
  }

  /// Whether two positions are within a twentieth of the surface of each other, on both axes.
  func areClose(_ a: SIMD2<Int32>, _ b: SIMD2<Int32>) -> Bool {
    abs(Int64(a.x) - Int64(b.x)) * 20 <= SurfaceAxes.units(x)
      && abs(Int64(a.y) - Int64(b.y)) * 20 <= SurfaceAxes.units(y)
  }

  // 64 bits hold any product of two 32-bit values, so nothing here can trap.
  private static func units(_ axis: AxisInfo) -> Int64 {
    max(1, Int64(axis.maximum) - Int64(axis.minimum) + 1)
  }

  private static func scale(_ value: Int32, _ axis: AxisInfo, to pixels: Int32) -> Int32 {
    let pixel = (Int64(value) - Int64(axis.minimum)) * Int64(pixels) / units(axis)
    return Int32(clamping: max(0, min(Int64(pixels) - 1, pixel)))
  }

  private static func unscale(_ pixel: Int32, _ axis: AxisInfo, from pixels: Int32) -> Int32 {
    let value = (Int64(pixel) * 2 + 1) * units(axis) / (2 * max(1, Int64(pixels)))
    return Int32(clamping: Int64(axis.minimum) + value)
  }
}
