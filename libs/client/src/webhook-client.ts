import type {
  InboundWebhookResponse,
  InboundWebhookStatus,
  ListInboundWebhooksResponse,
  ListWebhookDeliveriesResponse,
  ListWebhookEndpointsResponse,
  ListWebhookEventsResponse,
  PatchWebhookSettingsBody,
  RedeliveredWebhooks,
  WebhookDeliveryResponse,
  WebhookDeliveryStatus,
  WebhookEndpointResponse,
  WebhookEventResponse,
  WebhookSettings,
  WebhookSettingsResponse,
} from '@svc/contracts';
import { FunctionClient } from './function-client.js';
import { Transport, type SvcOptions } from './transport.js';
import { isLegacySigned, isSignedWebhook, type ReceivedHeaders } from './webhook-signature.js';

const part = (value: string): string => encodeURIComponent(value);

/** Which webhooks to list; every filter narrows. */
export interface ListWebhookEventsRequest {
  readonly type?: string;
  /** Connections' ids may repeat over integrations: all of them match. */
  readonly connectionId?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Which deliveries to list; every filter narrows. */
export interface ListWebhookDeliveriesRequest {
  readonly eventId?: string;
  readonly endpointId?: string;
  readonly status?: WebhookDeliveryStatus;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Which webhooks of providers to list; every filter narrows. */
export interface ListInboundWebhooksRequest {
  /** Unique key of the integration. */
  readonly providerConfigKey?: string;
  /** Needs `providerConfigKey`. */
  readonly connectionId?: string;
  readonly status?: InboundWebhookStatus;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Webhooks that the gateway sends: verifying, looking them up, sending them again. And those that it receives from providers. */
export class WebhookClient extends FunctionClient {
  private readonly signingKey: string;

  constructor(options: SvcOptions) {
    super(new Transport(options));
    this.signingKey = options.webhookSigningKey ?? options.apiKey ?? options.secretKey ?? '';
  }

  /**
   * Whether a request that was received is a webhook of the gateway: signed with `webhookSigningKey` (the API key when none was
   * given), unchanged, and not an old one sent again. Pass the body as it came, before any parsing. Compares in constant time.
   *
   * @example
   * app.post('/webhooks', express.raw({ type: () => true }), (req, res) => {
   *   if (!svc.verifyIncomingWebhookRequest(req.body, req.headers)) return res.sendStatus(401);
   *   res.sendStatus(200);
   * });
   */
  verifyIncomingWebhookRequest(rawBody: string | Uint8Array, headers: ReceivedHeaders): boolean {
    return isSignedWebhook(rawBody, headers, this.signingKey);
  }

  /** @deprecated Use {@link verifyIncomingWebhookRequest}. Checks the legacy signature, SHA-256 over key and JSON text. */
  verifyWebhookSignature(signature: string, json: unknown): boolean {
    return isLegacySigned(signature, typeof json === 'string' ? json : JSON.stringify(json), this.signingKey);
  }

  /** Where the environment's webhooks go, and which are sent. */
  async getWebhookSettings(): Promise<WebhookSettings> {
    const path = '/environment/webhook-settings';
    return (await this.transport.call<WebhookSettingsResponse>({ method: 'GET', path })).data;
  }

  /** Changes what is given; null clears an address. */
  async updateWebhookSettings(body: PatchWebhookSettingsBody): Promise<WebhookSettings> {
    const path = '/environment/webhook-settings';
    return (await this.transport.call<WebhookSettingsResponse>({ method: 'PATCH', path, body })).data;
  }

  /** A page of the webhooks that were to be sent, latest first. */
  async listWebhookEvents({
    connectionId,
    ...query
  }: ListWebhookEventsRequest = {}): Promise<ListWebhookEventsResponse> {
    return await this.transport.call({
      method: 'GET',
      path: '/webhook-events',
      query: { ...query, connection_id: connectionId },
    });
  }

  /** One webhook with its body and deliveries. */
  async getWebhookEvent(id: string): Promise<WebhookEventResponse> {
    return await this.transport.call({ method: 'GET', path: `/webhook-events/${part(id)}` });
  }

  /** Sends a webhook of the type `test` to every address of the environment. */
  async sendTestWebhook(): Promise<WebhookEventResponse> {
    return await this.transport.call({ method: 'POST', path: '/webhook-events/test' });
  }

  /** A page of deliveries, latest first. */
  async listWebhookDeliveries({
    eventId,
    endpointId,
    ...query
  }: ListWebhookDeliveriesRequest = {}): Promise<ListWebhookDeliveriesResponse> {
    return await this.transport.call({
      method: 'GET',
      path: '/webhook-deliveries',
      query: { ...query, event_id: eventId, endpoint_id: endpointId },
    });
  }

  /** One delivery with its attempts. */
  async getWebhookDelivery(id: string): Promise<WebhookDeliveryResponse> {
    return await this.transport.call({ method: 'GET', path: `/webhook-deliveries/${part(id)}` });
  }

  /** Sends one delivery again, whatever became of it. */
  async redeliverWebhook(deliveryId: string): Promise<WebhookDeliveryResponse> {
    return await this.transport.call({ method: 'POST', path: `/webhook-deliveries/${part(deliveryId)}/redeliver` });
  }

  /** Every address that webhooks went to, and its health. */
  async listWebhookEndpoints(query: { limit?: number; cursor?: string } = {}): Promise<ListWebhookEndpointsResponse> {
    return await this.transport.call({ method: 'GET', path: '/webhook-endpoints', query });
  }

  /** Sends nothing more to an address until it is resumed; what comes meanwhile waits. */
  async pauseWebhookEndpoint(id: string): Promise<WebhookEndpointResponse> {
    return await this.transport.call({ method: 'POST', path: `/webhook-endpoints/${part(id)}/pause` });
  }

  /** Goes on with what waits for an address, also when it counted as down. */
  async resumeWebhookEndpoint(id: string): Promise<WebhookEndpointResponse> {
    return await this.transport.call({ method: 'POST', path: `/webhook-endpoints/${part(id)}/resume` });
  }

  /**
   * Sends everything to an address again that was written since then; with `status` only what ended so, with `dry_run` nothing:
   * the answer says how many it would be.
   */
  async redeliverWebhooksSince(
    endpointId: string,
    body: { since: string; status?: 'delivered' | 'dead'; dry_run?: boolean },
  ): Promise<RedeliveredWebhooks> {
    return await this.transport.call({
      method: 'POST',
      path: `/webhook-endpoints/${part(endpointId)}/redeliver`,
      body,
    });
  }

  /** A page of what providers sent, latest first. */
  async listInboundWebhooks({
    providerConfigKey,
    connectionId,
    ...query
  }: ListInboundWebhooksRequest = {}): Promise<ListInboundWebhooksResponse> {
    return await this.transport.call({
      method: 'GET',
      path: '/inbound-webhooks',
      query: { ...query, provider_config_key: providerConfigKey, connection_id: connectionId },
    });
  }

  /** One webhook of a provider with its headers and body. */
  async getInboundWebhook(id: string): Promise<InboundWebhookResponse> {
    return await this.transport.call({ method: 'GET', path: `/inbound-webhooks/${part(id)}` });
  }

  /** Handles a webhook of a provider again, as if it had just come. */
  async replayInboundWebhook(id: string): Promise<InboundWebhookResponse> {
    return await this.transport.call({ method: 'POST', path: `/inbound-webhooks/${part(id)}/replay` });
  }
}
