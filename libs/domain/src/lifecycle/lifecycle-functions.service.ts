import { Injectable } from '@nestjs/common';
import type { FunctionEvent } from '@svc/contracts';
import type { PublishedFunction, Queryable } from '@svc/database';
import { FunctionRegistry } from '../functions/function-registry.service.js';

/** Which functions follow the life of an integration's connections. */
@Injectable()
export class LifecycleFunctions {
  constructor(private readonly functions: FunctionRegistry) {}

  /** Enabled ones, in the order of their names. */
  async of(integrationId: number, event: FunctionEvent, tx?: Queryable): Promise<PublishedFunction[]> {
    const published = await this.functions.listPublished([integrationId], 'on-event', tx);
    return published.filter(({ enabled, definition }) => enabled && definition.event === event);
  }
}
