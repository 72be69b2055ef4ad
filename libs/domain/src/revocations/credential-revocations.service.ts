import { Injectable } from '@nestjs/common';
import {
  revokeCredentialsWorkflowId,
  TASK_QUEUES,
  WORKFLOWS,
  type RevokeCredentialsInput,
} from '@svc/contracts/workflows';
import {
  CredentialRevocationRepository,
  Database,
  RemovedConnectionRepository,
  type FoundConnectionRow,
  type NewRevocation,
  type RemovedConnections,
  type Transaction,
} from '@svc/database';
import { randomUUID } from 'node:crypto';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { RevocationSubjects } from './revocation-subjects.service.js';

/** Connections that are read and sealed at a time. */
const PAGE = 500;

/**
 * Ends authorizations at their providers after their connections are deleted. What it takes is sealed into rows in the
 * transaction of the deletion, which waits for no provider; a workflow does the rest.
 */
@Injectable()
export class CredentialRevocations {
  private readonly revocations: CredentialRevocationRepository;
  private readonly removed: RemovedConnectionRepository;

  constructor(
    database: Database,
    private readonly subjects: RevocationSubjects,
    private readonly outbox: TemporalOutbox,
  ) {
    this.revocations = new CredentialRevocationRepository(database);
    this.removed = new RemovedConnectionRepository();
  }

  /** To be called before the connections and their integration forget their secrets. Holds the connections until then. */
  async prepare(tx: Transaction, connections: RemovedConnections): Promise<void> {
    const batchId = randomUUID();
    let first: NewRevocation | undefined;
    let count = 0;
    for (let afterId = 0; ;) {
      const page = await this.removed.hold(connections, afterId, PAGE, tx);
      // All of one integration, or none.
      const integration = page[0]?.integration;
      if (!integration || !this.subjects.isRevocable(integration)) break;
      const providers = this.subjects.sharingGrants(integration);
      const sealed = await this.seal(page, connections, providers, tx);
      first ??= sealed[0];
      count += sealed.length;
      if (sealed.length > 0) await this.revocations.insert(batchId, sealed, tx);
      afterId = page.at(-1)?.connection.id ?? 0;
      if (page.length < PAGE) break;
    }
    if (first) await this.start(tx, batchId, first, count);
  }

  /** A grant that another connection lives by is left alone: ending it would break that one. */
  private async seal(
    page: readonly FoundConnectionRow[],
    connections: RemovedConnections,
    providers: readonly string[],
    tx: Transaction,
  ): Promise<NewRevocation[]> {
    const ids = page.map(({ connection }) => connection.id);
    const kept = new Set(providers.length > 0 ? await this.removed.sharing(ids, connections, providers, tx) : []);
    return page.filter(({ connection }) => !kept.has(connection.id)).flatMap((row) => this.subjects.seal(row) ?? []);
  }

  private async start(tx: Transaction, batchId: string, first: NewRevocation, count: number): Promise<void> {
    const input: RevokeCredentialsInput = { batchId };
    await this.outbox.enqueue(tx, {
      kind: 'workflow.start',
      start: {
        workflow: WORKFLOWS.revokeCredentials,
        workflowId: revokeCredentialsWorkflowId(batchId),
        taskQueue: TASK_QUEUES.system,
        args: [input],
        subject: {
          environment: await this.revocations.environmentName(first.environmentId, tx),
          integration: first.providerConfigKey,
          connection: count === 1 ? first.connectionKey : `${count} connections`,
        },
      },
    });
  }
}
