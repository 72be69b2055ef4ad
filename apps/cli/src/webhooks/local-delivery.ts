import { HEADERS, stableJson } from '@svc/contracts';
import { createHmac } from 'node:crypto';
import { messageOf } from '../cli-error.js';
import { CLI_VERSION } from '../version.js';

/** The gateway waits as long for an endpoint. */
const TIMEOUT_MS = 20_000;

/** What a local URL made of a webhook. */
export interface LocalAnswer {
  /** Null when there was none. */
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
}

/** A webhook to be sent. */
export interface LocalWebhook {
  readonly id: string;
  readonly payload: object;
  /** The provider's, where it is a provider's webhook. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends webhooks to a local URL as the gateway would. */
export class LocalDelivery {
  constructor(
    private readonly url: string,
    /** Without it they go unsigned. */
    private readonly signingKey: string | undefined,
  ) {}

  async send({ id, payload, headers }: LocalWebhook, signal: AbortSignal): Promise<LocalAnswer> {
    const body = stableJson(payload);
    const startedMs = performance.now();
    const ended = (status: number | null, error: string | null): LocalAnswer => ({
      status,
      error,
      duration_ms: Math.round(performance.now() - startedMs),
    });
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'user-agent': `svc-cli/${CLI_VERSION}`,
          ...this.sign(id, body),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return ended(response.status, null);
    } catch (error) {
      return ended(null, reasonOf(error));
    }
  }

  private sign(id: string, body: string): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const named = { 'webhook-id': id, 'webhook-timestamp': timestamp };
    const key = this.signingKey;
    if (key === undefined) return named;
    const { canonical, aliases } = HEADERS.webhookSignature;
    const signature = createHmac('sha256', key).update(body).digest('hex');
    const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return {
      ...named,
      'webhook-signature': `v1,${standard}`,
      ...Object.fromEntries([canonical, ...aliases].map((header) => [header, signature])),
    };
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code);
  return messageOf(cause ?? error);
}
