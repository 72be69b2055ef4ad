import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import { OperationLog } from '../logs/operation-log.service.js';
import { ConnectionTest, type TestSubject } from './connection-test.service.js';
import { WebhookUrlGuard } from './webhook-url-guard.service.js';

/** What a connection is proved for; the name of the operation in the log. */
export type ProofAction = 'import_connection' | 'connect' | 'reconnect';

/** Everything outside the database that must hold before a connection is saved, with an operation that tells of it. */
@Injectable()
export class ConnectionProof {
  constructor(
    private readonly test: ConnectionTest,
    private readonly webhookUrls: WebhookUrlGuard,
    private readonly log: OperationLog,
  ) {}

  /** @throws AppError `invalid_body` for the webhook address, `connection_test_failed` for the credentials. */
  async check(subject: TestSubject, webhookUrl: string | undefined, action: ProofAction): Promise<void> {
    if (webhookUrl) await this.webhookUrls.check(webhookUrl, 'webhook_url');
    const { integration, connectionId } = subject;
    const operation = this.log.start({
      environmentId: integration.environmentId,
      type: 'auth',
      action,
      integrationId: integration.id,
      providerConfigKey: integration.uniqueKey,
      connectionKey: connectionId,
    });
    try {
      await this.test.run(subject, operation);
      this.log.finish(operation.id, { status: 'success' });
    } catch (error) {
      const failure =
        error instanceof AppError
          ? { code: error.code, message: error.message }
          : { message: 'The test failed inside the gateway.' };
      this.log.finish(operation.id, { status: 'failed', error: failure });
      throw error;
    }
  }
}
