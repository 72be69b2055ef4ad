import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { PublishedFunction } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { LifecycleFunctions } from './lifecycle-functions.service.js';
import { LifecycleRuns, type LifecycleSubject } from './lifecycle-runs.service.js';

const EVENT = 'pre-connection-deletion';

/** Connections whose functions run at the same time when many are deleted. */
const AT_ONCE = 8;

/** Functions that run before a connection is deleted. They cannot prevent it: how they ended is recorded, and it goes on. */
@Injectable()
export class DeletionHooks {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly functions: LifecycleFunctions,
    private readonly runs: LifecycleRuns,
  ) {}

  /** One after the other; all together may take as long as a caller waits. */
  async run(subject: LifecycleSubject): Promise<void> {
    const hooks = await this.functions.of(subject.integrationId, EVENT);
    await this.runAll(hooks, subject, Date.now() + this.config.lifecycle.waitMs);
  }

  /**
   * The same for each connection of an integration, some at a time. What the time is not enough for is not run.
   * @param pages connections in pages; asked for only where there is something to run.
   */
  async runForEach(integrationId: number, pages: () => AsyncIterable<readonly LifecycleSubject[]>): Promise<void> {
    const hooks = await this.functions.of(integrationId, EVENT);
    if (hooks.length === 0) return;
    const deadline = Date.now() + this.config.lifecycle.waitMs;
    for await (const page of pages()) {
      for (let from = 0; from < page.length; from += AT_ONCE) {
        if (Date.now() >= deadline) return;
        const some = page.slice(from, from + AT_ONCE);
        await Promise.all(some.map((subject) => this.runAll(hooks, subject, deadline)));
      }
    }
  }

  private async runAll(
    hooks: readonly PublishedFunction[],
    subject: LifecycleSubject,
    deadline: number,
  ): Promise<void> {
    for (const hook of hooks) {
      await this.runs.call(this.runs.plan(subject, hook, EVENT), Math.max(1, deadline - Date.now()));
    }
  }
}
