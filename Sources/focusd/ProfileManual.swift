import Arguments
import BoardProfile
import ControlAPI

/// The manual page of the board profile's format, made from the table of its fields.
enum ProfileManual {
  static var page: String {
    var page = ManualPage(
      "board.yaml", section: 5, source: "focusd \(Product.version)",
      summary: "what a board's hardware is and how focusd behaves on it")
    page.heading("DESCRIPTION")
    page.text(
      """
      A board profile is a YAML file. focusd reads it at its start and refuses a
      wrong one as a whole: the message says where and what, and names the nearest
      field. Fields that the format does not have are errors.
      """)
    page.section(
      "FIELDS",
      BoardProfile.fieldReference.map { field in
        (
          "\(field.path): \(field.type)",
          "\(field.isRequired ? "Required: " : "")\(field.help)."
        )
      })
    page.heading("EXAMPLES")
    page.text(
      "A screen with one app, and a touch panel under a compositor that passes no cancel on:")
    page.lines([
      "schema: 1", "name: front-desk", "outputs:", "  - name: HDMI-A-1", "    width: 1920",
      "    height: 1080", "    singleScene: true", "input:", "  touch:", "    - output: HDMI-A-1",
      "      cancel: neutral", "      neutralPoint: [1918, 1078]", "systemKeys:",
      "  KEY_POWER: pass",
    ])
    page.section("FILES", [(BoardProfile.defaultPath, "the profile, where --profile is left out")])
    page.seeAlso(["focusd(8)", "focusctl(1)"])
    return page.roff
  }
}
