import { Injectable } from '@nestjs/common';
import { FunctionRegistry } from './function-registry.service.js';

/** What a function declared an endpoint for. */
export type DeclaredEndpoint =
  { readonly kind: 'action'; readonly name: string } | { readonly kind: 'model'; readonly model: string };

/** Endpoints that functions declare; deprecated, kept for those who call them. */
@Injectable()
export class DeclaredEndpoints {
  constructor(private readonly functions: FunctionRegistry) {}

  /** @param path below `/v1`, with its slash. */
  async find(integrationId: number, method: string, path: string): Promise<DeclaredEndpoint | undefined> {
    const functions = await this.functions.listPublished([integrationId]);
    for (const { type, name, definition } of functions) {
      const index = definition.endpoints.findIndex((endpoint) => endpoint.method === method && endpoint.path === path);
      if (index === -1) continue;
      if (type === 'action') return { kind: 'action', name };
      // A sync has an endpoint for each model, in their order.
      const model = definition.models[index];
      if (type === 'sync' && model !== undefined) return { kind: 'model', model };
    }
    return undefined;
  }
}
