import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ConnectAttempt } from '@svc/contracts';
import { SvcConnectError } from './connect-error.js';
import { watchAttempt, type AttemptState, type AttemptWatch } from './watch-attempt.js';

const WAITING: AttemptState = {
  status: 'waiting',
  provider_config_key: 'github',
  connection_id: null,
  is_pending: false,
  error_type: null,
  error_desc: null,
};
// As the contract has it, so that the library, which does without the contract, cannot drift from it.
const SUCCESS = { ...WAITING, error_type: null, status: 'success', connection_id: 'c-1' } satisfies ConnectAttempt;

type Answer = AttemptState | SvcConnectError;

/** A gateway that gives one answer after the other, the last one for ever. */
class FakeGateway {
  asked = 0;
  wake: () => void = () => undefined;
  isListening = false;

  constructor(private readonly answers: Answer[]) {}

  watch(more: Partial<AttemptWatch> = {}): Promise<AttemptState> {
    return watchAttempt({
      ask: async () => {
        const answer = this.answers[Math.min(this.asked, this.answers.length - 1)];
        this.asked += 1;
        if (!answer || answer instanceof SvcConnectError) throw answer ?? new Error('no answer');
        return answer;
      },
      onReason: (wake) => {
        this.wake = wake;
        this.isListening = true;
        return () => {
          this.isListening = false;
        };
      },
      ...more,
    });
  }
}

const refused = (status: number, code = 'unknown_connect_session_token', retryAfterMs?: number) =>
  new SvcConnectError(code, '', { status, retryAfterMs });

describe('watchAttempt', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('asks at once, then every 1.5 seconds, and every 4 after a minute', async () => {
    const gateway = new FakeGateway([WAITING]);
    const stop = new AbortController();
    const watched = gateway.watch({ signal: stop.signal }).catch((error: unknown) => error);
    await pass(0);
    expect(gateway.asked).toBe(1);
    await pass(1_499);
    expect(gateway.asked).toBe(1);
    await pass(1);
    expect(gateway.asked).toBe(2);
    await pass(58_500);
    const afterAMinute = gateway.asked;
    expect(afterAMinute).toBe(41);
    await pass(40_000);
    expect(gateway.asked - afterAMinute).toBe(10);
    stop.abort(new Error('enough'));
    expect(await watched).toEqual(new Error('enough'));
  });

  it('asks at once when there is a reason, and believes the gateway only', async () => {
    const gateway = new FakeGateway([WAITING, WAITING, SUCCESS]);
    const watched = gateway.watch();
    await pass(10);
    gateway.wake();
    await pass(0);
    expect(gateway.asked).toBe(2);
    gateway.wake();
    expect(await watched).toEqual(SUCCESS);
    expect(gateway.isListening).toBe(false);
  });

  it('does not miss a reason that comes while it asks', async () => {
    let answer: (state: AttemptState) => void = () => undefined;
    let asked = 0;
    let wake: () => void = () => undefined;
    const watched = watchAttempt({
      ask: () =>
        new Promise((resolve) => {
          asked += 1;
          answer = resolve;
        }),
      onReason: (ring) => {
        wake = ring;
        return () => undefined;
      },
    });
    wake();
    answer(WAITING);
    await pass(0);
    expect(asked).toBe(2);
    answer(SUCCESS);
    expect(await watched).toEqual(SUCCESS);
  });

  it('goes on through outages, as long as they last', async () => {
    const outage = [
      ...Array<Answer>(20).fill(refused(503, 'service_unavailable')),
      new SvcConnectError('network_error', ''),
    ];
    const gateway = new FakeGateway([...outage, SUCCESS]);
    const watched = gateway.watch();
    await pass(60_000);
    expect(await watched).toEqual(SUCCESS);
  });

  it('waits as long as the gateway wants', async () => {
    const gateway = new FakeGateway([refused(429, 'too_many_request', 30_000), SUCCESS]);
    const watched = gateway.watch();
    await pass(29_000);
    expect(gateway.asked).toBe(1);
    await pass(1_000);
    expect(await watched).toEqual(SUCCESS);
  });

  it('fails when the gateway refuses again and again', async () => {
    const gateway = new FakeGateway([refused(401)]);
    const watched = gateway.watch().catch((error: unknown) => error);
    await pass(10_000);
    expect(await watched).toMatchObject({ code: 'unknown_connect_session_token', status: 401 });
    expect(gateway.asked).toBe(3);
  });

  it('gives up after an hour in which nothing happened', async () => {
    const gateway = new FakeGateway([WAITING]);
    const watched = gateway.watch().catch((error: unknown) => error);
    await pass(66 * 60_000);
    expect(await watched).toMatchObject({ code: 'timed_out' });
  });

  it('says once that a closed window was left alone, and goes on asking', async () => {
    let isClosed = false;
    let abandoned = 0;
    const gateway = new FakeGateway([...Array<Answer>(12).fill(WAITING), SUCCESS]);
    const watched = gateway.watch({ isWindowClosed: () => isClosed, onAbandoned: () => (abandoned += 1) });
    await pass(1_500);
    isClosed = true;
    await pass(1_500);
    expect(abandoned).toBe(0);
    await pass(6_000);
    expect(abandoned).toBe(1);
    // Opened again, and closed again.
    isClosed = false;
    await pass(1_500);
    isClosed = true;
    await pass(6_000);
    expect(abandoned).toBe(2);
    await pass(10_000);
    expect(await watched).toEqual(SUCCESS);
  });
});
