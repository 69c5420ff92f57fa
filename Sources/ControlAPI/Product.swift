/// What the programs and GetInfo say about themselves.
public enum Product {
  public static let vendor = "focusd"
  public static let name = "focusd"
  public static let version = "0.1.0"
}
