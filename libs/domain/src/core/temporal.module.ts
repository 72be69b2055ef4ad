import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '@svc/config';
import { ActivityTakeover, SyncSchedules, SystemSchedules, TemporalClient, WorkflowStarter } from '@svc/temporal';
import { CONFIG } from './core.tokens.js';

const parts = [
  { provide: TemporalClient, inject: [CONFIG], useFactory: (config: Config) => new TemporalClient(config.temporal) },
  {
    provide: SyncSchedules,
    inject: [TemporalClient],
    useFactory: (client: TemporalClient) => new SyncSchedules(client),
  },
  {
    provide: SystemSchedules,
    inject: [TemporalClient],
    useFactory: (client: TemporalClient) => new SystemSchedules(client),
  },
  {
    provide: WorkflowStarter,
    inject: [TemporalClient],
    useFactory: (client: TemporalClient) => new WorkflowStarter(client),
  },
  {
    provide: ActivityTakeover,
    inject: [TemporalClient],
    useFactory: (client: TemporalClient) => new ActivityTakeover(client),
  },
];

/** Temporal's client and what is done with it. Starting a process does not wait for Temporal. */
@Module({ providers: parts, exports: parts })
export class TemporalModule implements OnApplicationShutdown {
  constructor(@Inject(TemporalClient) private readonly client: TemporalClient) {}

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
