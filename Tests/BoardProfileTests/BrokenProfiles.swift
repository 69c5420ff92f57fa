import Testing

/// A broken profile and what its author is told, word for word.
///
/// A type of its own, and no `+`: Swift 6.0 takes minutes for a long list of tuples.
struct Broken: Sendable, CustomTestStringConvertible {
  let text: String
  let message: String

  init(_ text: String, _ message: String) {
    self.text = text
    self.message = message
  }

  var testDescription: String { text }
}

extension BrokenProfileTests {
  /// Broken behind the good lines.
  static let behind: [Broken] = [
    Broken(
      "nmae: x",
      """
      b.yaml:6:1: nmae: unknown field; \
      allowed: schema, name, outputs, input, systemKeys, ranks, roles, shell; did you mean 'name'?
      """
    ),
    Broken("name: other", "b.yaml:6:1: the key 'name' is there already, in line 2"),
    Broken("input: yes", "b.yaml:6:8: input: expected a mapping, not 'yes'"),
    Broken("input:", "b.yaml:6:7: input: expected a mapping, not nothing"),
    Broken(
      "input: {tuoch: []}",
      "b.yaml:6:9: input.tuoch: unknown field; allowed: touch, ignore; did you mean 'touch'?"
    ),
    Broken(
      "input: {touch: {output: A}}", "b.yaml:6:16: input.touch: expected a list, not a mapping"),
    Broken(
      "input: {touch: [{cancel: palm}]}",
      """
      b.yaml:6:17: input.touch[0]: 'output' is missing: where the device lies; \
      allowed: name of an output
      """
    ),
    Broken(
      "input: {touch: [{output: C}]}",
      """
      b.yaml:6:26: input.touch[0].output: there is no output 'C'; allowed: A, B; \
      did you mean 'A'?
      """
    ),
    Broken(
      "input: {touch: [{output: HDMI-A-1}]}",
      "b.yaml:6:26: input.touch[0].output: there is no output 'HDMI-A-1'; allowed: A, B"
    ),
    Broken(
      "input: {touch: [{output: A, cancel: plam}]}",
      """
      b.yaml:6:37: input.touch[0].cancel: 'plam' is not possible here; \
      allowed: palm, neutral; did you mean 'palm'?
      """
    ),
    Broken(
      "input: {touch: [{output: A, cancel: [palm]}]}",
      "b.yaml:6:37: input.touch[0].cancel: expected one of palm, neutral, not a list"
    ),
    Broken(
      "input: {touch: [{output: A, cancel: neutral}]}",
      "b.yaml:6:37: input.touch[0].cancel: neutral needs a neutralPoint"
    ),
    Broken(
      "input: {touch: [{output: B, cancel: neutral, neutralPoint: [640, 0]}]}",
      """
      b.yaml:6:60: input.touch[0].neutralPoint: the point is outside the output 'B'; \
      allowed: [0…639, 0…479]
      """
    ),
    Broken(
      "input: {touch: [{output: B, cancel: neutral, neutralPoint: [-1, 0]}]}",
      "b.yaml:6:61: input.touch[0].neutralPoint[0]: -1 is out of range; allowed: 0…16384"
    ),
    Broken(
      "input: {touch: [{output: B, cancel: neutral, neutralPoint: [1]}]}",
      "b.yaml:6:60: input.touch[0].neutralPoint: the list has 1 items; allowed: 2"
    ),
    Broken(
      "input: {touch: [{output: B, neutralPoint: [1, 1]}]}",
      """
      b.yaml:6:43: input.touch[0].neutralPoint: \
      a neutralPoint is of use only with cancel: neutral
      """
    ),
    Broken(
      "input: {touch: [{output: A, match: {nam: x}}]}",
      """
      b.yaml:6:37: input.touch[0].match.nam: unknown field; allowed: name, phys; \
      did you mean 'name'?
      """
    ),
    Broken(
      "input: {touch: [{output: A, match: {name: ''}}]}",
      "b.yaml:6:43: input.touch[0].match.name: expected a text, not nothing"
    ),
    Broken("input: {ignore: [[a]]}", "b.yaml:6:18: input.ignore[0]: expected a text, not a list"),
    Broken(
      "input: {ignore: [\"a\\nb\"]}",
      "b.yaml:6:18: input.ignore[0]: the text has control characters"
    ),
    Broken(
      "systemKeys: {KEY_POWR: pass}",
      """
      b.yaml:6:14: systemKeys.KEY_POWR: there is no key 'KEY_POWR'; \
      allowed: names of linux/input-event-codes.h; did you mean 'KEY_POWER'?
      """
    ),
    Broken(
      "systemKeys: {REL_X: pass}",
      """
      b.yaml:6:14: systemKeys.REL_X: there is no key 'REL_X'; \
      allowed: names of linux/input-event-codes.h
      """
    ),
    Broken(
      "systemKeys: {KEY_POWER: drop}",
      "b.yaml:6:25: systemKeys.KEY_POWER: 'drop' is not possible here; allowed: pass, take"
    ),
    Broken(
      "ranks: {cal: 90}",
      """
      b.yaml:6:9: ranks.cal: there is no such kind of overlay; allowed: call, controlPanel, \
      notification, permission, dialog, slideOver, appSwitcher, onScreenKeyboard, lock, \
      custom; did you mean 'call'?
      """
    ),
    Broken("ranks: {call: high}", "b.yaml:6:15: ranks.call: expected a whole number, not 'high'"),
    Broken(
      "ranks: {call: 99999999999999999999}",
      "b.yaml:6:15: ranks.call: expected a whole number, not '99999999999999999999'"
    ),
    Broken("ranks: {call: 1001}", "b.yaml:6:15: ranks.call: 1001 is out of range; allowed: 0…1000"),
    Broken(
      "ranks: &a {call: 1}\ninput: *a",
      "b.yaml:7:8: aliases are not supported: write the value again"
    ),
    Broken("ranks: !!map {call: 1}", "b.yaml:6:8: tags are not supported"),
    Broken("[a, b]: c", "b.yaml:6:1: a key must be a word"),
    Broken(
      "--- \nschema: 1", "b.yaml:6:1: a profile is one document, and here a second one begins"),
    Broken("ranks: [", "b.yaml:7:1: did not find expected node content"),
    Broken("\tranks: 1", "b.yaml:6:1: found character that cannot start any token"),
    Broken(
      "ranks: [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]",
      "b.yaml:6:23: nested too deeply"
    ),
  ]

