import { Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import type { Operation } from '../logs/operation.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { ConnectionTest, isTypedIn } from './connection-test.service.js';
import type { TestSubject } from './test-subject.js';
import { WebhookUrlGuard } from './webhook-url-guard.service.js';

/** What a connection is proved for; the name of the operation in the log. */
export type ProofAction = 'import_connection' | 'connect' | 'reconnect';

type Captured = Readonly<Record<string, unknown>>;

/** Everything outside the database that must hold before a connection is saved, with an operation that tells of it. */
@Injectable()
export class ConnectionProof {
  constructor(
    private readonly tests: ConnectionTest,
    private readonly webhookUrls: WebhookUrlGuard,
    private readonly log: OperationLog,
  ) {}

  /**
   * @param operation the one that the test is a part of; it gets its own without it.
   * @returns what the test found out for `connection_config`.
   * @throws AppError `invalid_body` for the webhook address, `connection_test_failed` for the credentials.
   */
  async check(
    subject: TestSubject,
    webhookUrl: string | undefined,
    action: ProofAction,
    operation?: Operation,
  ): Promise<Captured> {
    if (webhookUrl) await this.webhookUrls.check(webhookUrl, 'webhook_url');
    return operation ? await this.test(subject, action, operation) : await this.testAlone(subject, action);
  }

  /** Tokens that a customer imports may have to be renewed before they work again. */
  private async test(subject: TestSubject, action: ProofAction, operation: Operation): Promise<Captured> {
    const isVouchedFor = action === 'import_connection' && !isTypedIn(subject.credentials.type);
    return isVouchedFor ? {} : await this.tests.run(subject, operation);
  }

  private async testAlone(subject: TestSubject, action: ProofAction): Promise<Captured> {
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
      const captured = await this.test(subject, action, operation);
      this.log.finish(operation.id, { status: 'success' });
      return captured;
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
