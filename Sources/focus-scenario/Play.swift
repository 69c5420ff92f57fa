import Arguments
import ControlAPI
import InputGate
import ScenarioKit

/// How scenarios are to be played.
struct PlayOptions {
  let json: Bool
  let socket: String
  let policy: String
  let start: String?
  let stop: String?

  init(_ arguments: Parsed) {
    json = arguments.has("--json")
    socket = arguments.value("--socket") ?? ControlSocket.path
    policy = arguments.value("--cancel") ?? "palm"
    start = arguments.value("--start")
    stop = arguments.value("--stop")
  }

  /// Why a scenario is not to be played here, or nil.
  func reasonToSkip(_ scenario: Scenario) -> String? {
    if let reason = scenario.pureOnly { return "for the pure runner only: \(reason)" }
    if scenario.startsLate, start == nil || stop == nil {
      return "focusd starts in it: give --start and --stop"
    }
    if scenario.steps.contains(where: { $0.action == .stop }), start == nil || stop == nil {
      return "focusd stops in it: give --start and --stop"
    }
    return nil
  }
}

/// Plays scenarios against the running focusd.
func play(_ files: [String], _ options: PlayOptions) -> Exit {
  var tally = Tally()
  for (turn, file) in files.enumerated() {
    let scenario: Scenario
    do throws(TextError) {
      scenario = try FileText.scenario(file)
    } catch {
      tally.take(Report(error), json: options.json)
      continue
    }
    do throws(Trouble) {
      tally.take(try playOne(scenario, options, turn: turn), json: options.json)
    } catch {
      // What ails one device or scenario need not ail the next.
      let report = Report(scenario, options.policy, .trouble, ["\(error)"])
      tally.take(report, json: options.json)
    }
  }
  return tally.end(json: options.json)
}

private func playOne(
  _ scenario: Scenario, _ options: PlayOptions, turn: Int
) throws(Trouble) -> Report {
  guard let cancel = scenario.settings.cancels.first(where: { $0.name == options.policy }) else {
    return Report(
      scenario, options.policy, .skipped, ["it says nothing of the policy \(options.policy)"])
  }
  if let reason = options.reasonToSkip(scenario) {
    return Report(scenario, cancel.name, .skipped, [reason])
  }
  let player = try LivePlayer(scenario, options, turn: turn)
  var judge = Judge(scenario, cancel: cancel)
  var mismatches: [Mismatch] = []
  for (index, step) in scenario.steps.enumerated() {
    let next = index + 1 < scenario.steps.count ? scenario.steps[index + 1].time : step.time
    let output = try player.play(step, until: next, cancel: cancel)
    mismatches += judge.judge(step, output)
  }
  try player.end()
  return Report(scenario, cancel.name, mismatches)
}
