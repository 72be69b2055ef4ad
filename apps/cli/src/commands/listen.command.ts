import { webhookEventResponseSchema, type WebhookEvent } from '@svc/contracts';
import { setTimeout as wait } from 'node:timers/promises';
import { CliError, messageOf } from '../cli-error.js';
import type { GatewayApi } from '../gateway-api.js';
import { environmentAround, gatewayOf } from '../project/gateway-of.js';
import { untilInterrupted } from '../terminal/interruption.js';
import { momentOption } from '../terminal/moment-option.js';
import type { Output } from '../terminal/output.js';
import { LocalDelivery, type LocalAnswer } from '../webhooks/local-delivery.js';
import { NewEvents } from '../webhooks/new-events.js';

const POLL_MS = 1000;

export interface ListenOptions {
  readonly environment: string;
  readonly to: string;
  readonly types?: string;
  readonly since?: string;
}

/** `svc listen`: an environment's webhooks at a local URL, as they come. */
export async function listenCommand(options: ListenOptions, output: Output): Promise<void> {
  const { environment, to } = options;
  if (!/^https?:$/.test(URL.parse(to)?.protocol ?? ''))
    throw new CliError(`--to is "${to}": write an address such as http://localhost:4000/hook.`, {
      code: 'invalid_options',
    });
  const sinceMs = options.since === undefined ? Date.now() : Date.parse(momentOption('since', options.since));
  const types = (options.types ?? '').split(',').flatMap((type) => type.trim() || []);
  const api = gatewayOf(environment);
  const key = environmentAround().webhookSigningKey(environment);
  const events = new NewEvents(api, types, sinceMs);
  // A refusal ends the command; later on it is only said.
  const first = await events.find();
  output.note(`Webhooks of "${environment}" go to ${to}${key ? '' : ', unsigned'}. Ctrl-C ends it.`);
  await untilInterrupted((signal) =>
    forward({ api, events, delivery: new LocalDelivery(to, key), output, signal }, first),
  );
  output.note('Stopped listening.');
}

interface Listening {
  readonly api: GatewayApi;
  readonly events: NewEvents;
  readonly delivery: LocalDelivery;
  readonly output: Output;
  readonly signal: AbortSignal;
}

async function forward(listening: Listening, first: readonly WebhookEvent[]): Promise<void> {
  const { events, output, signal } = listening;
  let found = first;
  let isAway = false;
  while (!signal.aborted) {
    try {
      for (const event of found) await forwardOne(listening, event);
      await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
      found = signal.aborted ? [] : await events.find();
      isAway = false;
    } catch (error) {
      found = [];
      if (!isAway) output.note(`${messageOf(error)} Trying again until it does.`);
      isAway = true;
      await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function forwardOne({ api, events, delivery, output, signal }: Listening, event: WebhookEvent): Promise<void> {
  if (signal.aborted) return;
  const path = `/webhook-events/${encodeURIComponent(event.id)}`;
  const { payload, headers } = webhookEventResponseSchema.parse(await api.getExact(path)).data;
  // Nothing is left to forward of one whose body is not kept any more.
  if (payload === null) return events.setTold(event);
  const answer = await delivery.send({ id: event.id, payload, headers: headers ?? {} }, signal);
  if (signal.aborted && answer.status === null) return;
  events.setTold(event);
  output.event({ ...event, ...answer });
  output.line(lineOf(event, answer, output));
}

function lineOf(event: WebhookEvent, { status, error, duration_ms }: LocalAnswer, { paint }: Output): string {
  const isAccepted = status !== null && status >= 200 && status < 300;
  const outcome = paint(isAccepted ? 'green' : 'red', `${status ?? `no answer: ${error}`} (${duration_ms} ms)`);
  const about = event.connection_id === null ? '' : ` ${event.connection_id}`;
  return `${paint('dim', event.created_at)} ${paint('bold', event.type)}${about}  ${outcome}  ${paint('dim', event.id)}`;
}
