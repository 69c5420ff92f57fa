import EvdevIO
import FocusModel
import InputGate
import LinuxIO

/// Holds the model and the plan in force, and answers only what is true: a
/// reply waits until the input thread has applied the plan that it speaks of.
///
/// Control thread only.
final class Conductor {
  private(set) var model: FocusModel
  private let channel: InputChannel
  private var plan = GatePlan.closed
  /// What is to be said once a plan is in force, in the order of the serials.
  private var waiting: [(serial: UInt64, answer: () -> Void)] = []

  init(_ model: FocusModel, _ channel: InputChannel) {
    self.model = model
    self.channel = channel
    post()
  }

  /// The newest plan that every device follows.
  var appliedSerial: UInt64 { channel.appliedSerial }

  /// Takes in an event; `answer` is called when the input thread follows it.
  ///
  /// - Throws: what the model refuses; nothing has changed then.
  func handle(
    _ event: FocusModel.Event, then answer: @escaping () -> Void
  ) throws(FocusModel.Refusal) -> [Effect] {
    let effects = try model.handle(event)
    post()
    waiting.append((plan.serial, answer))
    return effects
  }

  private func post() {
    plan = model.plan(
      after: plan, at: Timestamp(microseconds: Clock.monotonicMicroseconds()))
    channel.post(plan)
  }

  /// Gives the answers that have become true.
  func answerApplied() {
    let applied = channel.appliedSerial
    let ready = waiting.prefix { $0.serial <= applied }
    waiting.removeFirst(ready.count)
    for item in ready { item.answer() }
  }
}
