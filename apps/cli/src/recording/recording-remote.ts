import type { CallOutcome, HelperCall } from '../dryrun/call-outcome.js';
import type { Remote } from '../dryrun/remote.js';
import type { RecordedCall } from './recorded-call.js';
import { answerOf, requestOf } from './recording-format.js';
import { Redactor } from './redactor.js';

/** Asks another remote, and writes down what was asked and answered, without secrets. */
export class RecordingRemote implements Remote {
  private readonly redactor = new Redactor();

  constructor(
    private readonly remote: Remote,
    private readonly record: (call: RecordedCall) => void,
  ) {}

  async ask(call: HelperCall): Promise<CallOutcome> {
    const outcome = await this.remote.ask(call);
    const shown = outcome.ok
      ? { ...outcome, head: this.redactor.withoutCredentials(call.operation, outcome.head) }
      : outcome;
    this.record(this.redactor.scrub({ call: call.operation, request: requestOf(call), ...answerOf(shown) }));
    return outcome;
  }
}
