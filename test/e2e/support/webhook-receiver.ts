import { LocalServer } from '@svc/testing';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface Received {
  readonly eventId: string;
  readonly connectionId: string;
  readonly n: number;
}

/** A customer's endpoint: checks each signature by itself, and remembers in which order events first came. */
export class WebhookReceiver {
  signingKey = '';
  /** How many came without a right signature. */
  forged = 0;
  private readonly received: Received[] = [];
  private readonly seen = new Set<string>();
  private server: LocalServer | undefined;

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.server = await LocalServer.start((request, response) => void receiver.take(request, response));
    return receiver;
  }

  get url(): string {
    return this.server?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.server?.close();
  }

  has(connectionId: string, n: number): boolean {
    return this.seen.has(`${connectionId} ${n}`);
  }

  /** The numbers of a connection's events in the order in which each came for the first time. */
  firstsOf(connectionId: string): number[] {
    return [...new Set(this.received.filter((one) => one.connectionId === connectionId).map(({ n }) => n))];
  }

  /** How many different ids events came with. */
  eventIds(): number {
    return new Set(this.received.map(({ eventId }) => eventId)).size;
  }

  /** How many different pairs of event and id came. */
  distinctEvents(): number {
    return new Set(this.received.map(({ eventId, connectionId, n }) => `${eventId} ${connectionId} ${n}`)).size;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (!this.isSigned(request, body)) this.forged += 1;
    const { type, connectionId, payload } = JSON.parse(body.toString()) as {
      type: string;
      connectionId: string;
      payload: { n: number };
    };
    if (type === 'forward') {
      this.received.push({ eventId: String(request.headers['webhook-id']), connectionId, n: payload.n });
      this.seen.add(`${connectionId} ${payload.n}`);
    }
    response.end();
  }

  private isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
    const given = Buffer.from(String(headers['x-svc-hmac-sha256']));
    const wanted = Buffer.from(createHmac('sha256', this.signingKey).update(body).digest('hex'));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}
