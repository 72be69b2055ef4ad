import { Injectable } from '@nestjs/common';
import { ConnectionCheckRepository, Database } from '@svc/database';
import { ConnectionTest } from '../connections/connection-test.service.js';
import { AuthHealth } from '../credentials/auth-health.service.js';
import type { FoundConnection } from '../credentials/found-connection.js';
import { RenewalPlanner } from '../credentials/renewal-planner.service.js';
import { OperationLog } from '../logs/operation-log.service.js';
import type { Operation } from '../logs/operation.js';

/** What customers are told when a test is refused. */
const REFUSED = {
  type: 'auth_dead',
  description: 'The provider no longer accepts the credentials: reconnect the account.',
};

/** Tries stored credentials that cannot be renewed by the provider's verification call. */
@Injectable()
export class StoredCredentialTest {
  private readonly checks: ConnectionCheckRepository;

  constructor(
    private readonly database: Database,
    private readonly planner: RenewalPlanner,
    private readonly test: ConnectionTest,
    private readonly log: OperationLog,
    private readonly health: AuthHealth,
  ) {
    this.checks = new ConnectionCheckRepository(database);
  }

  /** Marks the connection when the provider does not know its credentials, and unmarks it when it does. False without a test. */
  async run(found: FoundConnection): Promise<boolean> {
    const subject = this.planner.open(found);
    if (!subject?.provider.proxy?.verification) return false;
    const operation = this.begin(found);
    const verdict = await this.test.check({ ...subject, connectionId: found.connection.connectionId }, operation);
    if (verdict === 'refused') {
      this.log.finish(operation.id, { status: 'failed', error: { code: REFUSED.type, message: REFUSED.description } });
    } else {
      this.log.finish(operation.id, { status: 'success' });
    }
    if (verdict !== 'unknown') await this.record(found, verdict === 'works', operation);
    return true;
  }

  private async record(found: FoundConnection, works: boolean, { id: logId }: Operation): Promise<void> {
    const { id: connectionId, credentialsVersion: version } = found.connection;
    await this.database.transaction(async (tx) => {
      const isChanged = await this.checks.recordTest({ connectionId, version, works, logId }, tx);
      if (!isChanged) return;
      if (works) await this.health.recovered(tx, found, true);
      else await this.health.broke(tx, found, REFUSED);
    });
  }

  private begin({ integration, connection }: FoundConnection): Operation {
    return this.log.start({
      environmentId: integration.environmentId,
      type: 'auth',
      action: 'test_credentials',
      integrationId: integration.id,
      providerConfigKey: integration.uniqueKey,
      connectionId: connection.id,
      connectionKey: connection.connectionId,
    });
  }
}
