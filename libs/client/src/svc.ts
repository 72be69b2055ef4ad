import type {
  CreateIntegrationBody,
  CreateProviderBody,
  CustomProviderResponse,
  GetProviderResponse,
  IntegrationResponse,
  Integration,
  ListIntegrationsResponse,
  ListProvidersResponse,
  ProviderTemplatesResponse,
  UpdateIntegrationBody,
  UpdateProviderBody,
} from '@svc/contracts';
import { WebhookClient } from './webhook-client.js';

const part = (value: string): string => encodeURIComponent(value);

/**
 * Client of the Integration Gateway for backends. Every method throws {@link SvcError} when the gateway does not answer with
 * success.
 *
 * @example
 * const svc = new Svc({ apiKey: secretKey, host: 'https://gateway.example.com' });
 * const { records } = await svc.listRecords({ providerConfigKey: 'github', connectionId: 'user-1', model: 'Issue' });
 */
export class Svc extends WebhookClient {
  // Providers

  /** The catalogue; `search` is a part of a provider's name. */
  async listProviders(query: { search?: string } = {}): Promise<ListProvidersResponse> {
    return await this.transport.call({ method: 'GET', path: '/providers', query });
  }

  /** One provider of the catalogue. */
  async getProvider({ provider }: { provider: string }): Promise<GetProviderResponse> {
    return await this.transport.call({ method: 'GET', path: `/providers/${part(provider)}` });
  }

  /** Ready-made functions for a provider. */
  async getProviderTemplates({ provider }: { provider: string }): Promise<ProviderTemplatesResponse> {
    return await this.transport.call({ method: 'GET', path: `/providers/${part(provider)}/templates` });
  }

  /** Defines a provider for this environment: a definition as in a file, and its name. */
  async createProvider(body: CreateProviderBody): Promise<CustomProviderResponse> {
    return await this.transport.call({ method: 'POST', path: '/providers', body });
  }

  /** Changes a provider that this environment defined; null removes a field. */
  async updateProvider({ provider }: { provider: string }, body: UpdateProviderBody): Promise<CustomProviderResponse> {
    return await this.transport.call({ method: 'PATCH', path: `/providers/${part(provider)}`, body });
  }

  /** Deletes a provider that this environment defined and no integration uses. */
  async deleteProvider({ provider }: { provider: string }): Promise<{ success: true }> {
    return await this.transport.call({ method: 'DELETE', path: `/providers/${part(provider)}` });
  }

  // Integrations

  /** All integrations of the environment. */
  async listIntegrations(): Promise<{ configs: Integration[] }> {
    const { data } = await this.transport.call<ListIntegrationsResponse>({ method: 'GET', path: '/integrations' });
    return { configs: data };
  }

  /** @param include `credentials` needs a key with a credentials scope, else they are left out. */
  async getIntegration(
    { uniqueKey }: { uniqueKey: string },
    { include }: { include?: ('webhook' | 'credentials')[] } = {},
  ): Promise<IntegrationResponse> {
    return await this.transport.call({ method: 'GET', path: `/integrations/${part(uniqueKey)}`, query: { include } });
  }

  /** Configures a provider for the environment. */
  async createIntegration(body: CreateIntegrationBody): Promise<IntegrationResponse> {
    return await this.transport.call({ method: 'POST', path: '/integrations', body });
  }

  /** Changes what is given; maps merge by key, and empty text clears a value. */
  async updateIntegration(
    { uniqueKey }: { uniqueKey: string },
    body: UpdateIntegrationBody,
  ): Promise<IntegrationResponse> {
    return await this.transport.call({ method: 'PATCH', path: `/integrations/${part(uniqueKey)}`, body });
  }

  /** Removes an integration with its connections, syncs and functions. */
  async deleteIntegration(uniqueKey: string): Promise<{ success: true }> {
    return await this.transport.call({ method: 'DELETE', path: `/integrations/${part(uniqueKey)}` });
  }
}