  /// Broken as a whole.
  static let whole: [Broken] = [
    Broken("", "b.yaml:1:1: the file is empty"),
    Broken("# nothing\n", "b.yaml:1:1: the file is empty"),
    Broken("- a", "b.yaml:1:1: expected a mapping, not a list"),
    Broken("text", "b.yaml:1:1: expected a mapping, not 'text'"),
    Broken(
      "name: x",
      "b.yaml:1:1: 'schema' is missing: the version of this format; allowed: 1"
    ),
    Broken("schema: 2", "b.yaml:1:9: schema: 2 is out of range; allowed: 1"),
    Broken("schema: one", "b.yaml:1:9: schema: expected a whole number, not 'one'"),
    Broken(
      "schema: 1\nname: x",
      """
      b.yaml:1:1: 'outputs' is missing: the screens, as the compositor names them; \
      allowed: list of 1…16
      """
    ),
    Broken(
      "schema: 1\nname: x\noutputs: []",
      "b.yaml:3:10: outputs: the list has 0 items; allowed: 1…16"
    ),
    Broken(
      "schema: 1\nname: x\noutputs:\n  - name: A\n    width: 0",
      "b.yaml:5:12: outputs[0].width: 0 is out of range; allowed: 1…16384"
    ),
    Broken(
      "schema: 1\nname: x\noutputs:\n  - name: A\n    width: 9\n    hieght: 9",
      """
      b.yaml:6:5: outputs[0].hieght: unknown field; \
      allowed: name, width, height, singleScene, geometry; did you mean 'height'?
      """
    ),
    Broken(
      "schema: 1\nname: x\noutputs:\n  - {name: A, width: 9}",
      """
      b.yaml:4:5: outputs[0]: 'height' is missing: pixels of its mode, after rotation; \
      allowed: 1…16384
      """
    ),
    Broken(
      "schema: 1\nname: x\noutputs:\n  - {name: A, width: 9, height: 9, singleScene: yes}",
      "b.yaml:4:49: outputs[0].singleScene: 'yes' is not possible here; allowed: true, false"
    ),
    Broken(
      """
      schema: 1
      name: x
      outputs: [{name: A, width: 9, height: 9}, {name: A, width: 9, height: 9}]
      """,
      "b.yaml:3:50: outputs[1].name: there is an output 'A' already"
    ),
  ]
}
